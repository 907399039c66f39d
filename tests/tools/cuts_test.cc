// What t2t-reduce takes away at once.
#include "tools/cuts.h"

#include <chrono>
#include <optional>

#include "fmt/format.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/text/reader.h"

namespace t2t {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A function of so many statements, each of which reads the one in front of it.
Reduced Chain(int statements) {
  std::string text =
      "import pypto.language as pl\n\n@pl.program\nclass P:\n    @pl.function(type=pl.FunctionType.InCore)\n"
      "    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:\n";
  for (int i = 0; i < statements; ++i) {
    text += fmt::format("        v{}: pl.Tensor[[64], pl.FP32] = pl.tensor.neg({})\n", i + 1, i == 0 ? "x" : fmt::format("v{}", i));
  }
  text += fmt::format("        return v{}\n", statements);
  Diagnostics diagnostics;
  std::optional<Program> program = ReadProgram(text, diagnostics);
  EXPECT_TRUE(program.has_value());
  return Reduced{*std::move(program), {false}};
}

double SecondsToDropAll(int statements) {
  Reduced chain = Chain(statements);
  const std::vector<Cut> cuts = CutsOf(chain, Cut::Kind::kStatement);
  EXPECT_EQ(cuts.size(), static_cast<size_t>(statements));
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(Apply(cuts, chain));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  EXPECT_EQ(chain.statements(), 1);  // the return
  EXPECT_THAT(chain.Text(), HasSubstr("return x"));
  return seconds;
}

TEST(Cuts, WhatReadsADroppedValueReadsWhatStandsForItInTheEnd) {
  Reduced chain = Chain(6);
  std::vector<Cut> cuts = CutsOf(chain, Cut::Kind::kStatement);
  cuts.erase(cuts.begin() + 3);  // v4 stays, and with it a chain in front of it and one behind it
  ASSERT_TRUE(Apply(cuts, chain));
  EXPECT_THAT(chain.Text(), HasSubstr("pl.tensor.neg(x"));
  EXPECT_THAT(chain.Text(), HasSubstr("return v4"));
  EXPECT_THAT(chain.Text(), Not(HasSubstr("v3")));
}

// Sixteen times the statements in at most sixty times the time: a quadratic walk would take 256 times as long.
TEST(Cuts, AChainOfDroppedValuesTakesTimeInItsLength) {
  SecondsToDropAll(2000);  // warms up
  const double small = SecondsToDropAll(2000), large = SecondsToDropAll(32000);
  EXPECT_LT(large, 60 * small + 0.05);
}

}  // namespace
}  // namespace t2t
