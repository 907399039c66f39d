// What watches the chain: dumps, graphs, timing, statistics. A pass never knows that it is watched.
#pragma once

#include <string>
#include <string_view>

#include "pipeline/stage_table.h"

namespace t2t {

struct StageEvent {
  int ordinal = 0;
  const Stage& stage;
  Program& program;     // for reading; a printer or verifier may intern expressions
  bool ran = true;      // After: false when the pass was left out
  bool changed = false; // After
  int64_t changes = 0;  // After: granted by the fuel, for a pass with a unit
  // After: why the pass left the program as it was, in a few words; "" when it changed something.
  std::string idle = {};
  // After, Failed: what this stage found out about the user's program.
  absl::Span<const Diagnostic> findings = {};
};

class Observer {
 public:
  virtual ~Observer() = default;
  // The program as it was read and checked, before any pass.
  virtual void Begin(Program&) {}
  virtual void Before(const StageEvent&) {}
  // Asked after the pass ran and its result verified: "" or why the pass is to blame, which stops the chain.
  virtual std::string Judge(const StageEvent&) { return {}; }
  // The pass is done and its result not yet verified. Order as for After.
  virtual void Ran(const StageEvent&) {}
  // In the order opposite to Before, after the program was verified.
  virtual void After(const StageEvent&) {}
  // The pass failed, or what it left did not verify; nothing follows. `why` is "" when the user's program is at fault.
  virtual void Failed(const StageEvent&, std::string_view /*why*/) {}
  virtual void End(Program&) {}
};

}  // namespace t2t
