// The pass that docs/your-own-pass.md builds: alone, and as a row of a chain with dumps and verifiers around it.
#include "examples/own_pass/drop_double_neg.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/text/printer.h"
#include "ir/text/reader.h"
#include "pipeline/runner.h"
#include "pipeline/stage_table.h"

namespace t2t {
namespace {

using testing::HasSubstr;
using testing::Not;

Program Read(const std::string& body) {
  Diagnostics diagnostics;
  const std::string text = "import pypto.language as pl\n\n@pl.program\nclass Test:\n" + body;
  std::optional<Program> program = ReadProgram(text, diagnostics);
  EXPECT_TRUE(program.has_value()) << RenderDiagnostics(diagnostics.all(), "test", text);
  return program ? *std::move(program) : Program();
}

// The chain with one more row behind row `after`.
std::vector<Stage> ChainWith(const Stage& row, std::string_view after) {
  std::vector<Stage> chain;
  for (const Stage& stage : Stages()) {
    chain.push_back(stage);
    if (stage.name == after) chain.push_back(row);
  }
  return chain;
}

Stage Row() {
  Stage row;
  row.name = DropDoubleNeg::kName;
  row.make = [] { return std::unique_ptr<Pass>(std::make_unique<DropDoubleNeg>()); };
  row.after = Language::kSource;
  row.optional = true;
  row.summary = "neg(neg(x)) is x";
  return row;
}

std::string Lowered(Program program) {
  Diagnostics diagnostics;
  const std::vector<Stage> chain = ChainWith(Row(), "select-kernels");
  RunPlan plan;
  plan.first = 1;
  plan.last = static_cast<int>(chain.size());
  plan.verify = VerifyLevel::kStrict;
  const RunResult result = RunChain(program, chain, plan, {}, diagnostics);
  EXPECT_EQ(result.verdict, Verdict::kDone) << result.failure << RenderDiagnostics(diagnostics.all(), "test", "");
  return PrintProgram(program);
}

constexpr const char* kTwice = R"(    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        a = pl.tensor.neg(x)
        b = pl.tensor.neg(a)
        c = pl.tensor.exp(b)
        return c
)";

TEST(DropDoubleNeg, InnerMeansOuterReadsItsOperand) {
  const std::string out = Lowered(Read(kTwice));
  EXPECT_THAT(out, HasSubstr("tile.exp(x__tile)"));
}

TEST(DropDoubleNeg, OneNegationStays) {
  const std::string out = Lowered(Read(R"(    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        a = pl.tensor.neg(x)
        c = pl.tensor.exp(a)
        return c
)"));
  EXPECT_THAT(out, HasSubstr("tile.neg(x__tile)"));
}

TEST(DropDoubleNeg, SaysWhetherItChangedAnything) {
  Program program = Read(kTwice);
  Diagnostics diagnostics;
  PassContext context{program, diagnostics};
  ASSERT_TRUE(StageAt(FindStage("select-kernels")).make()->Run(context).ok());
  EXPECT_EQ(*DropDoubleNeg().Run(context), Change::kChanged);
  EXPECT_EQ(*DropDoubleNeg().Run(context), Change::kNone);
  EXPECT_THAT(PrintProgram(program), Not(HasSubstr("b: pl.Tensor[[64], pl.FP32] = pl.tensor.neg(a)")));
}

}  // namespace
}  // namespace t2t
