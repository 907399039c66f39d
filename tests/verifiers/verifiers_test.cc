// Each rule with a program just inside and one just outside it. Programs are kernels of one parameter list; `Found`
// returns "rule" numbers of the errors of one verifier, in order.
#include <string>
#include <string_view>
#include <vector>

#include "fmt/core.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/text/reader.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Findings {
  std::vector<int> rules;
  std::string first;  // message of the first one
  Span at;
};

Findings Check(std::string_view property, std::string_view functions) {
  Diagnostics read;
  auto program = ReadProgram(fmt::format("# pypto.program: T\nimport pypto.language as pl\n@pl.program\nclass T:\n{}", functions), read);
  Findings out;
  if (!program) {
    ADD_FAILURE() << "not readable: " << RenderDiagnostics(read.all(), "t.py", "");
    return out;
  }
  const Verifier* verifier = FindVerifier(property);
  if (verifier == nullptr) {
    ADD_FAILURE() << "no verifier " << property;
    return out;
  }
  std::vector<FuncId> all;
  for (uint32_t i = 0; i < program->num_functions(); ++i) all.push_back(FuncId(i));
  Diagnostics found;
  VerifyContext context(*program, property, all, found);
  verifier->run(context);
  for (const Diagnostic& d : found.all()) {
    EXPECT_EQ(d.kind, property);
    if (out.rules.empty()) {
      out.first = d.message;
      out.at = d.span;
    }
    out.rules.push_back(d.rule);
  }
  return out;
}

// A kernel `k` with the given body, one statement a line, and parameters x (In), o (Out), n (INDEX), all [16, 64] FP32.
std::string Kernel(std::string_view body, std::string_view type = "InCore") {
  std::string text = fmt::format(
      "    @pl.function(type=pl.FunctionType.{})\n"
      "    def k(x: pl.Tensor[[16, 64], pl.FP32], o: pl.Out[pl.Tensor[[16, 64], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> "
      "pl.Tensor[[16, 64], pl.FP32]:\n",
      type);
  while (!body.empty()) {
    const size_t end = body.find('\n');
    text += fmt::format("        {}\n", body.substr(0, end));
    body = end == std::string_view::npos ? std::string_view() : body.substr(end + 1);
  }
  return text;
}

std::vector<int> Rules(std::string_view property, std::string_view body) { return Check(property, Kernel(body)).rules; }

constexpr std::string_view kT = "pl.Tensor[[16, 64], pl.FP32]";

std::string Typed(std::string_view body) {  // `$` stands for the tensor type
  std::string out;
  for (char c : body) c == '$' ? out += kT : out += c;
  return out;
}

TEST(SsaForm, OneDefinition) {
  EXPECT_THAT(Rules("SSAForm", Typed("a: $ = pl.tensor.exp(x)\nb: $ = pl.tensor.exp(a)\nreturn b")), IsEmpty());
  EXPECT_THAT(Rules("SSAForm", Typed("a: $ = pl.tensor.exp(x)\na: $ = pl.tensor.neg(x)\nreturn a")), ElementsAre(1));
}

TEST(SsaForm, LoopsYieldWhatTheyCarry) {
  const auto loop = [](std::string_view yield) {
    return Rules("SSAForm", Typed(fmt::format("for i, (c,) in pl.range(4, init_values=(x,)):\n"
                                              "    t: $ = pl.tensor.exp(c)\n    {}\nreturn x",
                                              yield)));
  };
  EXPECT_THAT(loop("r: $ = pl.yield_(t)"), IsEmpty());
  EXPECT_THAT(loop("u: $ = pl.tensor.exp(t)"), testing::Contains(3));
  EXPECT_THAT(loop("r: $ = pl.yield_(t, x)"), testing::Contains(5));
}

TEST(SsaForm, BranchValuesStayInside) {
  EXPECT_THAT(Rules("SSAForm", Typed("if n > 0:\n    t: $ = pl.tensor.exp(x)\n    u: $ = pl.tensor.exp(t)\nreturn x")),
              IsEmpty());
  EXPECT_THAT(Rules("SSAForm", Typed("if n > 0:\n    t: $ = pl.tensor.exp(x)\nu: $ = pl.tensor.exp(t)\nreturn u")),
              ElementsAre(6));
}

