// The AIV split of an axis in two lanes (types-and-ops 6A.9, 6B.13), shared by the tensor and tile forms.
#pragma once

#include "ir/ops/shared_rules.h"

namespace t2t {

struct SplitExtents {
  Shape shape, valid;
};
// split kwarg 0, 1 (axis 0) or 2 (axis 1); required.
absl::StatusOr<int64_t> SplitKwarg(const DeduceContext& c);
// Extents of one lane's half, resp. of the whole that two halves make; unchanged for split 0.
absl::StatusOr<SplitExtents> Halves(const DeduceContext& c, int64_t split);
absl::StatusOr<SplitExtents> Doubles(const DeduceContext& c, int64_t split);
// What of a partly valid block cannot cross the cube-vector boundary.
absl::Status CheckShardBoundary(const DeduceContext& c, int64_t split);

}  // namespace t2t
