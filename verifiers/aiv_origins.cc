#include "verifiers/aiv_origins.h"

#include <algorithm>

#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"

namespace t2t {

void AivOrigins::Bind(ValueId var, StmtId region, Lane lane, OpId op) {
  region_[var.index()] = region;
  lane_[var.index()] = lane;
  op_[var.index()] = op;
}

void AivOrigins::Rename(ValueId to, ExprId value) {
  const ValueId from = AsVar(p_, value);
  if (from) Bind(to, region_[from.index()], lane_[from.index()], op_[from.index()]);
}

void AivOrigins::Results(StmtId stmt) {
  const Region& r = p_.RegionOf(stmt);
  for (BlockId block : {r.body, r.else_body}) {
    const StmtId yield = block ? TrailingYield(p_, block) : StmtId();
    for (size_t i = 0; yield && i < r.results.size && i < p_[yield].values().size; ++i) {
      const ValueId result = p_[r.results][i];
      if (!region_[result.index()]) Rename(result, p_[p_[yield].values()][i]);  // one side of the lanes is enough
    }
  }
}

void AivOrigins::Reads(StmtId stmt, const Call& call, Lane lane, StmtId region) {
  std::vector<ValueId> reported;
  for (ExprId arg : p_[call.args]) {
    ForEachUse(p_, arg, [&](ValueId v) {
      if (std::find(reported.begin(), reported.end(), v) != reported.end()) return;
      if (ReadsOne(stmt, call, lane, region, v)) reported.push_back(v);
    });
  }
}

bool AivOrigins::ReadsOne(StmtId stmt, const Call& call, Lane lane, StmtId region, ValueId v) {
  const OpId definer = op_[v.index()];
  if (!definer) return false;
  const StmtId bound = region_[v.index()];
  if (ops_.Crosses(definer) && IsDataParallel(p_, region) && bound && bound != region) {
    c_.Error(10, stmt, fmt::format("{} belongs to the split_aiv region in line {}", Name(v), p_[bound].span.line),
             "shard or gather it again in this region, or use an own NONE region");
    return true;
  }
  // A load or store reaches GM from either side.
  if (ops_.Transfers(call.op) || ops_.Transfers(definer)) return false;
  if (bound && !region && lane == Lane::kCube && !ops_.Gather(definer)) {
    c_.Error(6, stmt, fmt::format("{} is a value of the vector lanes and reaches the cube core without a gather", Name(v)),
             "gather it with pl.aic_gather at the end of its region");
    return true;
  }
  if (!bound && region && lane == Lane::kVector && lane_[v.index()] == Lane::kCube) {
    c_.Error(7, stmt, fmt::format("{} is a value of the cube core and reaches the vector lanes without a shard", Name(v)),
             "shard it with pl.aiv_shard at the top of the region");
    return true;
  }
  return false;
}

void AivOrigins::Carries(StmtId loop) {
  for (ExprId init : p_[p_.RegionOf(loop).inits]) Carried(loop, init);
}

void AivOrigins::Yields(StmtId loop) {
  const StmtId yield = TrailingYield(p_, p_.RegionOf(loop).body);
  if (!yield || p_[yield].values().size != p_.RegionOf(loop).iter_args.size) return;
  for (ExprId value : p_[p_[yield].values()]) Carried(yield, value);
}

void AivOrigins::Carried(StmtId stmt, ExprId value) {
  const ValueId v = AsVar(p_, value);
  if (!v || !op_[v.index()] || !ops_.Crosses(op_[v.index()])) return;
  c_.Error(9, stmt, fmt::format("{}, the result of {}, is carried by a loop", Name(v), Ops()[op_[v.index()]].name),
           "carry the value behind it, and cross the boundary in each iteration");
}

}  // namespace t2t
