// Deducers of the operators that reach into a peer's memory: transfers, signals, waits (types-and-ops 6C.1).
#pragma once

#include "ir/ops/deduce.h"

namespace t2t {

absl::StatusOr<TypeId> DeduceTensorPut(DeduceContext& c);
absl::StatusOr<TypeId> DeduceTensorGet(DeduceContext& c);
absl::StatusOr<TypeId> DeduceTilePut(DeduceContext& c);
absl::StatusOr<TypeId> DeduceTileGet(DeduceContext& c);
absl::StatusOr<TypeId> DeduceTensorRemoteStore(DeduceContext& c);
absl::StatusOr<TypeId> DeduceTileRemoteStore(DeduceContext& c);
absl::StatusOr<TypeId> DeduceNotify(DeduceContext& c);
absl::StatusOr<TypeId> DeduceWait(DeduceContext& c);
absl::StatusOr<TypeId> DeduceDeferWait(DeduceContext& c);

}  // namespace t2t
