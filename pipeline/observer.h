// What watches the chain: dumps, graphs, timing, statistics, bisecting. A pass never knows that it is watched.
#pragma once

#include <string>
#include <string_view>

#include "pipeline/stage_table.h"

namespace t2t {

struct StageEvent {
  int ordinal = 0;
  const Stage& stage;
  Program& program;     // for reading; a printer or verifier may intern expressions
  bool ran = true;      // After: false when the pass was disabled, vetoed or has no implementation
  bool changed = false; // After
};

class Observer {
 public:
  virtual ~Observer() = default;
  // The program as it was read, before any pass.
  virtual void Begin(Program&) {}
  // A veto: false skips the pass. Asked only for optional passes.
  virtual bool ShouldRun(const StageEvent&) { return true; }
  virtual void Before(const StageEvent&) {}
  // Asked after the pass ran and its result verified: "" or why the pass is to blame, which stops the chain.
  virtual std::string Judge(const StageEvent&) { return {}; }
  // In the order opposite to Before, after the program was verified.
  virtual void After(const StageEvent&) {}
  // The pass failed, or what it left did not verify; nothing follows.
  virtual void Failed(const StageEvent&, std::string_view /*why*/) {}
  virtual void End(Program&) {}
};

}  // namespace t2t
