// Runs a slice of the chain over a program: one place owns order, toggles, verification and blame.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/function_filter.h"
#include "pipeline/observer.h"
#include "pipeline/stage_table.h"

namespace t2t {

enum class VerifyLevel : uint8_t {
  kNone,
  kEnds,    // the input and the result
  kEach,    // also after every pass that changed something
  kStrict,  // also: what is printed reads back equal, and passes are honest about changes
};

struct RunPlan {
  int first = 1;                // ordinals, inclusive; last < first runs nothing
  int last = 0;
  std::vector<bool> disabled;   // by ordinal - 1; may be shorter than the chain
  std::vector<FunctionFilter> disabled_in;  // by ordinal - 1, functions that the pass leaves alone; may be shorter
  int bisect_limit = -1;        // optional passes beyond this ordinal are left out; -1 = none
  std::vector<int64_t> fuel;    // by ordinal - 1, changes the pass may make, -1 = any; may be shorter than the chain
  Backend backend = Backend::kNone;
  VerifyLevel verify = VerifyLevel::kEach;
  std::vector<std::string_view> verify_only;
};

// The functions that the plan keeps the pass from, as patterns; "" for none.
std::string DisabledIn(const RunPlan& plan, int ordinal);
// Why the plan does not run the pass, "" when it does.
std::string WhySkipped(const RunPlan& plan, int ordinal, const Stage& stage);

// The plan runs the pass, on every function and as far as it goes.
bool RunsInFull(const RunPlan& plan, int ordinal, const Stage& stage);

enum class Verdict : uint8_t { kDone, kInputWrong, kOurFault };

struct RunResult {
  Verdict verdict = Verdict::kDone;
  int stage = 0;          // ordinal of the pass that failed; 0 = the input itself
  std::string failure;    // kOurFault: "pass 13 convert-ops: ..."
};

// Findings about the user's program, warnings included, go to `diagnostics`. `stages` is the whole chain (Stages(), or a
// small one in a test), of which the plan selects a slice.
RunResult RunChain(Program& program, absl::Span<const Stage> stages, const RunPlan& plan,
                   absl::Span<Observer* const> observers, Diagnostics& diagnostics);

// Print, read, compare; "" when the program survives it.
std::string RoundTripDifference(const Program& program);

}  // namespace t2t
