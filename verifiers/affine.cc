#include "verifiers/affine.h"

#include <algorithm>

#include "ir/core/walk.h"
#include "ir/ops/registry.h"

namespace t2t {
namespace {

constexpr int kMaxNodes = 200;

class Reader {
 public:
  explicit Reader(const Program& program)
      : p_(program), blocks_{Ops().Find("tile.get_block_idx"), Ops().Find("tensor.get_block_idx")} {}

  void Add(Affine& sum, ExprId expr, int64_t scale) {
    const Expr& e = p_[expr];
    if (!sum.known || ++nodes_ > kMaxNodes || scale == INT64_MIN) {
      sum.known = false;
      return;
    }
    switch (e.kind) {
      case ExprKind::kConstInt: {
        Affine constant;
        constant.base = e.int_value();
        return sum.Add(constant, scale);
      }
      case ExprKind::kAdd: Add(sum, e.lhs(), scale); return Add(sum, e.rhs(), scale);
      case ExprKind::kSub: Add(sum, e.lhs(), scale); return Add(sum, e.rhs(), -scale);
      case ExprKind::kNeg: return Add(sum, e.operand(), -scale);
      case ExprKind::kMul: {
        Affine factor, other;
        Add(factor, e.rhs(), 1);
        Add(other, e.lhs(), 1);
        if (!factor.IsConstant()) std::swap(factor, other);
        if (!factor.IsConstant()) other.known = false;
        int64_t scaled = 0;
        if (__builtin_mul_overflow(factor.base, scale, &scaled)) other.known = false;
        return sum.Add(other, scaled);
      }
      case ExprKind::kCast:
        if (IsInt(e.dtype) && IsInt(p_[e.operand()].dtype)) return Add(sum, e.operand(), scale);
        break;
      case ExprKind::kVar: {
        const ExprId def = DefiningExpr(p_, e.var());
        if (!def || p_[def].has_call) {
          const bool block = def && p_.IsOpCall(def) && std::find(std::begin(blocks_), std::end(blocks_), p_.CallOf(def).op) !=
                                                            std::end(blocks_);
          return sum.AddTerm(block ? Affine::kBlock : e.var(), scale);
        }
        Affine value;  // what is no sum of scaled values is a value itself
        Add(value, def, 1);
        return value.known ? sum.Add(value, scale) : sum.AddTerm(e.var(), scale);
      }
      default: break;
    }
    sum.known = false;
  }

 private:
  const Program& p_;
  OpId blocks_[2];
  int nodes_ = 0;
};

}  // namespace

void Affine::AddTerm(ValueId value, int64_t scale) {
  const auto it = std::find_if(terms.begin(), terms.end(), [&](const auto& term) { return term.first == value; });
  if (it == terms.end()) {
    if (scale != 0) terms.emplace_back(value, scale);
    return;
  }
  if (__builtin_add_overflow(it->second, scale, &it->second)) known = false;
  if (it->second == 0) terms.erase(it);
}

void Affine::Add(const Affine& other, int64_t scale) {
  int64_t scaled = 0;
  known = known && other.known && !__builtin_mul_overflow(other.base, scale, &scaled) &&
          !__builtin_add_overflow(base, scaled, &base);
  for (const auto& [value, factor] : other.terms) {
    if (__builtin_mul_overflow(factor, scale, &scaled)) known = false;
    if (!known) return;
    AddTerm(value, scaled);
  }
}

int64_t Affine::Take(ValueId value) {
  const auto it = std::find_if(terms.begin(), terms.end(), [&](const auto& term) { return term.first == value; });
  if (it == terms.end()) return 0;
  const int64_t factor = it->second;
  terms.erase(it);
  return factor;
}

Affine AffineOf(const Program& program, ExprId expr) {
  Affine sum;
  Reader(program).Add(sum, expr, 1);
  return sum;
}

}  // namespace t2t
