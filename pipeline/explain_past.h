// One function as it stood behind a pass, read back from the journal.
#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "ir/text/names.h"
#include "pipeline/provenance_journal.h"

namespace t2t {

class Past {
 public:
  // How a value is read. `operand`: position in a call; -1 elsewhere. `carry`: the loop value it starts.
  struct Use {
    StmtId stmt;
    int operand = -1;
    ValueId carry;
  };

  Past(const Program& program, const Journal& journal, int ordinal, FuncId function);

  absl::Span<const StmtId> statements() const { return statements_; }  // by line, then age
  // What an assignment or effect said then; invalid for other statements, and for those that were not there.
  ExprId ValueOf(StmtId stmt) const;
  ValueId VarOf(StmtId stmt) const;    // invalid where nothing is assigned
  bool Has(StmtId stmt) const { return stmt.index() < states_.size() && states_[stmt.index()].linked(); }
  StmtId DefOf(ValueId value) const;   // its assignment; invalid for parameters and loop values
  absl::Span<const Use> UsesOf(ValueId value) const;

 private:
  const Program& p_;
  std::vector<StmtState> states_;
  std::vector<StmtId> statements_;
  absl::flat_hash_map<ValueId, std::vector<Use>> uses_;
  absl::flat_hash_map<ValueId, StmtId> defs_;
};

}  // namespace t2t