TEST(SsaForm, BranchWithResultsNeedsElse) {
  EXPECT_THAT(Rules("SSAForm", Typed("if n > 0:\n    r: $ = pl.yield_(x)\nelse:\n    r: $ = pl.yield_(o)\nreturn r")),
              IsEmpty());
  EXPECT_THAT(Rules("SSAForm", Typed("if n > 0:\n    r: $ = pl.yield_(x)\nreturn r")), ElementsAre(3));
}

TEST(UseAfterDef, ExtentInATypeIsAUse) {
  const std::string_view use =
      "y: pl.Tensor[[16, 64], pl.FP32, pl.TensorView(valid_shape=[m, 64], layout=pl.TensorLayout.ND)] = "
      "pl.tensor.slice(x, [16, 64], [0, 0], [m, 64])";
  const std::string_view def = "m: pl.Scalar[pl.INDEX] = n + 1";
  EXPECT_THAT(Rules("UseAfterDef", fmt::format("{}\n{}\nreturn x", def, use)), IsEmpty());
}

TEST(UseAfterDef, UseBeforeDefinition) {
  EXPECT_THAT(Rules("UseAfterDef", Typed("b__ssa_v0: $ = pl.tensor.neg(a__ssa_v0)\na__ssa_v0: $ = pl.tensor.exp(x)\n"
                                         "return b__ssa_v0")),
              testing::Contains(401));
}

TEST(NoNestedCalls, OnlyWholeValues) {
  EXPECT_THAT(Rules("NoNestedCalls", Typed("a: $ = pl.tensor.exp(x)\nreturn a")), IsEmpty());
  EXPECT_THAT(Rules("NoNestedCalls", Typed("a: $ = pl.tensor.neg(pl.tensor.exp(x))\nreturn a")), ElementsAre(201));
  EXPECT_THAT(Rules("NoNestedCalls", Typed("for i in pl.range(pl.tensor.dim(x, 0)):\n    a: $ = pl.tensor.exp(x)\nreturn x")),
              testing::Contains(203));
  EXPECT_THAT(Rules("NoNestedCalls", Typed("m: pl.Scalar[pl.INDEX] = pl.tensor.dim(x, 0) + 1\nreturn x")),
              ElementsAre(204));
}

TEST(TypeChecked, CarriesKeepTheirType) {
  const auto loop = [](std::string_view value) {
    return Rules("TypeChecked", Typed(fmt::format("s: pl.Tensor[[8, 64], pl.FP32] = pl.tensor.slice(x, [8, 64], [0, 0])\n"
                                                  "for i, (c,) in pl.range(4, init_values=(x,)):\n"
                                                  "    t: $ = pl.tensor.exp(c)\n    r: $ = pl.yield_({})\nreturn r",
                                                  value)));
  };
  EXPECT_THAT(loop("t"), IsEmpty());
  EXPECT_THAT(loop("s"), testing::Contains(104));
}

TEST(TypeChecked, TileRowsThatCannotBeProvedEqual) {
  const auto loop = [](std::string_view rows) {
    return Rules("TypeChecked",
                 fmt::format("s: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.full([16, 64], dtype=pl.FP32, value=0.0)\n"
                             "for i, (c,) in pl.range(4, init_values=(s,)):\n"
                             "    t = pl.tile.load(x, [0, 0], [16, 64], [{}, 64], target_memory=pl.Mem.Vec)\n"
                             "    r: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.yield_(t)\nreturn x",
                             rows));
  };
  EXPECT_THAT(loop("16"), IsEmpty());
  EXPECT_THAT(loop("n"), testing::Contains(104));
}

