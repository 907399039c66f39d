// tensor.* gathers, scatters and sorts (types-and-ops 6A.8; flat gather: op-conversions 9.1).
#include "ir/core/show.h"
#include "ir/ops/indexed_rules.h"
#include "ir/ops/register_all.h"
#include "ir/ops/shared_rules.h"
#include "ir/symbolic/prove.h"

namespace t2t {
namespace {

using enum DType;

// Constant extents of operand i may not exceed those of operand j, axis by axis.
absl::Status NeedAtMost(DeduceContext& c, size_t i, size_t j, std::optional<size_t> except = std::nullopt) {
  for (size_t k = 0; k < c.Shape(i).size() && k < c.Shape(j).size(); ++k) {
    const ExprId a = c.Shape(i)[k], b = c.Shape(j)[k];
    if (k == except || !c.p.IsConstInt(a) || !c.p.IsConstInt(b)) continue;
    if (c.p[a].int_value() <= c.p[b].int_value()) continue;
    return c.Fail("{} {} does not fit into {} {}", c.op.operands[i].name, ShapeText(c.p, c.Shape(i)),
                  c.op.operands[j].name, ShapeText(c.p, c.Shape(j)));
  }
  return absl::OkStatus();
}

absl::StatusOr<TypeId> FlatGather(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensorLike(0));
  if (!c.TypeOf(1).IsTile()) RETURN_IF_ERROR(c.NeedTensor(1));
  RETURN_IF_ERROR(NeedDType(c, 0, {kFp16, kFp32, kInt16, kInt32}));
  RETURN_IF_ERROR(NeedDType(c, 1, {kInt32}));
  RETURN_IF_ERROR(NeedRank(c, 1, 2));
  const View source = c.EffectiveView(0);
  if (source.layout != TensorLayout::kND) return c.Fail("input must be contiguous ND");
  if (!source.stride.empty()) {
    ASSIGN_OR_RETURN(const Shape packed, PackedStrides(c.p, c.Shape(0), TensorLayout::kND));
    if (!ExprEq(c.p, c.p[source.stride], packed)) return c.Fail("input must be contiguous ND");
  }
  const ExprId last = c.Shape(1)[1];
  const int64_t multiple = ByteSize(c.TypeOf(0).dtype) == 2 ? 16 : 8;
  if (!c.p.IsConstInt(last) || c.p[last].int_value() <= 0 || c.p[last].int_value() % multiple != 0) {
    return c.Fail("the last extent of index must be a positive constant multiple of {}, got {}", multiple,
                  ExprText(c.p, last));
  }
  return FreshTensor(c.p, c.TypeOf(0).dtype, c.Shape(1), c.Valid(1));
}

absl::StatusOr<TypeId> Gather(DeduceContext& c) {
  if (c.Kwarg("dim") == nullptr) return FlatGather(c);
  for (size_t i : {0u, 1u}) RETURN_IF_ERROR(c.NeedTensor(i));
  RETURN_IF_ERROR(NeedDType(c, 0, {kFp16, kFp32, kInt16, kInt32}));
  const DType index = c.TypeOf(1).dtype;
  if (index != kInt32 && !(index == kInt16 && BitWidth(c.TypeOf(0).dtype) == 16)) {
    return c.Fail("index must be INT32, or INT16 with a 16-bit input; got {}", DTypeName(index));
  }
  RETURN_IF_ERROR(NeedMinRank(c, 0, 2));
  RETURN_IF_ERROR(NeedRank(c, 1, c.Shape(0).size()));
  const auto rank = static_cast<int64_t>(c.Shape(0).size());
  const int64_t dim = c.IntKwarg("dim", -1);
  const int64_t axis = dim < 0 ? dim + rank : dim;
  if (axis < 0 || axis >= rank) return c.Fail("dim {} is out of range for {} dimensions", dim, rank);
  RETURN_IF_ERROR(NeedAtMost(c, 1, 0, static_cast<size_t>(axis)));
  return c.p.TensorType(c.TypeOf(0).dtype, c.Shape(1));
}

absl::StatusOr<TypeId> GatherMask(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensor(0));
  RETURN_IF_ERROR(NeedRank(c, 0, 2));
  RETURN_IF_ERROR(NeedDType(c, 0, {kFp16, kFp32, kInt16, kInt32}));
  ASSIGN_OR_RETURN(const ExprId cols, MaskedColumns(c, c.Shape(0)[1]));
  ASSIGN_OR_RETURN(const DType dtype, MaskedDType(c, c.TypeOf(0).dtype));
  return c.p.TensorType(dtype, {c.Shape(0)[0], cols});
}

absl::StatusOr<TypeId> GatherCompare(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensor(0));
  RETURN_IF_ERROR(NeedRank(c, 0, 2));
  RETURN_IF_ERROR(c.NeedScalar(1));
  RETURN_IF_ERROR(NeedSameDType(c, 0, 1));
  ASSIGN_OR_RETURN(const CompareKwargs kwargs, GatherCompareKwargs(c));
  const ExprId rows = c.Shape(0)[0];
  const TypeId found = c.p.TensorType(kInt32, {rows, c.p.Int(kwargs.out_cols)});
  const TypeId count = c.p.TensorType(kwargs.count_dtype, {c.p.Int(1), rows});
  return c.p.TupleType({found, count});
}

