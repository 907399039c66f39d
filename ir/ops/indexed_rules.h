// Rules that the tensor and tile forms of the indexed operators share (types-and-ops 6A.8, 6B.10).
#pragma once

#include "ir/ops/deduce.h"

namespace t2t {

// Elements per selected element of the mask pattern kwarg: 2 (P0101, P1010), 4 (P0001 to P1000), 1 (P1111).
absl::StatusOr<int64_t> MaskPeriod(const DeduceContext& c);
// Columns that gather_mask leaves; constants must divide.
absl::StatusOr<ExprId> MaskedColumns(const DeduceContext& c, ExprId columns);
// output_dtype of gather_mask: the same width as the input's type.
absl::StatusOr<DType> MaskedDType(const DeduceContext& c, DType input);
// Destination columns of scatter_mask are the source's times the period, where both are constant.
absl::Status CheckScatterMaskColumns(const DeduceContext& c, ExprId source, ExprId destination);

struct CompareKwargs {
  int64_t out_cols = 0;
  DType count_dtype = DType::kInt32;
};
absl::StatusOr<CompareKwargs> GatherCompareKwargs(const DeduceContext& c);

// A scatter into 2-D data: data and source of one supported type, the index as wide as an element (1-byte elements: 2), and
// of the source's shape.
absl::Status CheckScatter(const DeduceContext& c, size_t data, size_t source, size_t index);
// Operand shapes and types of scatter_update: (input, index, src), 2-D or 4-D.
absl::Status CheckScatterUpdate(const DeduceContext& c);
// block_len of mrgsort_format1: an integer scalar, constants a positive multiple of 64.
absl::Status CheckBlockLength(const DeduceContext& c, size_t i);

}  // namespace t2t
