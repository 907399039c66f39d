#include "ir/ops/operand_fit.h"

namespace t2t {
namespace {

// Numbers convert within their class; a task or an event is no number.
bool ScalarsFit(DType a, DType b) {
  const auto counts = [](DType t) { return IsInt(t) || t == DType::kBool; };
  return a == b || (counts(a) && counts(b)) || (IsFloat(a) && IsFloat(b));
}

}  // namespace

Misfit OperandMisfit(const Program& p, TypeId have, TypeId want) {
  const Type& x = p[have];
  const Type& y = p[want];
  if (x.kind == TypeKind::kUnknown || y.kind == TypeKind::kUnknown) return Misfit::kNone;
  if (x.kind != y.kind && !(x.IsTensorLike() && y.IsTensorLike())) return Misfit::kType;
  if (x.IsScalar()) return ScalarsFit(x.dtype, y.dtype) ? Misfit::kNone : Misfit::kType;
  if (!x.IsShaped()) return Misfit::kNone;
  if (x.dtype != y.dtype || x.rank() != y.rank()) return Misfit::kType;
  for (uint32_t i = 0; i < x.rank(); ++i) {
    const ExprId a = p[x.shape][i], b = p[y.shape][i];
    if (p.IsConstInt(a) && p.IsConstInt(b) && p[a].int_value() != p[b].int_value()) return Misfit::kExtent;
  }
  return Misfit::kNone;
}

}  // namespace t2t