absl::StatusOr<TypeId> Scatter(DeduceContext& c) {
  for (size_t i : {0u, 1u, 2u}) {
    RETURN_IF_ERROR(c.NeedTensor(i));
    RETURN_IF_ERROR(NeedRank(c, i, 2));
  }
  const int64_t dim = c.IntKwarg("dim", -1);
  if (dim != -1 && dim != 1) return c.Fail("dim must be the last axis, got {}", dim);
  RETURN_IF_ERROR(CheckScatter(c, 0, 2, 1));
  RETURN_IF_ERROR(NeedAtMost(c, 2, 0));
  return c.p.TensorType(c.TypeOf(0).dtype, c.Shape(0));
}

absl::StatusOr<TypeId> ScatterMask(DeduceContext& c) {
  for (size_t i : {0u, 1u}) {
    RETURN_IF_ERROR(c.NeedTensor(i));
    RETURN_IF_ERROR(NeedRank(c, i, 2));
  }
  RETURN_IF_ERROR(NeedSameDType(c, 0, 1));
  RETURN_IF_ERROR(NeedDType(c, 0, {kInt8, kInt16, kInt32, kFp16, kFp32, kBf16}));
  RETURN_IF_ERROR(CheckScatterMaskColumns(c, c.Shape(0)[1], c.Shape(1)[1]));
  return c.p.TensorType(c.TypeOf(1).dtype, c.Shape(1));
}

absl::StatusOr<TypeId> ScatterUpdate(DeduceContext& c) {
  for (size_t i : {0u, 1u, 2u}) RETURN_IF_ERROR(c.NeedTensor(i));
  RETURN_IF_ERROR(CheckScatterUpdate(c));
  return c.p.TensorType(c.TypeOf(0).dtype, c.Shape(0));
}

absl::StatusOr<TypeId> PagedGather(DeduceContext& c) {
  for (size_t i : {0u, 1u, 2u}) RETURN_IF_ERROR(c.NeedTensor(i));
  RETURN_IF_ERROR(NeedRank(c, 0, 2));
  RETURN_IF_ERROR(NeedDType(c, 0, {kFp16, kBf16, kFp32, kInt8}));
  for (size_t i : {1u, 2u}) {
    RETURN_IF_ERROR(NeedDType(c, i, {kInt32}));
    const absl::Span<const ExprId> shape = c.Shape(i);
    if (shape.size() != 1 && !(shape.size() == 2 && c.p.IsConstInt(shape[0], 1))) {
      return c.Fail("{} must be a vector or one row, got {}", c.op.operands[i].name, ShapeText(c.p, shape));
    }
  }
  for (std::string_view key : {"block_size", "size", "max_indices"}) {
    if (c.IntKwarg(key, 0) <= 0) return c.Fail("{} must be positive, got {}", key, c.IntKwarg(key, 0));
  }
  const int64_t size = c.IntKwarg("size", 0), offset = c.IntKwarg("col_off", 0);
  if (offset < 0) return c.Fail("col_off must not be negative, got {}", offset);
  const ExprId cols = c.Shape(0)[1];
  if (c.p.IsConstInt(cols) && (size > c.p[cols].int_value() || offset > c.p[cols].int_value() - size)) {
    return c.Fail("columns {} to {} leave the source of {} columns", offset, offset + size, ExprText(c.p, cols));
  }
  const bool transposed = c.BoolKwarg("is_trans", false);
  const MemorySpace space = c.SpaceKwarg("space").value_or(MemorySpace::kMat);
  if (transposed && space != MemorySpace::kMat) return c.Fail("is_trans=True needs space=Mat");
  const ExprId rows = c.p.Int(c.IntKwarg("max_indices", 0)), width = c.p.Int(size);
  const Shape shape = transposed ? Shape{width, rows} : Shape{rows, width};
  return c.p.TensorType(c.TypeOf(0).dtype, shape);
}

absl::StatusOr<TypeId> CreateL1(DeduceContext& c) {
  ASSIGN_OR_RETURN(const Shape shape, LiteralShape(c, 0, true));
  return c.p.TensorType(*c.DTypeKwarg("dtype"), shape);
}

absl::StatusOr<TypeId> GatherRow(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensor(0));
  RETURN_IF_ERROR(CheckGatherRow(c));
  return c.TypeIdOf(0);
}

