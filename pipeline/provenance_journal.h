// What each pass did to every statement, value and function: the memory behind marks in graphs, --explain and --report.
//
// Nothing a program ever held is freed, and ids keep their meaning, so a record of ids from before a pass still says
// everything afterwards. The journal compares ids in front of and behind each pass; passes do not know of it. Time is
// linear in the program per stage, memory in what was changed.
#pragma once

#include <string>
#include <vector>

#include "pipeline/observer.h"

namespace t2t {

// Where a statement stands and what it says. `block` is invalid while no function body leads to it.
struct StmtState {
  BlockId block;
  uint32_t a = 0, b = 0;      // as in Stmt
  uint32_t region = 0;        // fingerprint of what a loop, branch or scope holds itself
  bool linked() const { return block.valid(); }
  friend bool operator==(const StmtState&, const StmtState&) = default;
};

struct StmtChange {
  StmtId stmt;
  StmtState before, after;
  bool made() const { return !before.linked() && after.linked(); }
  bool removed() const { return before.linked() && !after.linked(); }
};
struct ValueChange {
  ValueId value;
  TypeId before, after;
  StrId name_before;
};
struct FunctionChange {
  FuncId function;
  Function before, after;
};

struct RegionChange {
  StmtId stmt;
  Region before;
};

struct StageChanges {
  int ordinal = 0;
  bool ran = false, changed = false, failed = false;
  size_t statements = 0;                  // in the whole program, behind the pass
  uint32_t values_before = 0, values_after = 0;  // values the program had ever made
  std::vector<StmtChange> stmts;          // ascending ids
  std::vector<ValueChange> values;        // ascending; values that existed before
  std::vector<FunctionChange> functions;  // ascending
  std::vector<RegionChange> regions;      // ascending; loops, branches and scopes that were changed in place

  // Null when the pass did not touch it.
  const StmtChange* Of(StmtId stmt) const;
  const ValueChange* Of(ValueId value) const;
  const FunctionChange* Of(FuncId function) const;
  size_t made() const;
  size_t removed() const;
};

class Journal final : public Observer {
 public:
  void Begin(Program& program) override;
  void After(const StageEvent& event) override { Record(event, false); }
  void Failed(const StageEvent& event, std::string_view) override { Record(event, true); }

  bool begun() const { return begun_; }
  absl::Span<const StageChanges> stages() const { return stages_; }
  size_t statements_read() const { return statements_read_; }
  size_t values_read() const { return values_read_; }
  const StageChanges* Stage(int ordinal) const;
  // The statements as they were behind pass `ordinal` (0: as read), by statement id. Linear.
  std::vector<StmtState> StatesAfter(int ordinal) const;
  // What a loop, branch or scope held behind pass `ordinal`.
  const Region& RegionAfter(const Program& program, StmtId stmt, int ordinal) const;

 private:
  void Record(const StageEvent& event, bool failed);
  std::vector<StmtState> States(const Program& program);
  void KeepRegions(const Program& program);

  bool begun_ = false;
  size_t statements_read_ = 0, statements_ = 0, values_read_ = 0;
  std::vector<StmtState> first_, now_;  // by statement
  std::vector<TypeId> types_;           // by value
  std::vector<StrId> names_;
  std::vector<Function> functions_;
  std::vector<Region> regions_;         // by statement's region id
  std::vector<StageChanges> stages_;
};

// Same signature and attributes, wherever the lists are stored.
bool SameSignature(const Program& program, const Function& a, const Function& b);

}  // namespace t2t
