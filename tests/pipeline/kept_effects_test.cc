// What a pass did, judged by the program in front of it and the one behind it.
#include "pipeline/kept_effects.h"

#include <optional>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/text/reader.h"

namespace t2t {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Program Kernel(const std::string& statements) {
  const std::string text =
      "# pypto.program: T\nimport pypto.language as pl\nimport pypto.language.distributed as pld\n@pl.program\nclass T:\n"
      "    @pl.function(type=pl.FunctionType.InCore)\n"
      "    def k(x: pl.Tensor[[16, 32], pl.FP32], s: pld.DistributedTensor[[2, 1], pl.INT32], n: pl.Scalar[pl.INDEX]) -> "
      "pl.Tensor[[16, 32], pl.FP32]:\n" +
      statements + "        return y\n";
  Diagnostics read;
  std::optional<Program> program = ReadProgram(text, read);
  EXPECT_TRUE(program.has_value()) << RenderDiagnostics(read.all(), "t.py", text);
  return *std::move(program);
}

std::string Lost(const std::string& before, const std::string& after, bool promised = false) {
  Program was = Kernel(before), is = Kernel(after);
  Stage row;
  row.name = "pass";
  row.keeps_effects = promised;
  ValueCheckOptions limits;
  limits.seeds = 2;
  return KeptEffects(was, {&row, 1}, 1, limits).Lost(is);
}

const char kTwice[] = "        y = pl.tensor.add(x, x)\n";
const char kTimesTwo[] = "        y = pl.tensor.muls(x, 2.0)\n";
const char kTimesThree[] = "        y = pl.tensor.muls(x, 3.0)\n";

TEST(KeptEffects, TheSameNumbersNeedNoRun) {
  EXPECT_EQ(Lost(kTwice, kTwice), "");
  EXPECT_EQ(Lost(kTwice, kTwice, /*promised=*/true), "");
}

TEST(KeptEffects, ValuesDecideWhereNumbersDiffer) {
  EXPECT_EQ(Lost(kTwice, kTimesTwo), "");
  EXPECT_THAT(Lost(kTwice, kTimesThree), AllOf(HasSubstr("changes values: function 'k'"), HasSubstr("result")));
}

TEST(KeptEffects, APassThatPromisesTheNumbersIsHeldToThem) {
  EXPECT_THAT(Lost(kTwice, kTimesTwo, /*promised=*/true), HasSubstr("EffectSet: result 0 of k is computed differently"));
}

// A signal has no value that a run could compare.
TEST(KeptEffects, ALostSignalIsCertain) {
  const std::string notify = "        pld.system.notify(s, 0, [0, 0], 1, op=1)\n";
  EXPECT_EQ(Lost(notify + kTwice, notify + kTwice), "");
  EXPECT_THAT(Lost(notify + kTwice, kTwice), HasSubstr("EffectSet: k sends other signals, or calls otherwise"));
  const std::string sometimes = "        if n == 0:\n            pld.system.notify(s, 0, [0, 0], 1, op=1)\n";
  EXPECT_THAT(Lost(notify + kTwice, sometimes + kTwice), HasSubstr("EffectSet: k sends other signals, or calls otherwise"));
}

TEST(KeptEffects, WhatCannotBeRunIsBelieved) {
  const std::string push =
      "        t = pl.tile.load(x, [0, 0], [16, 32], [16, 32])\n        pl.tile.tpush_to_aic(t, split=1)\n";
  EXPECT_EQ(Lost(push + kTwice, push + kTimesThree), "");
  EXPECT_NE(Lost(push + kTwice, push + kTimesThree, /*promised=*/true), "");
}

TEST(KeptEffects, OneObjectJudgesManyPrograms) {
  Program was = Kernel(kTwice), right = Kernel(kTimesTwo), wrong = Kernel(kTimesThree);
  Stage row;
  row.name = "pass";
  KeptEffects effects(was, {&row, 1}, 1, {});
  EXPECT_NE(effects.Lost(wrong), "");
  EXPECT_EQ(effects.Lost(right), "");
  EXPECT_NE(effects.Lost(wrong), "");
}

}  // namespace
}  // namespace t2t
