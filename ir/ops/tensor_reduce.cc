// tensor.* reductions (types-and-ops 6A.3).
#include "ir/core/show.h"
#include "ir/ops/register_all.h"
#include "ir/ops/shared_rules.h"

namespace t2t {
namespace {

using enum DType;

absl::StatusOr<TypeId> Reduce(DeduceContext& c, int64_t default_axis, size_t min_rank, std::optional<DType> dtype) {
  RETURN_IF_ERROR(c.NeedTensorLike(0));
  RETURN_IF_ERROR(NeedMinRank(c, 0, min_rank));
  RETURN_IF_ERROR(CheckReductionInput(c, 0));
  const absl::Span<const ExprId> shape = c.Shape(0), valid = c.Valid(0);
  const auto rank = static_cast<int64_t>(shape.size());
  const int64_t axis = c.IntKwarg("axis", default_axis);
  const int64_t wrapped = axis < 0 ? axis + rank : axis;
  if (wrapped < 0 || wrapped >= rank) return c.Fail("axis {} is out of range for shape {}", axis, ShapeText(c.p, shape));
  Shape out(shape.begin(), shape.end()), out_valid(valid.begin(), valid.end());
  const auto at = static_cast<size_t>(wrapped);
  if (c.BoolKwarg("keep_dim", true)) {
    out[at] = out_valid[at] = c.p.Int(1);
  } else {
    out.erase(out.begin() + wrapped);
    out_valid.erase(out_valid.begin() + wrapped);
  }
  const DType result = dtype.value_or(c.TypeOf(0).dtype);
  if (out.empty()) return c.p.ScalarType(result);
  return FreshTensor(c.p, result, out, out_valid);
}

absl::StatusOr<TypeId> RowReduce(DeduceContext& c) { return Reduce(c, -1, 1, std::nullopt); }
absl::StatusOr<TypeId> RowMin(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensorLike(0));
  RETURN_IF_ERROR(NeedDType(c, 0, {kInt16, kInt32, kFp16, kFp32}));
  return Reduce(c, -1, 1, std::nullopt);
}
absl::StatusOr<TypeId> RowArg(DeduceContext& c) { return Reduce(c, -1, 1, kInt32); }
absl::StatusOr<TypeId> ColReduce(DeduceContext& c) { return Reduce(c, -2, 2, std::nullopt); }
absl::StatusOr<TypeId> ColArg(DeduceContext& c) { return Reduce(c, -2, 2, kInt32); }

}  // namespace

void RegisterTensorReduce(OpRegistryBuilder& r) {
  constexpr std::string_view kKwargs = "axis:int keep_dim:bool=True";
  auto op = [&](std::string_view name, std::string_view summary, Deducer deduce) {
    r.Op(name, summary).Operands("input").Kwargs(kKwargs).Deduce(deduce);
  };
  op("tensor.row_sum", "sum along the last axis", RowReduce);
  op("tensor.row_max", "maximum along the last axis", RowReduce);
  op("tensor.row_prod", "product along the last axis", RowReduce);
  op("tensor.row_min", "minimum along the last axis", RowMin);
  op("tensor.row_argmax", "index of the maximum along the last axis", RowArg);
  op("tensor.row_argmin", "index of the minimum along the last axis", RowArg);
  op("tensor.col_max", "maximum along the last axis but one", ColReduce);
  op("tensor.col_min", "minimum along the last axis but one", ColReduce);
  op("tensor.col_prod", "product along the last axis but one", ColReduce);
  op("tensor.col_argmax", "index of the maximum along the last axis but one", ColArg);
  op("tensor.col_argmin", "index of the minimum along the last axis but one", ColArg);
  r.Op("tensor.col_sum", "sum along the last axis but one").Operands("input")
      .Kwargs("axis:int keep_dim:bool=True is_binary:bool=False").Deduce(ColReduce);
}

}  // namespace t2t