TEST(NormalizedStmtStructure, YieldIsLast) {
  EXPECT_THAT(Rules("NormalizedStmtStructure",
                    Typed("for i, (c,) in pl.range(4, init_values=(x,)):\n    r: $ = pl.yield_(c)\nreturn r")),
              IsEmpty());
}

TEST(OutParamNotShadowed, FreshStorageOnly) {
  EXPECT_THAT(Rules("OutParamNotShadowed", Typed("z: $ = pl.tensor.assemble(o, x, [0, 0])\nreturn z")), IsEmpty());
  EXPECT_THAT(Rules("OutParamNotShadowed",
                    Typed("o: $ = pl.tensor.create([16, 64], dtype=pl.FP32, layout=pl.TensorLayout.ND)\nreturn o")).size(),
              1u);
}

TEST(StructuredCtrlFlow, KernelsDoNotBreak) {
  EXPECT_THAT(Rules("StructuredCtrlFlow", "for i in pl.range(4):\n    if i == n:\n        break\nreturn x"), ElementsAre(1));
  EXPECT_THAT(Rules("StructuredCtrlFlow", "for i in pl.range(4):\n    if i == n:\n        continue\nreturn x"),
              ElementsAre(2));
  EXPECT_THAT(Check("StructuredCtrlFlow",
                  Kernel("for i in pl.range(4):\n    if i == n:\n        break\nreturn x", "Orchestration")).rules,
              IsEmpty());
}

TEST(GmStoreCoherence, OneTensorOneChannel) {
  const std::string_view bulk = "z: $ = pl.tensor.assemble(o, x, [0, 0])\n";
  const std::string_view scalar = "w: $ = pl.tensor.write({}, [0, 0], 1.0)\n";
  const auto run = [&](std::string_view target) {
    return Check("GmStoreCoherence", Kernel(Typed(fmt::format("{}{}return z", bulk, fmt::format(fmt::runtime(scalar), target)))));
  };
  EXPECT_THAT(run("x").rules, IsEmpty());  // another tensor
  const Findings mixed = run("o");
  EXPECT_THAT(mixed.rules, ElementsAre(1));
  EXPECT_THAT(mixed.first, HasSubstr("mixes MTE3 and scalar stores"));
  EXPECT_THAT(run("z").rules, ElementsAre(1));  // the result of the bulk store names the same tensor
}

TEST(GmStoreCoherence, FunctionsLeftAloneAreNotJudged) {
  const std::string body = Typed("z: $ = pl.tensor.assemble(o, x, [0, 0])\nw: $ = pl.tensor.write(o, [0, 0], 1.0)\nreturn z");
  EXPECT_THAT(Check("GmStoreCoherence", Kernel(body, "AIV")).rules, ElementsAre(1));
  EXPECT_THAT(Check("GmStoreCoherence", Kernel(body, "Orchestration")).rules, IsEmpty());
}

TEST(IncoreTileOps, TensorOperatorsAreGone) {
  EXPECT_THAT(Rules("IncoreTileOps", Typed("m: pl.Scalar[pl.INDEX] = pl.tensor.dim(x, 0)\n"
                                           "w: $ = pl.tensor.write(o, [0, 0], 1.0)\nreturn o")),
              IsEmpty());
  EXPECT_EQ(Rules("IncoreTileOps", Typed("a: $ = pl.tensor.exp(x)\nreturn a")).size(), 1u);
  EXPECT_THAT(Check("IncoreTileOps", Kernel(Typed("a: $ = pl.tensor.exp(x)\nreturn a"), "Orchestration")).rules, IsEmpty());
}

TEST(IncoreTileOps, PrivateCastsCountAsLeftovers) {
  EXPECT_EQ(Rules("IncoreTileOps", "a = pl.t2t.as_tile(x)\nreturn x").size(), 1u);
}

TEST(AnnotationFree, FactsAndCasts) {
  EXPECT_THAT(Rules("AnnotationFree", Typed("a: $ = pl.tensor.exp(x)\nreturn a")), IsEmpty());
  EXPECT_EQ(Rules("AnnotationFree", Typed("pl.func_attr({\"t2t.kernel\": True})\na: $ = pl.tensor.exp(x)\nreturn a")).size(),
            1u);
  EXPECT_EQ(Rules("AnnotationFree", "a = pl.t2t.as_tile(x)\nreturn x").size(), 1u);
}

