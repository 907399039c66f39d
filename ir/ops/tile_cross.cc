// tile.* operators across the cube-vector boundary (types-and-ops 6B.13).
#include "ir/ops/register_all.h"
#include "ir/ops/split_rules.h"

namespace t2t {
namespace {

using enum MemorySpace;

absl::StatusOr<TypeId> Shard(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  ASSIGN_OR_RETURN(const int64_t split, SplitKwarg(c));
  ASSIGN_OR_RETURN(const SplitExtents half, Halves(c, split));
  RETURN_IF_ERROR(CheckShardBoundary(c, split));
  if (const Attr* stride = c.Kwarg("lane_stride"); stride != nullptr && split != 0) {
    const ExprId extent = half.shape[split == 1 ? 0 : 1];
    if (stride->int_value() <= 0 || (c.p.IsConstInt(extent) && stride->int_value() > c.p[extent].int_value())) {
      return c.Fail("lane_stride {} is not between 1 and the half extent", stride->int_value());
    }
  }
  return Tile(c.p, c.TypeOf(0).dtype, half.shape, half.valid, DefaultTileView());
}

absl::StatusOr<TypeId> Gather(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  ASSIGN_OR_RETURN(const int64_t split, SplitKwarg(c));
  ASSIGN_OR_RETURN(const SplitExtents whole, Doubles(c, split));
  return Tile(c.p, c.TypeOf(0).dtype, whole.shape, whole.valid, DefaultTileView());
}

}  // namespace

void RegisterTileCross(OpRegistryBuilder& r) {
  auto op = [&](std::string_view name, std::string_view summary) {
    return r.Op(name, summary).Category(OpCategory::kCrossCore);
  };
  op("tile.aiv_shard", "the half of a block that one vector lane gets").Operands("tile")
      .Kwargs("split:int lane_stride:int").Out(kVec).Deduce(Shard);
  op("tile.aic_gather", "the whole block that the lanes' halves make").Operands("tile").Kwargs("split:int").Out(kMat)
      .Deduce(Gather);
  op("tile.tpush_to_aiv", "sends a tile to the vector cores").Operands("tile")
      .Kwargs("split:int lane_stride:int id:int").Affinity(CoreAffinity::kCube);
  op("tile.tpush_to_aic", "sends a tile to the cube core").Operands("tile").Kwargs("split:int id:int")
      .Affinity(CoreAffinity::kVector);
  op("tile.tpop_from_aic", "receives a tile from the cube core").Kwargs("split:int=0 lane_stride:int id:int")
      .Affinity(CoreAffinity::kVector);
  op("tile.tpop_from_aiv", "receives a tile from the vector cores").Kwargs("split:int=0 id:int")
      .Affinity(CoreAffinity::kCube);
}

}  // namespace t2t
