#include "ir/ops/indexed_rules.h"

#include <algorithm>

#include "ir/core/show.h"
#include "ir/ops/shared_rules.h"

namespace t2t {

using enum DType;

absl::StatusOr<int64_t> MaskPeriod(const DeduceContext& c) {
  const int64_t pattern = c.IntKwarg("mask_pattern", 0);
  if (pattern < 1 || pattern > 7) return c.Fail("mask_pattern must be 1 to 7, got {}", pattern);
  return pattern <= 2 ? 2 : pattern <= 6 ? 4 : 1;
}

absl::StatusOr<ExprId> MaskedColumns(const DeduceContext& c, ExprId columns) {
  ASSIGN_OR_RETURN(const int64_t period, MaskPeriod(c));
  if (period == 1) return columns;
  if (!c.p.IsConstInt(columns)) return c.p.Binary(ExprKind::kFloorDiv, columns, c.p.Int(period), kIndex);
  const int64_t value = c.p[columns].int_value();
  if (value % period != 0) return c.Fail("{} columns do not divide by the mask period {}", value, period);
  return c.p.Int(value / period);
}

absl::StatusOr<DType> MaskedDType(const DeduceContext& c, DType input) {
  const DType dtype = c.DTypeKwarg("output_dtype").value_or(input);
  if (BitWidth(dtype) == BitWidth(input)) return dtype;
  return c.Fail("output_dtype {} must be as wide as {}", DTypeName(dtype), DTypeName(input));
}

absl::Status CheckScatterMaskColumns(const DeduceContext& c, ExprId source, ExprId destination) {
  ASSIGN_OR_RETURN(const int64_t period, MaskPeriod(c));
  if (!c.p.IsConstInt(source) || !c.p.IsConstInt(destination)) return absl::OkStatus();
  int64_t wanted = 0;
  if (!__builtin_mul_overflow(c.p[source].int_value(), period, &wanted) && c.p[destination].int_value() == wanted) {
    return absl::OkStatus();
  }
  return c.Fail("the destination must have {} times the {} source columns, got {}", period, ExprText(c.p, source),
                ExprText(c.p, destination));
}

absl::StatusOr<CompareKwargs> GatherCompareKwargs(const DeduceContext& c) {
  CompareKwargs kwargs;
  const int64_t mode = c.IntKwarg("cmp_mode", -1);
  if (mode < 0 || mode > 5) return c.Fail("cmp_mode must be 0 to 5, got {}", mode);
  kwargs.out_cols = c.IntKwarg("out_cols", 0);
  if (kwargs.out_cols <= 0) return c.Fail("out_cols must be positive, got {}", kwargs.out_cols);
  kwargs.count_dtype = c.DTypeKwarg("count_dtype").value_or(kInt32);
  if (!OneOf(kwargs.count_dtype, {kInt32, kUint32})) {
    return c.Fail("count_dtype must be INT32 or UINT32, got {}", DTypeName(kwargs.count_dtype));
  }
  return kwargs;
}

absl::Status CheckScatter(const DeduceContext& c, size_t data, size_t source, size_t index) {
  RETURN_IF_ERROR(NeedDType(c, data, {kInt8, kInt16, kInt32, kFp16, kFp32, kBf16}));
  RETURN_IF_ERROR(NeedSameDType(c, data, source));
  RETURN_IF_ERROR(NeedDType(c, index, {kInt16, kInt32}));
  const int width = std::max(ByteSize(c.TypeOf(data).dtype), 2);
  if (ByteSize(c.TypeOf(index).dtype) != width) {
    return c.Fail("an index into {} data must be INT{}, got {}", DTypeName(c.TypeOf(data).dtype), width * 8,
                  DTypeName(c.TypeOf(index).dtype));
  }
  for (size_t k = 0; k < 2; ++k) {
    if (!ConstantsDiffer(c.p, c.Shape(index)[k], c.Shape(source)[k])) continue;
    return c.Fail("{} {} must have the shape of src {}", c.op.operands[index].name, ShapeText(c.p, c.Shape(index)),
                  ShapeText(c.p, c.Shape(source)));
  }
  return absl::OkStatus();
}

absl::Status CheckScatterUpdate(const DeduceContext& c) {
  const size_t rank = c.Shape(0).size();
  if (rank != 2 && rank != 4) return c.Fail("input must have 2 or 4 dimensions, got {}", ShapeText(c.p, c.Shape(0)));
  RETURN_IF_ERROR(NeedRank(c, 1, 2));
  if (!IsInt(c.TypeOf(1).dtype)) return c.Fail("index must hold integers, got {}", DTypeName(c.TypeOf(1).dtype));
  RETURN_IF_ERROR(NeedRank(c, 2, rank));
  RETURN_IF_ERROR(NeedSameDType(c, 0, 2));
  const int64_t dim = c.IntKwarg("dim", -2);
  if (dim == -2) return absl::OkStatus();
  return c.Fail("dim must be -2 (whole rows), got {}", dim);
}

absl::Status CheckBlockLength(const DeduceContext& c, size_t i) {
  RETURN_IF_ERROR(NeedIntScalar(c, i));
  if (!c.p.IsConstInt(c.args[i])) return absl::OkStatus();
  const int64_t length = c.p[c.args[i]].int_value();
  if (length > 0 && length % 64 == 0) return absl::OkStatus();
  return c.Fail("block_len must be a positive multiple of 64, got {}", length);
}

}  // namespace t2t
