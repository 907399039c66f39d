// Expressions: what is built, what is interned, and cheap equality (types-and-ops 2.6).
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/container/inlined_vector.h"
#include "ir/core/program_interning.h"
#include "ir/support/check.h"

namespace t2t {
namespace {

Expr Words(ExprKind kind, DType dtype, TypeId type, uint64_t payload) {
  return {kind, dtype, false, type, static_cast<uint32_t>(payload), static_cast<uint32_t>(payload >> 32)};
}

}  // namespace

ExprId Program::Int(int64_t value, DType dtype) {
  return InternExpr(Words(ExprKind::kConstInt, dtype, ScalarType(dtype), static_cast<uint64_t>(value)));
}
ExprId Program::Float(double value, DType dtype) {
  if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();  // printing knows one NaN
  return InternExpr(Words(ExprKind::kConstFloat, dtype, ScalarType(dtype), std::bit_cast<uint64_t>(value)));
}
ExprId Program::Bool(bool value) {
  return InternExpr(Words(ExprKind::kConstBool, DType::kBool, ScalarType(DType::kBool), value ? 1 : 0));
}
double Program::FloatValue(ExprId id) const {
  return std::bit_cast<double>(static_cast<uint64_t>(exprs_[id].int_value()));
}

ExprId Program::Binary(ExprKind kind, ExprId lhs, ExprId rhs, DType dtype) {
  const bool has_call = exprs_[lhs].has_call || exprs_[rhs].has_call;
  return InternExpr({kind, dtype, has_call, ScalarType(dtype), lhs.index(), rhs.index()});
}
ExprId Program::Unary(ExprKind kind, ExprId operand, DType dtype) {
  return InternExpr({kind, dtype, exprs_[operand].has_call, ScalarType(dtype), operand.index(), 0});
}

ExprId Program::Tuple(absl::Span<const ExprId> elements) {
  bool has_call = false;
  std::vector<TypeId> types;
  types.reserve(elements.size());
  for (ExprId e : elements) {
    has_call |= exprs_[e].has_call;
    types.push_back(exprs_[e].type);
  }
  const TypeId type = TupleType(types);
  const ExprList list = lists_.Add(elements);
  const uint32_t before = exprs_.size();
  const ExprId id = InternExpr({ExprKind::kTuple, DType::kNone, has_call, type, list.begin, list.size});
  if (exprs_.size() == before) lists_.TakeBack(list);
  return id;
}

ExprId Program::TupleGet(ExprId tuple, uint32_t index) {
  const Type& t = types_[exprs_[tuple].type];
  const TypeId type = t.kind == TypeKind::kTuple && index < t.elements.size ? lists_.Get(t.elements)[index]
                                                                            : UnknownType();
  return InternExpr({ExprKind::kTupleGet, types_[type].IsScalar() ? types_[type].dtype : DType::kNone,
                     exprs_[tuple].has_call, type, tuple.index(), index});
}

ExprId Program::AddCall(const Call& call, TypeId type) {
  const DType dtype = types_[type].IsScalar() ? types_[type].dtype : DType::kNone;
  return exprs_.Add({ExprKind::kCall, dtype, true, type, calls_.Add(call).index(), 0});
}

ExprId Program::AddSubmit(Call call, const Submit& submit, TypeId type) {
  call.submit = submits_.Add(submit);
  const DType dtype = types_[type].IsScalar() ? types_[type].dtype : DType::kNone;
  return exprs_.Add({ExprKind::kSubmit, dtype, true, type, calls_.Add(call).index(), 0});
}

ExprId Program::WithType(ExprId call, TypeId type) {
  Expr e = exprs_[call];
  T2T_CHECK(e.kind == ExprKind::kCall || e.kind == ExprKind::kSubmit);
  if (e.type == type) return call;
  e.type = type;
  e.dtype = types_[type].IsScalar() ? types_[type].dtype : DType::kNone;
  return exprs_.Add(e);
}

bool ExprEq(const Program& p, ExprId a, ExprId b) {
  if (a == b) return true;
  if (!a || !b) return false;
  // All pairs met in lockstep have to agree. Shared sub-expressions are common (a bound used in every later bound): a pair
  // is looked at once, so the work is bounded by the pairs, not by the paths that lead to them.
  absl::InlinedVector<std::pair<ExprId, ExprId>, 8> open = {{a, b}};
  absl::flat_hash_set<std::pair<ExprId, ExprId>> met;
  const auto compare_later = [&](ExprId x, ExprId y) {
    if (x != y && met.insert({x, y}).second) open.push_back({x, y});
  };
  while (!open.empty()) {
    const auto [left, right] = open.back();
    open.pop_back();
    if (!left || !right) return false;
    const Expr& x = p[left];
    const Expr& y = p[right];
    if (x.kind != y.kind) return false;
    if (x.kind == ExprKind::kConstInt) {
      if (x.int_value() != y.int_value()) return false;
    } else if (IsBinary(x.kind)) {
      compare_later(x.lhs(), y.lhs());
      compare_later(x.rhs(), y.rhs());
    } else if (x.kind == ExprKind::kCall) {
      const Call& c = p[x.call()];
      const Call& d = p[y.call()];
      if (c.op != d.op || c.callee != d.callee || c.args.size != d.args.size) return false;
      for (uint32_t i = 0; i < c.args.size; ++i) compare_later(p[c.args][i], p[d.args][i]);
    } else {
      return false;
    }
  }
  return true;
}

bool ExprEq(const Program& p, absl::Span<const ExprId> a, absl::Span<const ExprId> b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!ExprEq(p, a[i], b[i])) return false;
  }
  return true;
}

}  // namespace t2t