absl::StatusOr<TypeId> Sort32(DeduceContext& c) {
  for (size_t i : {0u, 1u}) RETURN_IF_ERROR(c.NeedTensor(i));
  RETURN_IF_ERROR(NeedDType(c, 0, {kFp16, kFp32}));
  RETURN_IF_ERROR(NeedDType(c, 1, {kUint32}));
  RETURN_IF_ERROR(NeedSameShape(c, 0, 1));
  RETURN_IF_ERROR(NeedMinRank(c, 0, 1));
  Shape shape(c.Shape(0).begin(), c.Shape(0).end());
  if (c.p.IsConstInt(shape.back()) && (c.p[shape.back()].int_value() <= 0 || c.p[shape.back()].int_value() % 32 != 0)) {
    return c.Fail("the last extent must be a positive multiple of 32, got {}", ExprText(c.p, shape.back()));
  }
  shape.back() = Times(c.p, shape.back(), 2);
  return c.p.TensorType(c.TypeOf(0).dtype, shape);
}

absl::StatusOr<TypeId> MergeSort2(DeduceContext& c) {
  for (size_t i = 0; i < c.size(); ++i) RETURN_IF_ERROR(c.NeedTensor(i));
  RETURN_IF_ERROR(NeedDType(c, 0, {kFp16, kFp32}));
  RETURN_IF_ERROR(NeedMinRank(c, 0, 1));
  Shape shape(c.Shape(0).begin(), c.Shape(0).end());
  int64_t sum = 0;
  bool constant = c.p.IsConstInt(shape.back()) && !__builtin_add_overflow(sum, c.p[shape.back()].int_value(), &sum);
  ExprId total = shape.back();
  for (size_t i = 1; i < c.size(); ++i) {
    RETURN_IF_ERROR(NeedSameDType(c, 0, i));
    RETURN_IF_ERROR(NeedRank(c, i, shape.size()));
    for (size_t k = 0; k + 1 < shape.size(); ++k) {
      if (DimEq(c.p, shape[k], c.Shape(i)[k])) continue;
      return c.Fail("src{} {} does not match {} before the last axis", i, ShapeText(c.p, c.Shape(i)),
                    ShapeText(c.p, c.Shape(0)));
    }
    const ExprId last = c.Shape(i).back();
    constant = constant && c.p.IsConstInt(last) && !__builtin_add_overflow(sum, c.p[last].int_value(), &sum);
    total = c.p.Binary(ExprKind::kAdd, total, last, kIndex);
  }
  shape.back() = constant ? c.p.Int(sum) : total;
  return c.p.TensorType(c.TypeOf(0).dtype, shape);
}

absl::StatusOr<TypeId> MergeSort1(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensor(0));
  RETURN_IF_ERROR(NeedDType(c, 0, {kFp16, kFp32}));
  RETURN_IF_ERROR(CheckBlockLength(c, 1));
  return c.p.TensorType(c.TypeOf(0).dtype, c.Shape(0));
}

}  // namespace

void RegisterTensorIndexed(OpRegistryBuilder& r) {
  r.Op("tensor.gather", "elements picked by index, along dim or from the flattened input").Operands("input index")
      .Kwargs("dim:int").Deduce(Gather);
  r.Op("tensor.gather_mask", "columns picked by a periodic mask").Operands("input")
      .Kwargs("mask_pattern:int! output_dtype:dtype|int").Deduce(GatherMask);
  r.Op("tensor.gather_compare", "indices of the elements that compare true, and their count").Operands("input kvalue")
      .Kwargs("cmp_mode:int! offset:int=0 out_cols:int! count_dtype:dtype|int=INT32").Deduce(GatherCompare);
  r.Op("tensor.scatter", "elements written by index along the last axis").Operands("input index src").Kwargs("dim:int!")
      .Deduce(Scatter);
  r.Op("tensor.scatter_mask", "columns written by a periodic mask").Operands("input dst").Kwargs("mask_pattern:int!")
      .Deduce(ScatterMask);
  r.Op("tensor.scatter_update", "whole rows written by index").Operands("input index src").Kwargs("dim:int")
      .Deduce(ScatterUpdate);
  r.Op("tensor.paged_gather", "rows of a paged pool gathered on chip").Operands("src indices block_table")
      .Kwargs("block_size:int! size:int! col_off:int=0 max_indices:int! is_trans:bool=False is_b_matrix:bool=False "
              "space:memory=Mat").Deduce(PagedGather);
  r.Op("tensor.create_l1", "an L1 accumulator to gather into").Operands("shape")
      .Kwargs("dtype:dtype! transpose:bool=False").Deduce(CreateL1);
  r.Op("tensor.gather_row", "GM rows moved into a region of an L1 accumulator")
      .Operands("acc src dst_offset src_offset shapes valid_shape?").Kwargs("transpose:bool=False").Deduce(GatherRow);
  r.Op("tensor.sort32", "runs of 32 sorted, value and index interleaved").Operands("src idx").Deduce(Sort32);
  r.Op("tensor.mrgsort_format1", "sorted runs of one tensor merged").Operands("src block_len").Deduce(MergeSort1);
  r.Op("tensor.mrgsort_format2", "sorted tensors merged").Operands("src0 src1 src2? src3?")
      .Kwargs("exhausted:bool=False").Deduce(MergeSort2);
}

}  // namespace t2t
