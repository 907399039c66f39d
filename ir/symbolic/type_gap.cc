#include "ir/symbolic/type_gap.h"

#include <algorithm>

#include "ir/symbolic/prove.h"

namespace t2t {
namespace {

bool Differ(Program& p, absl::Span<const ExprId> a, absl::Span<const ExprId> b) {
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i] != b[i] && ProvenNe(p, a[i], b[i])) return true;
  }
  return false;
}

}  // namespace

TypeGap GapBetween(Program& p, TypeId a, TypeId b) {
  if (a == b) return TypeGap::kNone;
  const Type x = p[a], y = p[b];
  if (x.kind == TypeKind::kUnknown || y.kind == TypeKind::kUnknown) return TypeGap::kNone;
  if (x.kind != y.kind && !(x.IsTensorLike() && y.IsTensorLike())) return TypeGap::kKind;
  if (x.kind == TypeKind::kTuple) {
    if (x.elements.size != y.elements.size) return TypeGap::kKind;
    for (uint32_t i = 0; i < x.elements.size; ++i) {
      if (const TypeGap gap = GapBetween(p, p[x.elements][i], p[y.elements][i]); gap != TypeGap::kNone) return gap;
    }
    return TypeGap::kNone;
  }
  if (x.dtype != y.dtype) return TypeGap::kElement;
  if (!x.IsShaped()) return TypeGap::kNone;
  if (x.rank() != y.rank()) return TypeGap::kRank;
  if (Differ(p, p.Shape(a), p.Shape(b))) return TypeGap::kExtent;
  if (x.space != y.space && x.space != MemorySpace::kUnset && y.space != MemorySpace::kUnset) return TypeGap::kSpace;
  return Differ(p, p.ValidShape(a), p.ValidShape(b)) ? TypeGap::kValid : TypeGap::kNone;
}

bool Contradicts(Program& p, TypeId a, TypeId b) {
  const Type x = p[a], y = p[b];
  if (x.kind == TypeKind::kTuple && y.kind == TypeKind::kTuple && x.elements.size == y.elements.size) {
    for (uint32_t i = 0; i < x.elements.size; ++i) {
      if (Contradicts(p, p[x.elements][i], p[y.elements][i])) return true;
    }
    return false;
  }
  const bool index = x.dtype == DType::kIndex || y.dtype == DType::kIndex || (IsIndexLike(x.dtype) && IsIndexLike(y.dtype));
  if (x.IsScalar() && y.IsScalar() && IsInt(x.dtype) && IsInt(y.dtype) && index) return false;
  const TypeGap gap = GapBetween(p, a, b);
  return gap != TypeGap::kNone && gap != TypeGap::kValid;
}

}  // namespace t2t
