// Where the values of a function come from, and whether they may be read where they are: the sides of a core pair have no
// memory in common, so what one makes reaches the other through the boundary alone (rules 6, 7, 9 and 10 of AivSplitValid and
// AivSplitLoweredValid: letters f, g, i, j).
#pragma once

#include <string_view>
#include <vector>

#include "verifiers/aiv_lanes.h"
#include "verifiers/verifier.h"

namespace t2t {

class AivOrigins {
 public:
  AivOrigins(VerifyContext& c, const AivOps& ops) : c_(c), p_(c.program), ops_(ops), region_(p_.num_values()),
                                                    lane_(p_.num_values(), Lane::kShared), op_(p_.num_values()) {}

  void Bind(ValueId var, StmtId region, Lane lane, OpId op);
  // Another name of a value: bound where that was bound.
  void Rename(ValueId to, ExprId value);
  // The results of a loop or branch, from what it yields.
  void Results(StmtId stmt);

  // The operands of a call that is no crossing.
  void Reads(StmtId stmt, const Call& call, Lane lane, StmtId region);
  // What a loop starts from, and what it hands to its next round.
  void Carries(StmtId loop);
  void Yields(StmtId loop);

 private:
  std::string_view Name(ValueId v) const { return p_[p_[v].name]; }
  // The finding about one operand, at most one: the first rule that it breaks.
  bool ReadsOne(StmtId stmt, const Call& call, Lane lane, StmtId region, ValueId v);
  void Carried(StmtId stmt, ExprId value);

  VerifyContext& c_;
  const Program& p_;
  const AivOps& ops_;
  std::vector<StmtId> region_;  // by value: the region it is bound in
  std::vector<Lane> lane_;      // by value: of the operator that binds it
  std::vector<OpId> op_;        // by value: that operator
};

}  // namespace t2t
