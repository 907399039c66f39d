// Marks in a dump that somebody edited: the input is wrong, not the pass that trusts them.
#include "pipeline/marks.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "fmt/format.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/support/status.h"
#include "ir/text/printer.h"
#include "tests/pipeline/chain_testing.h"

namespace t2t {
namespace {

using testing::HasSubstr;

constexpr std::string_view kProduct = R"(    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[20, 64], pl.FP16], b: pl.Tensor[[64, 64], pl.FP16]) -> tuple[pl.Tensor[[20, 64], pl.FP32], pl.Tensor[[20, 64], pl.FP32]]:
        s: pl.Tensor[[20, 64], pl.FP16] = pl.tensor.slice(a, [20, 64], [0, 0])
        y: pl.Tensor[[20, 64], pl.FP32] = pl.tensor.matmul(s, b, out_dtype=pl.FP32)
        return y, y
    @pl.function(type=pl.FunctionType.Orchestration)
    def host(self, a: pl.Tensor[[20, 64], pl.FP16], b: pl.Tensor[[64, 64], pl.FP16]) -> pl.Tensor[[20, 64], pl.FP32]:
        r: pl.Tuple[pl.Tensor[[20, 64], pl.FP32], pl.Tensor[[20, 64], pl.FP32]] = self.k(a, b)
        y: pl.Tensor[[20, 64], pl.FP32] = r[0]
        return y
)";

std::string Behind(int ordinal) {
  Diagnostics diagnostics;
  const std::optional<Program> program = RunObserved(InProgram(std::string(kProduct)), {}, diagnostics, ordinal);
  EXPECT_FALSE(diagnostics.HasErrors()) << RenderDiagnostics(diagnostics.all(), "k.py", "");
  return program ? PrintProgram(*program) : std::string();
}

// What the rest of the chain says when `from` became `to` behind pass `ordinal`: "LINE: message".
std::string Said(int ordinal, std::string_view from, std::string_view to) {
  std::string text = Behind(ordinal);
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from << " is not in\n" << text;
  if (at == std::string::npos) return {};
  text.replace(at, from.size(), to);
  Diagnostics diagnostics;
  std::optional<Program> program = ReadProgram(text, diagnostics);
  EXPECT_TRUE(program.has_value()) << RenderDiagnostics(diagnostics.all(), "k.py", text);
  if (!program) return {};
  RunPlan plan;
  plan.first = ordinal + 1;
  plan.last = NumStages();
  const RunResult result = RunChain(*program, Stages(), plan, {}, diagnostics);
  if (result.verdict == Verdict::kDone) return "done";
  EXPECT_EQ(result.verdict, Verdict::kInputWrong) << result.failure;
  for (const Diagnostic& d : diagnostics.all()) {
    if (d.severity == Severity::kError) return fmt::format("{} {}: {}", d.kind, d.span.line, d.message);
  }
  return result.failure;
}

constexpr int kRecorded = 4, kBoxed = 9, kTiled = 13, kStored = 15;

TEST(Marks, UntouchedOnesAreTrusted) {
  for (int ordinal : {kRecorded, kBoxed, kTiled, kStored}) EXPECT_EQ(Said(ordinal, "class", "class"), "done") << ordinal;
}

TEST(Marks, ResultsThatTheMarkTellsWrong) {
  const std::string record = R"("t2t.returns": "new:0,same:0")";
  const auto with = [](std::string_view words) { return fmt::format(R"("t2t.returns": "{}")", words); };
  for (int ordinal : {kRecorded, kTiled}) {
    EXPECT_THAT(Said(ordinal, record, with("same:0,keep")), HasSubstr("says 'same:0' where output 0 is the next one"));
    EXPECT_THAT(Said(ordinal, record, with("keep,keep")), HasSubstr("says 'keep' of a result that is computed"));
    EXPECT_THAT(Said(ordinal, record, with("new:1,same:0")), HasSubstr("says 'new:1' where output 0 is the next one"));
    EXPECT_THAT(Said(ordinal, record, with("new:0,new:4000000000")), HasSubstr("where output 1 is the next one"));
    EXPECT_THAT(Said(ordinal, record, with("new:0")), HasSubstr("tells of fewer results than the function returns"));
    EXPECT_THAT(Said(ordinal, record, with("new:0,same:0,keep")), HasSubstr("tells of more results"));
    EXPECT_THAT(Said(ordinal, record, R"("t2t.opaque": False)"), HasSubstr("is missing"));
    EXPECT_THAT(Said(ordinal, record, with("new:0,new:1")), "done");  // two outputs for one value: only less good
  }
}

TEST(Marks, FormsThatNoPassLeaves) {
  const std::string record = R"("t2t.returns": "new:0,same:0")";
  for (std::string_view words : {"bogus", "new", "new:", "new:x", "new:-1", "new:99999999999", "keep:0"}) {
    EXPECT_THAT(Said(kRecorded, record, fmt::format(R"("t2t.returns": "{}")", words)),
                HasSubstr(fmt::format("no pass leaves a mark t2t.returns that says '{}'", words)));
  }
  EXPECT_THAT(Said(kRecorded, record, R"("t2t.returns": [0])"), HasSubstr("marks 7: the mark t2t.returns must be a text"));
  EXPECT_THAT(Said(kRecorded, R"("t2t.kernel": True)", R"("t2t.kernel": False)"), HasSubstr("t2t.kernel is True"));
  EXPECT_THAT(Said(kBoxed, R"("0:Mat,1:Mat")", R"("0:Mat,2:Mat")"), HasSubstr("says '0:Mat,2:Mat'"));
  EXPECT_THAT(Said(kBoxed, R"("0:Mat,1:Mat")", R"("1:Mud")"), HasSubstr("says '1:Mud'"));
  EXPECT_THAT(Said(kBoxed, R"("t2t.written": [])", R"("t2t.written": 3)"), HasSubstr("must be a list of parameter indices"));
  for (std::string_view index : {"-1", "99999999"}) {
    EXPECT_THAT(Said(kBoxed, R"("t2t.written": [])", fmt::format(R"("t2t.written": [{}])", index)),
                HasSubstr("the mark t2t.written names a parameter that"));
  }
  EXPECT_THAT(Said(kBoxed, R"("t2t.space": pl.Mem.Mat)", R"("t2t.space": "Mat")"), HasSubstr("must be a memory space"));
  EXPECT_THAT(Said(kBoxed, R"("t2t.box": "0:16")", R"("t2t.box": "0:-16")"), HasSubstr("says '0:-16'"));
}

TEST(Marks, OnTheWrongThing) {
  EXPECT_THAT(Said(kBoxed, R"("t2t.space": pl.Mem.Mat)", R"("t2t.out": 0)"), HasSubstr("t2t.out belongs on a tensor.create"));
  EXPECT_THAT(Said(kBoxed, R"("t2t.space": pl.Mem.Mat)", R"("t2t.written": [])"), HasSubstr("t2t.written belongs on a kernel"));
  EXPECT_THAT(Said(kRecorded, "type=pl.FunctionType.Orchestration", "type=pl.FunctionType.Orchestration, attrs={\"t2t.opaque\": True}"),
              HasSubstr("t2t.opaque belongs on a kernel"));
}

// A chain that begins at the beginning has no edited marks: whoever left a wrong one is a pass.
TEST(Marks, BlameThePassInAWholeRun) {
  class Trusting final : public Pass {
   public:
    absl::StatusOr<Change> Run(PassContext&) override { return MarkError("the mark says nothing"); }
  };
  Stage trusting;
  trusting.name = "trusting";
  trusting.make = [] { return std::unique_ptr<Pass>(new Trusting); };
  const Stage chain[] = {trusting, trusting};
  for (int first : {1, 2}) {
    Diagnostics diagnostics;
    std::optional<Program> program = ReadProgram(InProgram(R"(    @pl.function(type=pl.FunctionType.Orchestration)
    def host(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        return x
)"), diagnostics);
    ASSERT_TRUE(program.has_value());
    RunPlan plan;
    plan.first = first;
    plan.last = 2;
    const RunResult result = RunChain(*program, chain, plan, {}, diagnostics);
    EXPECT_EQ(result.verdict, first == 1 ? Verdict::kOurFault : Verdict::kInputWrong);
  }
}

}  // namespace
}  // namespace t2t
