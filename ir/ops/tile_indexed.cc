// tile.* gathers, scatters and sorts (types-and-ops 6B.10).
#include "ir/core/show.h"
#include "ir/ops/indexed_rules.h"
#include "ir/ops/register_all.h"
#include "ir/ops/shared_rules.h"
#include "ir/symbolic/prove.h"

namespace t2t {
namespace {

using enum DType;
using enum MemorySpace;

// The target as it is: its effective view, valid region and space.
TypeId LikeTarget(DeduceContext& c) {
  return Tile(c.p, c.TypeOf(0).dtype, c.Shape(0), c.Valid(0), c.EffectiveView(0), c.TypeOf(0).space);
}

absl::StatusOr<TypeId> Gather(DeduceContext& c) {
  for (size_t i : {0u, 1u, 2u}) RETURN_IF_ERROR(c.NeedTile(i));
  RETURN_IF_ERROR(NeedDType(c, 0, {kFp16, kFp32, kInt16, kInt32}));
  const DType index = c.TypeOf(1).dtype;
  if (index != kInt32 && !(index == kInt16 && BitWidth(c.TypeOf(0).dtype) == 16)) {
    return c.Fail("indices must be INT32, or INT16 with a 16-bit source; got {}", DTypeName(index));
  }
  return Tile(c.p, c.TypeOf(0).dtype, c.Shape(1), c.Shape(1), InheritView(c, 0));
}

absl::StatusOr<TypeId> GatherB(DeduceContext& c) {
  for (size_t i : {0u, 1u}) {
    RETURN_IF_ERROR(c.NeedTile(i));
    RETURN_IF_ERROR(NeedRank(c, i, 2));
  }
  RETURN_IF_ERROR(NeedDType(c, 1, {kUint32}));
  const DType dtype = c.DTypeKwarg("output_dtype").value_or(c.TypeOf(0).dtype);
  if (!OneOf(dtype, {kInt8, kUint8, kInt16, kUint16, kInt32, kUint32, kFp16, kBf16, kFp32})) {
    return c.Fail("output type {} is not supported", DTypeName(dtype));
  }
  const ExprId cols = c.Shape(1)[1];
  if (!c.p.IsConstInt(cols) || c.p[cols].int_value() <= 0 || c.p[cols].int_value() % 8 != 0) {
    return c.Fail("offset columns must be a positive constant multiple of 8, got {}", ExprText(c.p, cols));
  }
  const int64_t factor = 32 / ByteSize(dtype);
  return Tile(c.p, dtype, {c.Shape(1)[0], Times(c.p, cols, factor)},
              {c.Valid(1)[0], Times(c.p, c.Valid(1)[1], factor)}, DefaultTileView());
}

absl::StatusOr<TypeId> GatherMask(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(NeedRank(c, 0, 2));
  RETURN_IF_ERROR(NeedDType(c, 0, {kFp16, kFp32, kInt16, kInt32}));
  ASSIGN_OR_RETURN(const ExprId cols, MaskedColumns(c, c.Shape(0)[1]));
  ASSIGN_OR_RETURN(const DType dtype, MaskedDType(c, c.TypeOf(0).dtype));
  const Shape shape = {c.Shape(0)[0], cols};
  return Tile(c.p, dtype, shape, shape, InheritView(c, 0));
}

absl::StatusOr<TypeId> GatherCompare(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(NeedRank(c, 0, 2));
  RETURN_IF_ERROR(c.NeedScalar(1));
  RETURN_IF_ERROR(NeedSameDType(c, 0, 1));
  RETURN_IF_ERROR(c.NeedTile(2));
  ASSIGN_OR_RETURN(const CompareKwargs kwargs, GatherCompareKwargs(c));
  const ExprId rows = c.Shape(0)[0];
  const Shape found = {rows, c.p.Int(kwargs.out_cols)}, count = {c.p.Int(1), rows};
  return c.p.TupleType({Tile(c.p, kInt32, found, found, InheritView(c, 0)),
                        Tile(c.p, kwargs.count_dtype, count, count, DefaultTileView())});
}

absl::StatusOr<TypeId> Scatter(DeduceContext& c) {
  for (size_t i : {0u, 1u, 2u}) {
    RETURN_IF_ERROR(c.NeedTile(i));
    RETURN_IF_ERROR(NeedRank(c, i, 2));
  }
  RETURN_IF_ERROR(CheckScatter(c, 0, 1, 2));
  return LikeTarget(c);
}

absl::StatusOr<TypeId> ScatterMask(DeduceContext& c) {
  for (size_t i : {0u, 1u}) {
    RETURN_IF_ERROR(c.NeedTile(i));
    RETURN_IF_ERROR(NeedRank(c, i, 2));
  }
  RETURN_IF_ERROR(NeedSameDType(c, 0, 1));
  RETURN_IF_ERROR(NeedDType(c, 0, {kInt8, kInt16, kInt32, kFp16, kFp32, kBf16}));
  if (ProvenNe(c.p, c.Shape(0)[0], c.Shape(1)[0])) {
    return c.Fail("row counts differ: {} and {}", ShapeText(c.p, c.Shape(0)), ShapeText(c.p, c.Shape(1)));
  }
  RETURN_IF_ERROR(CheckScatterMaskColumns(c, c.Shape(1)[1], c.Shape(0)[1]));
  return LikeTarget(c);
}

absl::StatusOr<TypeId> ScatterUpdate(DeduceContext& c) {
  for (size_t i : {0u, 1u, 2u}) RETURN_IF_ERROR(c.NeedTile(i));
  RETURN_IF_ERROR(CheckScatterUpdate(c));
  return LikeTarget(c);
}

absl::StatusOr<TypeId> GatherRow(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(CheckGatherRow(c));
  return c.TypeIdOf(0);
}

absl::StatusOr<TypeId> Sort32(DeduceContext& c) {
  for (size_t i : {0u, 1u}) RETURN_IF_ERROR(c.NeedTile(i));
  RETURN_IF_ERROR(NeedDType(c, 0, {kFp16, kFp32}));
  RETURN_IF_ERROR(NeedMinRank(c, 0, 1));
  Shape shape(c.Shape(0).begin(), c.Shape(0).end());
  shape.back() = Times(c.p, shape.back(), 2);
  return Tile(c.p, c.TypeOf(0).dtype, shape, shape, InheritView(c, 0));
}

absl::StatusOr<TypeId> MergeSort2(DeduceContext& c) {
  for (size_t i = 0; i < c.size(); ++i) RETURN_IF_ERROR(c.NeedTile(i));
  RETURN_IF_ERROR(NeedDType(c, 0, {kFp16, kFp32}));
  for (size_t i = 1; i < c.size(); ++i) RETURN_IF_ERROR(NeedSameDType(c, 0, i));
  const absl::Span<const ExprId> shape = c.Shape(c.size() - 1);
  return Tile(c.p, c.TypeOf(0).dtype, shape, shape, InheritView(c, 0));
}

absl::StatusOr<TypeId> MergeSort1(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(NeedDType(c, 0, {kFp16, kFp32}));
  RETURN_IF_ERROR(CheckBlockLength(c, 1));
  return Tile(c.p, c.TypeOf(0).dtype, c.Shape(0), c.Shape(0), InheritView(c, 0));
}

}  // namespace

void RegisterTileIndexed(OpRegistryBuilder& r) {
  r.Op("tile.gather", "elements picked by index").Operands("src indices tmp").In(0, {kVec}).In(1, {kVec}).In(2, {kVec})
      .Out(kVec).NotInplace().Deduce(Gather);
  r.Op("tile.gatherb", "blocks of 32 bytes picked by offset").Operands("src offset").Kwargs("output_dtype:dtype|int")
      .In(0, {kVec}).In(1, {kVec}).Out(kVec).NotInplace().Deduce(GatherB);
  r.Op("tile.gather_mask", "columns picked by a periodic mask").Operands("src")
      .Kwargs("mask_pattern:int! output_dtype:dtype|int").In(0, {kVec}).Out(kVec).NotInplace().Deduce(GatherMask);
  r.Op("tile.gather_compare", "indices of the elements that compare true, and their count").Operands("src kvalue tmp")
      .Kwargs("cmp_mode:int! offset:int=0 out_cols:int! count_dtype:dtype|int=INT32").In(0, {kVec}).In(2, {kVec}).Out(kVec)
      .NotInplace().Deduce(GatherCompare);
  r.Op("tile.scatter", "elements written by index").Operands("dst src indexes").In(0, {kVec}).In(1, {kVec})
      .In(2, {kVec}).Out(kVec).Reuses(0).ReadsWrites(0).Deduce(Scatter);
  r.Op("tile.scatter_mask", "columns written by a periodic mask").Operands("dst src").Kwargs("mask_pattern:int!")
      .In(0, {kVec}).In(1, {kVec}).Out(kVec).Reuses(0).ReadsWrites(0).Deduce(ScatterMask);
  r.Op("tile.scatter_update", "whole rows written by index").Operands("input index src").Kwargs("dim:int")
      .In(0, {kVec}).In(1, {kVec}).In(2, {kVec}).Out(kVec).Reuses(0).ReadsWrites(0).Deduce(ScatterUpdate);
  r.Op("tile.gather_row", "GM rows moved into a region of a tile")
      .Operands("dst src dst_offset src_offset shapes valid_shape?").Kwargs("transpose:bool=False").Reuses(0)
      .ReadsWrites(0).Deduce(GatherRow);
  r.Op("tile.sort32", "runs of 32 sorted, value and index interleaved").Operands("src idx").In(0, {kVec}).In(1, {kVec})
      .Out(kVec).NotInplace().Deduce(Sort32);
  r.Op("tile.mrgsort_format1", "sorted runs of one tile merged").Operands("src block_len").In(0, {kVec}).Out(kVec)
      .NotInplace().Deduce(MergeSort1);
  r.Op("tile.mrgsort_format2", "sorted tiles merged").Operands("src0 src1 tmp_or_src2 tmp_or_src3? tmp?")
      .Kwargs("exhausted:bool=False").In(0, {kVec}).In(1, {kVec}).In(2, {kVec}).In(3, {kVec}).In(4, {kVec}).Out(kVec)
      .NotInplace().Deduce(MergeSort2);
}

}  // namespace t2t
