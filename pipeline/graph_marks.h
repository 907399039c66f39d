// Which nodes of a graph the pass at hand added, changed or removed, and what stood there before.
#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "pipeline/graph.h"
#include "pipeline/provenance_journal.h"

namespace t2t {

class GraphMarks {
 public:
  // `changes` null: nothing is marked.
  GraphMarks(const Program& program, const StageChanges* changes);

  Mark Of(StmtId stmt) const;
  Mark Of(FuncId function) const;
  // "tensor.exp" where the statement was changed or replaces one that is gone; "" otherwise.
  std::string Was(StmtId stmt) const;
  // Of a parameter: added, its direction or its type changed. `was` is set to the direction it had.
  Mark OfParam(FuncId function, ValueId param, ParamDirection direction, std::string& was) const;
  // Attributes of the function before the pass.
  AttrsId AttrsBefore(FuncId function) const;

  // A statement that is gone and that nothing replaces.
  struct Gone {
    StmtId stmt;
    ValueId var;   // invalid for an effect
    ExprId value;  // invalid where it is no assignment or effect
    std::string what;
  };
  // Those that stood in `block`, in order of their ids.
  absl::Span<const Gone> RemovedFrom(BlockId block) const;

 private:
  std::string WhatWas(StmtId stmt, const StmtState& state) const;

  const Program& p_;
  const StageChanges* changes_;
  absl::flat_hash_map<StmtId, StmtId> replaces_;  // new statement -> the one that is gone
  absl::flat_hash_map<BlockId, std::vector<Gone>> removed_;
  absl::flat_hash_map<ValueId, ParamDirection> directions_before_;  // parameters of functions that changed
};

}  // namespace t2t
