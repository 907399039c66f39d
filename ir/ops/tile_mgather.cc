// tile.mgather: elements or rows of GM picked by index (types-and-ops 6B.6).
#include <algorithm>

#include "ir/core/show.h"
#include "ir/ops/tile_load.h"

namespace t2t {
namespace {

using enum DType;
using enum MemorySpace;

constexpr int64_t kElement = 1;  // coalesce code of element mode

absl::StatusOr<TypeId> ToVec(DeduceContext& c, bool element) {
  if (c.size() != 2) return c.Fail("with target_memory=Vec there are 2 operands, got {}", c.size());
  RETURN_IF_ERROR(c.NeedTile(1));
  RETURN_IF_ERROR(NeedRank(c, 1, 2));
  RETURN_IF_ERROR(NeedDType(c, 1, {kInt32}));
  if (element) return Tile(c.p, c.TypeOf(0).dtype, c.Shape(1), c.Valid(1), View{}, kVec);
  RETURN_IF_ERROR(NeedMinRank(c, 0, 2));
  const absl::Span<const ExprId> idx = c.Shape(1);
  const bool row = c.p.IsConstInt(idx[0], 1), column = c.p.IsConstInt(idx[1], 1);
  if (!c.p.IsConstInt(idx[0]) || !c.p.IsConstInt(idx[1]) || (!row && !column)) {
    return c.Fail("row mode needs a static [1, R] or [R, 1] index, got {}", ShapeText(c.p, idx));
  }
  const size_t axis = row ? 1 : 0;
  const ExprId last = c.Shape(0).back();
  return Tile(c.p, c.TypeOf(0).dtype, {idx[axis], last}, {c.Valid(1)[axis], last}, View{}, kVec);
}

absl::StatusOr<TypeId> ToMat(DeduceContext& c, bool element) {
  RETURN_IF_ERROR(c.NeedTensorLike(1));
  RETURN_IF_ERROR(NeedRank(c, 1, 2));
  RETURN_IF_ERROR(NeedDType(c, 1, {kInt32}));
  Shape shape(c.Shape(1).begin(), c.Shape(1).end());
  const size_t valid_at = element ? 3 : 2;
  if (element) {
    if (!c.Has(2)) return c.Fail("element mode into Mat needs a scratch tensor");
    RETURN_IF_ERROR(c.NeedTensorLike(2));
    RETURN_IF_ERROR(NeedSameDType(c, 0, 2));
    if (c.args[2] == c.args[0] || c.args[2] == c.args[1]) return c.Fail("scratch must be a tensor of its own");
    int64_t have = 1, need = 1;
    for (ExprId e : c.Shape(2)) {
      if (!c.p.IsConstInt(e) || __builtin_mul_overflow(have, c.p[e].int_value(), &have)) return c.Fail("scratch must be static");
    }
    for (ExprId e : shape) {
      if (!c.p.IsConstInt(e) || __builtin_mul_overflow(need, c.p[e].int_value(), &need)) return c.Fail("index must be static");
    }
    if (have < need) return c.Fail("scratch holds {} elements, {} are needed", have, need);
  } else {
    if (!c.p.IsConstInt(shape[0], 1)) return c.Fail("row mode into Mat needs a [1, R] index");
    shape = {shape[1], c.Shape(0).back()};
  }
  const int64_t width = 32 / std::max(ByteSize(c.TypeOf(0).dtype), 1);
  for (size_t i = 0; i < 2; ++i) {
    const int64_t multiple = i == 0 ? 16 : width;
    if (!c.p.IsConstInt(shape[i]) || c.p[shape[i]].int_value() % multiple != 0) {
      return c.Fail("extent {} of the result must be a static multiple of {}", ExprText(c.p, shape[i]), multiple);
    }
  }
  Shape valid = shape;
  if (c.Has(valid_at)) {
    ASSIGN_OR_RETURN(valid, LiteralShape(c, valid_at, true));
    if (valid.size() != 2) return c.Fail("valid_shape must have 2 dimensions");
    for (size_t i = 0; i < 2; ++i) {
      if (c.p[valid[i]].int_value() > c.p[shape[i]].int_value()) {
        return c.Fail("valid_shape {} is larger than {}", ShapeText(c.p, valid), ShapeText(c.p, shape));
      }
    }
  }
  View view;
  view.blayout = TileLayout::kColMajor;
  view.slayout = TileLayout::kRowMajor;
  return Tile(c.p, c.TypeOf(0).dtype, shape, valid, view, kMat);
}

}  // namespace

absl::StatusOr<TypeId> DeduceMemGather(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensorLike(0));
  RETURN_IF_ERROR(NeedMinRank(c, 0, 1));
  RETURN_IF_ERROR(NeedDType(c, 0, {kInt8, kUint8, kInt16, kUint16, kInt32, kUint32, kFp16, kBf16, kFp32, kFp8E4M3FN,
                                   kFp8E5M2, kHf8}));
  const int64_t oob = c.IntKwarg("gather_oob", 0);
  if (oob < 0 || oob > 3) return c.Fail("gather_oob must be 0 to 3, got {}", oob);
  const int64_t coalesce = c.IntKwarg("coalesce", 0);
  if (coalesce != 0 && coalesce != kElement) return c.Fail("coalesce must be 0 (row) or 1 (elem), got {}", coalesce);
  const bool element = coalesce == kElement;
  const MemorySpace target = c.SpaceKwarg("target_memory").value_or(kVec);
  if (target == kVec) return ToVec(c, element);
  if (target == kMat) return ToMat(c, element);
  return c.Fail("target_memory must be Vec or Mat, got {}", EnumName(target));
}

}  // namespace t2t
