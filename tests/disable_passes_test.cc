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

// 20 rows and 24 columns: both box passes have something to do.
constexpr std::string_view kUnboxed = R"(# pypto.program: T
import pypto.language as pl

@pl.program
class T:
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[20, 64], pl.FP16], b: pl.Tensor[[64, 24], pl.FP16]) -> pl.Tensor[[20, 24], pl.FP32]:
        y: pl.Tensor[[20, 24], pl.FP32] = pl.tensor.matmul(a, b, a_trans=False, b_trans=False, c_matrix_nz=False, out_dtype=pl.FP32)
        return y
)";
constexpr std::string_view kBoxing[] = {"box-cube-m", "box-cube-n"};

TEST(DisablePasses, BoxesLeftOutEarlierAreNobodysFault) {
  Diagnostics diagnostics;
  const std::optional<Program> program = ReadProgram(kUnboxed, diagnostics);
  ASSERT_TRUE(program);
  for (std::string_view without : kBoxing) {
    const ChainRun once = RunWhole(*program, Backend::kNone, {FindStage(without)});
    ASSERT_EQ(once.result.verdict, Verdict::kDone) << once.result.failure;
    const ChainRun again = RunWhole(*once.program, Backend::kNone);
    EXPECT_EQ(again.result.verdict, Verdict::kDone) << again.result.failure;
  }
}

TEST(DisablePasses, BoxesLeftOutInFrontOfADumpAreNobodysFault) {
  for (std::string_view without : kBoxing) {
    Diagnostics diagnostics;
    std::optional<Program> program = ReadProgram(kUnboxed, diagnostics);
    ASSERT_TRUE(program);
    RunPlan plan;
    plan.last = FindStage("share-loads");
    plan.disabled.resize(static_cast<size_t>(NumStages()), false);
    plan.disabled[static_cast<size_t>(FindStage(without) - 1)] = true;
    ASSERT_EQ(RunChain(*program, Stages(), plan, {}, diagnostics).verdict, Verdict::kDone);
    RunPlan rest;
    rest.first = plan.last + 1;
    rest.last = NumStages();
    const RunResult result = RunChain(*program, Stages(), rest, {}, diagnostics);
    EXPECT_EQ(result.verdict, Verdict::kDone) << result.failure;
  }
}

TEST(DisablePasses, WithoutFuelNothingIsPromised) {
  for (std::string_view held : kBoxing) {
    Diagnostics diagnostics;
    std::optional<Program> program = ReadProgram(kUnboxed, diagnostics);
    ASSERT_TRUE(program);
    RunPlan plan;
    plan.last = NumStages();
    plan.fuel.assign(static_cast<size_t>(NumStages()), -1);
    plan.fuel[static_cast<size_t>(FindStage(held) - 1)] = 0;
    const RunResult result = RunChain(*program, Stages(), plan, {}, diagnostics);
    EXPECT_EQ(result.verdict, Verdict::kDone) << result.failure;
  }
}

}  // namespace
}  // namespace t2t
