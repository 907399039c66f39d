// One shard or gather: where it stands, which memories it takes from and gives to, and that all of a function cross alike
// (rules 3, 4 and 11 of AivSplitValid and AivSplitLoweredValid: letters c, d, k).
#pragma once

#include "verifiers/aiv_lanes.h"
#include "verifiers/verifier.h"

namespace t2t {

enum class AivForm : uint8_t {
  kRegions,  // as written: crossings stand in regions
  kLowered,  // behind the lowering of automatic splits, which may leave them flat in functions that were outlined from regions
};

// Says on an InCore function that it was outlined from a scope with split regions.
bool OutlinedFromRegion(const Program& p, FuncId f);

class AivCrossings {
 public:
  AivCrossings(VerifyContext& c, const AivOps& ops, AivForm form) : c_(c), p_(c.program), ops_(ops), form_(form) {}

  void Begin(FuncId f);
  // `region`: the innermost one around it, or none.
  void Check(StmtId stmt, ExprId call, StmtId region);

 private:
  void Flat(StmtId stmt, const Call& call);
  void Alike(StmtId stmt, const Call& call);
  void Memories(StmtId stmt, ExprId call);

  VerifyContext& c_;
  const Program& p_;
  const AivOps& ops_;
  const AivForm form_;
  FuncId function_;
  StmtId first_split_, first_whole_;  // of this function
};

}  // namespace t2t
