// The two meanings of tensor.gather, apart because they share nothing but the name (op-conversions 9).
#pragma once

#include "passes/convert/converter.h"

namespace t2t {

// Without `dim`: out[i, j] = src.flat[index[i, j]].
absl::StatusOr<ExprId> ConvertFlatGather(ConvertContext& c);
// With `dim`: index along one axis, all others as in the index tensor.
absl::StatusOr<ExprId> ConvertGatherByDim(ConvertContext& c);

}  // namespace t2t
