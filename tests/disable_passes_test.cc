// An optional pass can be left out: what the rest of the chain makes of a program still verifies after every pass, or is
// refused with a reason. t2t itself is never wrong.
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/whole_programs.h"

namespace t2t {
namespace {

std::vector<int> OptionalPasses() {
  std::vector<int> ordinals;
  for (int i = 1; i <= NumStages(); ++i) {
    if (StageAt(i).optional) ordinals.push_back(i);
  }
  return ordinals;
}

// What only the pass left out can make legal: store channels that it would have joined, and a product that no longer
// has the extent of its accumulator.
const std::set<std::string> kReasons = {"mixed-store-channels", "conversion"};

TEST(DisablePasses, TheRestStillVerifiesOrNamesTheReason) {
  std::map<int, int> lowered;  // by ordinal left out; 0 = all of them
  for (const WholeProgram& source : WholePrograms()) {
    SCOPED_TRACE(source.name);
    Diagnostics diagnostics;
    const std::optional<Program> program = ReadProgram(source.text, diagnostics);
    if (!program) continue;
    const ChainRun whole = RunWhole(*program, source.backend);
    EXPECT_NE(whole.result.verdict, Verdict::kOurFault) << whole.result.failure;
    // Without a pass that changes nothing the run is the same run.
    std::map<int, std::vector<int>> choices = {{0, OptionalPasses()}};
    for (int ordinal : OptionalPasses()) {
      if (whole.changed.contains(ordinal)) choices[ordinal] = {ordinal};
    }
    for (const auto& [label, without] : choices) {
      const ChainRun run = RunWhole(*program, source.backend, without);
      EXPECT_NE(run.result.verdict, Verdict::kOurFault) << "without " << label << ": " << run.result.failure;
      if (run.result.verdict == Verdict::kDone) ++lowered[label];
      if (run.result.verdict != Verdict::kInputWrong || whole.result.verdict == Verdict::kInputWrong) continue;
      std::string kinds;
      bool named = false;
      for (const Diagnostic& d : run.findings) {
        if (d.severity != Severity::kError) continue;
        EXPECT_NE(d.message, "");
        kinds += d.kind + " ";
        named |= kReasons.contains(d.kind);
      }
      EXPECT_TRUE(named) << "without " << label << ": " << kinds;
    }
  }
  EXPECT_GT(lowered[0], 3);
}

}  // namespace
}  // namespace t2t
