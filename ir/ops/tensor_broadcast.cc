// tensor.* broadcast helpers (types-and-ops 6A.4). Results never carry a valid region.
#include "ir/core/show.h"
#include "ir/ops/paired_rules.h"
#include "ir/ops/register_all.h"
#include "ir/symbolic/prove.h"

namespace t2t {
namespace {

using enum DType;

absl::Status TwoOfRank2(DeduceContext& c) {
  for (size_t i : {0u, 1u}) {
    RETURN_IF_ERROR(c.NeedTensorLike(i));
    RETURN_IF_ERROR(NeedMinRank(c, i, 2));
  }
  return absl::OkStatus();
}

absl::StatusOr<TypeId> RowExpand(DeduceContext& c) {
  RETURN_IF_ERROR(TwoOfRank2(c));
  RETURN_IF_ERROR(CheckRowVector(c));
  return c.p.TensorType(Promote(c.TypeOf(0).dtype, c.TypeOf(1).dtype), c.Shape(0));
}

absl::StatusOr<TypeId> RowExpandAdd(DeduceContext& c) {
  RETURN_IF_ERROR(TwoOfRank2(c));
  RETURN_IF_ERROR(NeedSameDType(c, 0, 1));
  RETURN_IF_ERROR(NeedDType(c, 0, {kInt8, kInt16, kInt32, kFp16, kFp32}));
  return RowExpand(c);
}

absl::StatusOr<TypeId> ColExpand(DeduceContext& c) {
  RETURN_IF_ERROR(TwoOfRank2(c));
  const absl::Span<const ExprId> a = c.Shape(0), v = c.Shape(1);
  if (!c.p.IsConstInt(v[v.size() - 2], 1)) {
    return c.Fail("the column vector must have one row, but its shape is {}", ShapeText(c.p, v));
  }
  if (ConstantsDiffer(c.p, a.back(), v.back())) {
    return c.Fail("column counts differ: {} and {}", ShapeText(c.p, a), ShapeText(c.p, v));
  }
  return c.p.TensorType(Promote(c.TypeOf(0).dtype, c.TypeOf(1).dtype), a);
}

absl::StatusOr<TypeId> Expands(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensorLike(0));
  RETURN_IF_ERROR(c.NeedScalar(1));
  return c.p.TensorType(c.TypeOf(0).dtype, c.Shape(0));
}

absl::StatusOr<TypeId> ExpandClone(DeduceContext& c) {
  for (size_t i : {0u, 1u}) RETURN_IF_ERROR(c.NeedTensorLike(i));
  RETURN_IF_ERROR(NeedRank(c, 0, 3));
  RETURN_IF_ERROR(NeedRank(c, 1, 3));
  int expanded = 0;
  for (size_t i = 0; i < 3; ++i) {
    const ExprId from = c.Shape(0)[i], to = c.Shape(1)[i];
    if (DimEq(c.p, from, to)) continue;
    if (!c.p.IsConstInt(from, 1)) {
      return c.Fail("dimension {} of the input is {}, which neither equals the target's {} nor is 1", i,
                    ExprText(c.p, from), ExprText(c.p, to));
    }
    ++expanded;
  }
  if (expanded > 1) {
    return c.Fail("can expand one dimension, but {} would have to expand {}", ShapeText(c.p, c.Shape(0)), expanded);
  }
  return c.p.TensorType(Promote(c.TypeOf(0).dtype, c.TypeOf(1).dtype), c.Shape(1));
}

}  // namespace

void RegisterTensorBroadcast(OpRegistryBuilder& r) {
  r.Op("tensor.row_expand", "row vector repeated over the columns of a target").Operands("target row_vec")
      .Deduce(RowExpand);
  for (std::string_view f : {"mul", "div", "sub", "max", "min", "expdif"}) {
    r.Op(fmt::format("tensor.row_expand_{}", f), "each row combined with one element").Operands("tensor row_vec")
        .Deduce(RowExpand);
    r.Op(fmt::format("tensor.col_expand_{}", f), "each column combined with one element").Operands("tensor col_vec")
        .Deduce(ColExpand);
  }
  r.Op("tensor.row_expand_add", "each row plus one element").Operands("tensor row_vec").Deduce(RowExpandAdd);
  r.Op("tensor.col_expand_add", "each column plus one element").Operands("tensor col_vec").Deduce(ColExpand);
  r.Op("tensor.col_expand", "column vector repeated over the rows of a target").Operands("tensor col_vec")
      .Deduce(ColExpand);
  r.Op("tensor.expands", "a scalar in every element").Operands("target scalar").Deduce(Expands);
  r.Op("tensor.expand_clone", "input repeated along one axis into a GM target").Operands("input target").Writes(1)
      .AliasOf(1).Dma().Deduce(ExpandClone);
}

}  // namespace t2t
