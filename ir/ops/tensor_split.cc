// tensor.aiv_shard and tensor.aic_gather (types-and-ops 6A.9).
#include "ir/ops/register_all.h"
#include "ir/ops/split_rules.h"

namespace t2t {
namespace {

absl::StatusOr<TypeId> WithExtents(DeduceContext& c, const SplitExtents& e) {
  return FreshTensor(c.p, c.TypeOf(0).dtype, e.shape, e.valid);
}

absl::Status NeedPlain(DeduceContext& c) {
  if (c.Has(0) && c.TypeOf(0).kind == TypeKind::kDistributedTensor) {
    return c.Fail("a DistributedTensor cannot cross the AIV split; load it first");
  }
  return c.NeedTensor(0);
}

absl::StatusOr<TypeId> Shard(DeduceContext& c) {
  RETURN_IF_ERROR(NeedPlain(c));
  ASSIGN_OR_RETURN(const int64_t split, SplitKwarg(c));
  if (split == 0) return c.TypeIdOf(0);
  ASSIGN_OR_RETURN(const SplitExtents half, Halves(c, split));
  RETURN_IF_ERROR(CheckShardBoundary(c, split));
  return WithExtents(c, half);
}

absl::StatusOr<TypeId> Gather(DeduceContext& c) {
  RETURN_IF_ERROR(NeedPlain(c));
  ASSIGN_OR_RETURN(const int64_t split, SplitKwarg(c));
  if (split == 0) return c.TypeIdOf(0);
  ASSIGN_OR_RETURN(const SplitExtents whole, Doubles(c, split));
  return WithExtents(c, whole);
}

}  // namespace

void RegisterTensorSplit(OpRegistryBuilder& r) {
  r.Op("tensor.aiv_shard", "the half of a block that one vector lane gets").Operands("tensor").Kwargs("split:int")
      .Category(OpCategory::kCrossCore).Deduce(Shard);
  r.Op("tensor.aic_gather", "the whole block that the lanes' halves make").Operands("tensor").Kwargs("split:int")
      .Category(OpCategory::kCrossCore).Deduce(Gather);
}

}  // namespace t2t
