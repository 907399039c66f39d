// The languages are total: every operator belongs to a class, and what a language does not list is a finding.
#include "pipeline/languages.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/ops/registry.h"
#include "ir/text/reader.h"
#include "passes/convert/registry.h"

namespace t2t {
namespace {

using testing::HasSubstr;

std::vector<std::string> Findings(Language language, std::string_view body) {
  Diagnostics read;
  const auto program = ReadProgram(
      "# pypto.program: T\nimport pypto.language as pl\n@pl.program\nclass T:\n"
      "    @pl.function(type=pl.FunctionType.InCore)\n"
      "    def k(x: pl.Tensor[[16, 64], pl.FP32], o: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:\n" +
          std::string(body) + "        return o\n",
      read);
  if (!program) {
    ADD_FAILURE() << RenderDiagnostics(read.all(), "t.py", "");
    return {};
  }
  const FuncId f(0);
  Diagnostics found;
  CheckLanguage(*program, language, {&f, 1}, found);
  std::vector<std::string> out;
  for (const Diagnostic& d : found.all()) out.push_back(d.message);
  return out;
}

TEST(Languages, EveryOperatorIsListedSomewhereOrNowhereOnPurpose) {
  for (uint32_t i = 0; i < Ops().size(); ++i) {
    const Construct construct = ClassifyOp(OpId(i));
    // tensor.alloc has neither a tile form nor a meaning for GM as such, so no language lists it.
    EXPECT_EQ(construct == Construct::kUnknownOperator, Ops()[OpId(i)].name == "tensor.alloc") << Ops()[OpId(i)].name;
  }
}

TEST(Languages, WhatTheConversionReplacesIsGoneBehindIt) {
  for (const Conversion& c : Conversions().all()) {
    EXPECT_EQ(ClassifyOp(c.from), Construct::kTensorCompute) << Ops()[c.from].name;
  }
  EXPECT_TRUE(Allows(Language::kBridged, Construct::kTensorCompute));
  for (Language l : {Language::kTiled, Language::kResolved, Language::kStored, Language::kLinked, Language::kLowered}) {
    EXPECT_FALSE(Allows(l, Construct::kTensorCompute)) << LanguageName(l);
  }
}

TEST(Languages, ALeftoverTensorOperatorIsFound) {
  const std::string exp = "        a: pl.Tensor[[16, 64], pl.FP32] = pl.tensor.exp(x)\n";
  EXPECT_TRUE(Findings(Language::kSource, exp).empty());
  EXPECT_THAT(Findings(Language::kTiled, exp),
              testing::ElementsAre("tensor.exp is a tensor computation, which language 'tiled' does not allow"));
}

TEST(Languages, ALeftoverShardIsFound) {
  const std::string shard =
      "        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):\n"
      "            h: pl.Tensor[[8, 64], pl.FP32] = pl.tensor.aiv_shard(x, split=1)\n";
  EXPECT_TRUE(Findings(Language::kSource, shard).empty());
  EXPECT_EQ(Findings(Language::kLowered, shard).size(), 1u);
}

TEST(Languages, ElementsAndExtentsOfGmStay) {
  const std::string body =
      "        m: pl.Scalar[pl.INDEX] = pl.tensor.dim(x, 0)\n"
      "        w: pl.Tensor[[16, 64], pl.FP32] = pl.tensor.write(o, [0, 0], 1.0)\n";
  EXPECT_TRUE(Findings(Language::kLowered, body).empty());
}

TEST(Languages, NestedCallsAreLookedAt) {
  EXPECT_EQ(Findings(Language::kLowered,
                     "        w: pl.Tensor[[16, 64], pl.FP32] = pl.tensor.write(o, [0, 0], "
                     "pl.tensor.read(pl.tensor.exp(x), [0, 0]))\n")
                .size(),
            1u);
}

TEST(Languages, AreNamedByPassesToo) {
  EXPECT_EQ(FindLanguage("tiled"), Language::kTiled);
  EXPECT_EQ(FindLanguage("convert-ops"), Language::kTiled);
  EXPECT_EQ(FindLanguage("13"), Language::kTiled);
  EXPECT_FALSE(FindLanguage("nonesuch").has_value());
}

TEST(Languages, ADifferenceHasBothSides) {
  const std::string diff = DiffLanguages(Language::kBridged, Language::kTiled);
  EXPECT_THAT(diff, HasSubstr("-tensor computation\n"));
  EXPECT_THAT(diff, HasSubstr("-t2t.as_tile\n"));
  EXPECT_EQ(DiffLanguages(Language::kTiled, Language::kTiled), "--- tiled\n+++ tiled\n");
  EXPECT_THAT(DiffLanguages(Language::kTiled, Language::kBridged), HasSubstr("+tensor computation\n"));
}

}  // namespace
}  // namespace t2t
