// Re-deduction of what depends on a value whose type changed.
//
// SSA values carry their type, so a value that changes its type is replaced by a fresh one of the same name, and
// everything computed from it follows, in one walk from top to bottom: operator calls with a changed operand are deduced
// again (kwargs and attributes kept), projections and plain copies take the new type, a loop carry that of its seed, a
// branch result that of its first branch. Calls of functions and Submits are substituted, never deduced again; what has no
// changed operand is not touched (lowering j.4, l). `t2t.as_tensor` names a logical tensor: it keeps its type while the
// valid region of its tile stays what it was.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/container/inlined_vector.h"
#include "absl/status/statusor.h"
#include "ir/core/rewrite.h"
#include "ir/support/diagnostics.h"

namespace t2t {

// Where a loop result takes its type from. Text shows the types of several results no more than those of carries: a reader
// gives both that of the seed (lowering j.5). A repair of what the body yields reaches the results (lowering l).
enum class LoopResults : uint8_t { kTakeCarries, kTakeYields };

class Retyper {
 public:
  Retyper(Program& program, FuncId function, LoopResults results)
      : p_(program), function_(function), results_(results), subst_(program) {}

  // The variable assigned by this statement takes the type of its value.
  void TakeValueType(StmtId assign) { forced_.insert(assign); }
  // Carry `index` of this loop starts from another value.
  void Reseed(StmtId loop, uint32_t index, ExprId seed) { instead_[loop].emplace_back(index, seed); }
  // Value `index` of this yield is another one.
  void Reyield(StmtId yield, uint32_t index, ExprId value) { instead_[yield].emplace_back(index, value); }

  // Something was asked for.
  bool needed() const { return !forced_.empty() || !instead_.empty(); }
  // Carries everything out. An operator that refuses its changed operands is the user's error, and `help` says what to do.
  absl::Status Run(Diagnostics& diagnostics,
                   std::string_view help = "the type of an operand follows from what is computed before; make the extents agree");

 private:
  absl::Status Assign(StmtId stmt);
  absl::StatusOr<ExprId> Deduced(ExprId call, ExprId before);
  void EnterRegion(StmtId stmt);
  void LeaveRegion(StmtId stmt);
  void Yield(StmtId stmt);
  // A fresh value in the place of `value`, which everything below will read.
  ValueId Replace(ValueId value, TypeId type);

  Program& p_;
  FuncId function_;
  LoopResults results_;
  Substitution subst_;
  absl::flat_hash_set<StmtId> forced_;
  // By loop or yield: which of its values are exchanged for what.
  absl::flat_hash_map<StmtId, absl::InlinedVector<std::pair<uint32_t, ExprId>, 1>> instead_;
  absl::flat_hash_set<StmtId> results_may_change_;  // region statements
};

}  // namespace t2t
