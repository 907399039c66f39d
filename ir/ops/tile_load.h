// Deducers of the two operators that bring data on chip and between its memories.
#pragma once

#include "ir/ops/shared_rules.h"

namespace t2t {

absl::StatusOr<TypeId> DeduceLoad(DeduceContext& c);  // types-and-ops 6B.7
absl::StatusOr<TypeId> DeduceMove(DeduceContext& c);  // types-and-ops 6B.8
absl::StatusOr<TypeId> DeduceMemGather(DeduceContext& c);  // tile.mgather, 6B.6

}  // namespace t2t
