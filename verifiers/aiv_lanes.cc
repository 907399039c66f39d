#include "verifiers/aiv_lanes.h"

#include "ir/ops/registry.h"

namespace t2t {
namespace {

ExprId FirstTile(const Program& p, const Call& call) {
  for (ExprId arg : p[call.args]) {
    if (p.TypeOf(arg).IsTile()) return arg;
  }
  return {};
}

}  // namespace

AivOps::AivOps()
    : tile_shard(Ops().Find("tile.aiv_shard")), tile_gather(Ops().Find("tile.aic_gather")),
      tensor_shard(Ops().Find("tensor.aiv_shard")), tensor_gather(Ops().Find("tensor.aic_gather")),
      load(Ops().Find("tile.load")), store(Ops().Find("tile.store")), move(Ops().Find("tile.move")) {}

Lane LaneOfSpace(MemorySpace space) {
  switch (space) {
    case MemorySpace::kVec: return Lane::kVector;
    case MemorySpace::kMat: case MemorySpace::kLeft: case MemorySpace::kRight: case MemorySpace::kAcc:
    case MemorySpace::kBias: case MemorySpace::kLeftScale: case MemorySpace::kRightScale: return Lane::kCube;
    default: return Lane::kShared;
  }
}

Lane LaneOf(const Program& p, const AivOps& ops, ExprId expr) {
  const Call& call = p.CallOf(expr);
  const OpDef& op = Ops()[call.op];
  if (op.affinity == CoreAffinity::kCube) return Lane::kCube;
  if (op.affinity == CoreAffinity::kVector) return Lane::kVector;
  if (ops.Crosses(call.op)) return Lane::kMixed;
  if (op.affinity == CoreAffinity::kShared) return Lane::kShared;
  const Type& result = p.TypeOf(expr);
  const ExprId first = FirstTile(p, call);
  if (call.op == ops.move && first && result.IsTile()) {
    const Lane from = LaneOfSpace(p.TypeOf(first).space), to = LaneOfSpace(result.space);
    if (from != to && from != Lane::kShared && to != Lane::kShared) return Lane::kMixed;
  }
  if (result.IsTile() && LaneOfSpace(result.space) != Lane::kShared) return LaneOfSpace(result.space);
  return first ? LaneOfSpace(p.TypeOf(first).space) : Lane::kShared;
}

bool IsSplitRegion(const Program& p, StmtId stmt) {
  return p[stmt].kind == StmtKind::kScope && p.RegionOf(stmt).scope_kind == ScopeKind::kSplitAiv;
}

bool IsDataParallel(const Program& p, StmtId region) {
  return region && p.RegionOf(region).split != SplitMode::kNone;
}

}  // namespace t2t