TEST(DirectionsSound, WrittenInParameter) {
  EXPECT_THAT(Rules("DirectionsSound", Typed("z: $ = pl.tensor.assemble(o, x, [0, 0])\nreturn z")), IsEmpty());
  EXPECT_THAT(Rules("DirectionsSound", Typed("z: $ = pl.tensor.assemble(x, o, [0, 0])\nreturn z")), ElementsAre(1));
  // Through a window of it; what is written to storage of its own does not count.
  EXPECT_THAT(Rules("DirectionsSound", Typed("s: pl.Tensor[[8, 64], pl.FP32] = pl.tensor.slice(x, [8, 64], [0, 0])\n"
                                             "w: pl.Tensor[[8, 64], pl.FP32] = pl.tensor.write(s, [0, 0], 1.0)\nreturn o")),
              ElementsAre(1));
  EXPECT_THAT(Rules("DirectionsSound", Typed("s: $ = pl.tensor.exp(x)\nw: $ = pl.tensor.write(s, [0, 0], 1.0)\nreturn o")),
              IsEmpty());
}

TEST(InOutUseValid, ReadThroughTheResult) {
  const auto host = [](std::string_view second) {
    return Check("InOutUseValid",
               Kernel(Typed("z: $ = pl.tensor.assemble(o, x, [0, 0])\nreturn z")) +
                   fmt::format("    @pl.function(type=pl.FunctionType.Orchestration)\n"
                               "    def host(self, x: {0}, o: pl.Out[{0}], n: pl.Scalar[pl.INDEX]) -> {0}:\n"
                               "        a: {0} = self.k(x, o, n)\n        b: {0} = self.k({1}, a, n)\n        return b\n",
                               kT, second))
        .rules;
  };
  EXPECT_THAT(host("x"), IsEmpty());
  EXPECT_EQ(host("o").size(), 1u);
}

TEST(PipelineLoopValid, StagesBelongToPipelines) {
  EXPECT_THAT(Rules("PipelineLoopValid", Typed("for i in pl.pipeline(4, stage=2):\n    a: $ = pl.tensor.exp(x)\nreturn x")),
              IsEmpty());
  EXPECT_THAT(Rules("PipelineLoopValid", Typed("for i in pl.range(4):\n    a: $ = pl.tensor.exp(x)\nreturn x")), IsEmpty());
}

TEST(BreakContinueValid, InnermostLoopDecides) {
  const auto loop = [](std::string_view kind, std::string_view word) {
    return Rules("BreakContinueValid", fmt::format("for i in pl.{}(4):\n    if i == n:\n        {}\nreturn x", kind, word));
  };
  EXPECT_THAT(loop("range", "break"), IsEmpty());
  EXPECT_THAT(Rules("BreakContinueValid", "if n > 0:\n    continue\nreturn x"), ElementsAre(306));
  EXPECT_THAT(loop("unroll", "break"), ElementsAre(302));
}

TEST(SplitIncoreOrch, ScopesAreOutlined) {
  const std::string body = Typed("with pl.at(level=pl.Level.CORE_GROUP):\n    a: $ = pl.tensor.exp(x)\nreturn x");
  EXPECT_THAT(Check("SplitIncoreOrch", Kernel(body, "Orchestration")).rules, ElementsAre(1));
  EXPECT_THAT(Check("SplitIncoreOrch", Kernel(body)).rules, IsEmpty());
}

TEST(AllVerifiers, NamesAreUniqueAndDescribed) {
  for (const Verifier& a : AllVerifiers()) {
    EXPECT_FALSE(a.summary.empty()) << a.property;
    EXPECT_EQ(FindVerifier(a.property), &a);
  }
  EXPECT_EQ(FindVerifier("Nonesuch"), nullptr);
}

}  // namespace
}  // namespace t2t
