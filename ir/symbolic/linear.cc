#include "ir/symbolic/linear.h"

#include <utility>
#include <vector>

namespace t2t {
namespace {

constexpr size_t kMaxTerms = 64;
constexpr int kMaxDepth = 100;

class Sum {
 public:
  explicit Sum(const Program& program) : p_(program) {}

  // Adds scale * expr; false on overflow or when the expression is too large.
  bool Add(ExprId expr, int64_t scale, int depth) {
    const Expr& e = p_[expr];
    if (depth > kMaxDepth) return false;
    switch (e.kind) {
      case ExprKind::kConstInt: {
        int64_t value = 0;
        return !__builtin_mul_overflow(e.int_value(), scale, &value) && !__builtin_add_overflow(base_, value, &base_);
      }
      case ExprKind::kAdd: return Add(e.lhs(), scale, depth + 1) && Add(e.rhs(), scale, depth + 1);
      case ExprKind::kSub: return scale != INT64_MIN && Add(e.lhs(), scale, depth + 1) && Add(e.rhs(), -scale, depth + 1);
      case ExprKind::kNeg: return scale != INT64_MIN && Add(e.operand(), -scale, depth + 1);
      case ExprKind::kMul: {
        const bool right = p_.IsConstInt(e.rhs()), left = p_.IsConstInt(e.lhs());
        if (!right && !left) break;
        int64_t scaled = 0;
        const int64_t factor = p_[right ? e.rhs() : e.lhs()].int_value();
        if (__builtin_mul_overflow(scale, factor, &scaled)) return false;
        return Add(right ? e.lhs() : e.rhs(), scaled, depth + 1);
      }
      default: break;
    }
    return Term(expr, scale);
  }

  Bounds Result() const {
    Bounds total{base_, base_};
    for (const auto& [atom, scale] : terms_) {
      if (scale == 0) continue;
      const Bounds b = BoundsOf(p_, atom);
      Accumulate(total.min, scale > 0 ? b.min : b.max, scale, Bounds::kMinusInf);
      Accumulate(total.max, scale > 0 ? b.max : b.min, scale, Bounds::kPlusInf);
    }
    return total;
  }

 private:
  bool Term(ExprId atom, int64_t scale) {
    for (auto& [known, sum] : terms_) {
      if (known == atom) return !__builtin_add_overflow(sum, scale, &sum);
    }
    if (terms_.size() >= kMaxTerms) return false;
    terms_.emplace_back(atom, scale);
    return true;
  }
  static void Accumulate(int64_t& total, int64_t bound, int64_t scale, int64_t infinity) {
    int64_t value = 0;
    const bool open = bound == Bounds::kMinusInf || bound == Bounds::kPlusInf;
    if (total == infinity || open || __builtin_mul_overflow(bound, scale, &value) ||
        __builtin_add_overflow(total, value, &total)) {
      total = infinity;
    }
  }

  const Program& p_;
  int64_t base_ = 0;
  std::vector<std::pair<ExprId, int64_t>> terms_;
};

}  // namespace

Bounds LinearBoundsOf(const Program& program, ExprId expr) {
  Sum sum(program);
  return sum.Add(expr, 1, 0) ? sum.Result() : Bounds{};
}

}  // namespace t2t
