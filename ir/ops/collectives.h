// Deducers of the pld.tensor collectives (types-and-ops 6C.1).
#pragma once

#include "ir/ops/deduce.h"

namespace t2t {

absl::StatusOr<TypeId> DeduceAllReduce(DeduceContext& c);
absl::StatusOr<TypeId> DeduceBarrier(DeduceContext& c);
absl::StatusOr<TypeId> DeduceBroadcast(DeduceContext& c);
absl::StatusOr<TypeId> DeduceAllGather(DeduceContext& c);
absl::StatusOr<TypeId> DeduceAllToAll(DeduceContext& c);
absl::StatusOr<TypeId> DeduceAllToAllV(DeduceContext& c);
absl::StatusOr<TypeId> DeduceReduceScatter(DeduceContext& c);

}  // namespace t2t
