// What is wrong with the types of the program as read is the user's error, said once, and no pass is run on it.
#include <string>
#include <string_view>
#include <vector>

#include "fmt/format.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/text/printer.h"
#include "pipeline/causes.h"
#include "tests/pipeline/chain_testing.h"

namespace t2t {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::string_view kKernel = R"(    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
        a: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(x)
        b: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.add(a, x)
        c: pl.Tensor[[64, 128], pl.FP32] = b
        return c
    @pl.function(type=pl.FunctionType.Orchestration)
    def host(self, x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
        y: pl.Tensor[[64, 128], pl.FP32] = self.k(x)
        return y
)";

std::string Replaced(std::string text, std::string_view from, std::string_view to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from << " is not in\n" << text;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// Errors and warnings about `text` standing behind pass `ordinal`, as "KIND.RULE LINE:COLUMN+LENGTH MESSAGE".
std::vector<std::string> Findings(const std::string& text, int ordinal = 0) {
  Diagnostics diagnostics;
  std::optional<Program> program = ReadProgram(text, diagnostics);
  EXPECT_TRUE(program.has_value()) << RenderDiagnostics(diagnostics.all(), "k.py", text);
  if (!program) return {};
  RunPlan plan;
  plan.first = ordinal + 1;
  plan.last = NumStages();
  const RunResult result = RunChain(*program, Stages(), plan, {}, diagnostics);
  EXPECT_EQ(result.stage, 0) << "a pass was run";
  EXPECT_EQ(result.failure, "");
  std::vector<std::string> found;
  for (const Diagnostic& d : diagnostics.all()) {
    found.push_back(fmt::format("{}.{} {}:{}+{} {}", d.kind, d.rule, d.span.line, d.span.column, d.span.length, d.message));
  }
  return found;
}

TEST(Entry, AnAnnotationThatTheOperatorContradicts) {
  const std::string program = InProgram(std::string(kKernel));
  EXPECT_THAT(Findings(program), ElementsAre());
  const auto with = [&](std::string_view type) {
    return Findings(Replaced(program, "a: pl.Tensor[[64, 128], pl.FP32]", fmt::format("a: {}", type)));
  };
  for (std::string_view type : {"pl.Tensor[[64, 64], pl.FP32]", "pl.Tensor[[128], pl.FP32]", "pl.Tensor[[64, 128], pl.INT32]",
                                "pl.Tile[[64, 128], pl.FP32]", "pl.Scalar[pl.FP32]"}) {
    EXPECT_THAT(with(type), ElementsAre(AllOf(StartsWith(fmt::format("TypesDeduced.1 7:9+{} ", 3 + type.size())),
                                              HasSubstr("tensor.exp gives pl.Tensor[[64, 128], pl.FP32]"),
                                              HasSubstr(fmt::format("annotated {}", type)))));
  }
}

// Operators that give floating numbers for integers are the ones whose annotations are mistaken most easily.
TEST(Entry, TheExponentialOfIntegersIsFloating) {
  EXPECT_THAT(Findings(InProgram(R"(    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.INT32]) -> pl.Tensor[[64], pl.INT32]:
        a: pl.Tensor[[64], pl.INT32] = pl.tensor.exp(x)
        return a
)")), ElementsAre(HasSubstr("tensor.exp gives pl.Tensor[[64], pl.FP32], but its result is annotated pl.Tensor[[64], pl.INT32]")));
}

TEST(Entry, ASecondNameOfAnotherType) {
  const std::string program = InProgram(std::string(kKernel));
  EXPECT_THAT(Findings(Replaced(program, "c: pl.Tensor[[64, 128], pl.FP32]", "c: pl.Tensor[[64, 128], pl.INT32]")),
              ElementsAre(AllOf(StartsWith("AssignTypeSymmetry.1 9:9"), HasSubstr("pl.INT32], but its value is"))));
}

TEST(Entry, AnotherFunctionIsJudgedAllTheSame) {
  const std::string two = Replaced(Replaced(InProgram(std::string(kKernel)), "a: pl.Tensor[[64, 128]", "a: pl.Tensor[[64, 64]"),
                                   "y: pl.Tensor[[64, 128]", "y: pl.Tensor[[64, 64]");
  EXPECT_THAT(Findings(two), ElementsAre(StartsWith("TypesDeduced.1 7:9"), StartsWith("CallResults.3 13:9")));
}

// A loop in a loop, and a branch beside it. `inner` is the type that the result of the inner loop is declared with, `other`
// that of the result of a second loop.
std::string Nested(std::string_view inner, std::string_view other) {
  return InProgram(fmt::format(R"(    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 128], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64, 128], pl.FP32]:
        for i, (a,) in pl.range(4, init_values=(x,)):
            for j, (b,) in pl.range(4, init_values=(a,)):
                e: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(b)
                r: {0} = pl.yield_(e)
            s: pl.Tensor[[64, 128], pl.FP32] = pl.yield_(r)
        for m, (c,) in pl.range(4, init_values=(x,)):
            f: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(c)
            t: {1} = pl.yield_(f)
        u: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.add(s, t)
        return u
)", inner, other));
}

TEST(Entry, AWrongResultOfALoopIsSaidWhereItIs) {
  constexpr std::string_view kRight = "pl.Tensor[[64, 128], pl.FP32]";
  EXPECT_THAT(Findings(Nested(kRight, kRight)), ElementsAre());
  for (std::string_view wrong : {"pl.Tensor[[64, 128], pl.BF16]", "pl.Tensor[[32, 128], pl.FP32]", "pl.Tile[[64, 128], pl.FP32]"}) {
    EXPECT_THAT(Findings(Nested(wrong, kRight)), ElementsAre(StartsWith("TypeChecked.10")));
    EXPECT_THAT(Findings(Nested(wrong, kRight)), ElementsAre(HasSubstr(" 8:13")));
    EXPECT_THAT(Findings(Nested(wrong, wrong)), ElementsAre(HasSubstr(" 8:13"), HasSubstr(" 12:9"))) << "two mistakes";
  }
}

TEST(Entry, OneWrongAnnotationHidesNoOtherMistake) {
  const std::string two = Replaced(Nested("pl.Tensor[[64, 128], pl.BF16]", "pl.Tensor[[64, 128], pl.FP32]"),
                                   "f: pl.Tensor[[64, 128], pl.FP32]", "f: pl.Tensor[[64, 128], pl.INT32]");
  EXPECT_THAT(Findings(two), ElementsAre(HasSubstr("TypeChecked.102 8:13"), StartsWith("TypesDeduced.1 13:13")));
}

// What is made of the wrong type, and agrees with it, is the same mistake wherever it meets the right one.
TEST(Entry, WhatAgreesWithAWrongTypeFollows) {
  std::string all = Nested("pl.Tensor[[64, 64], pl.FP32]", "pl.Tensor[[64, 128], pl.FP32]");
  all = Replaced(all, "e: pl.Tensor[[64, 128]", "e: pl.Tensor[[64, 64]");
  EXPECT_THAT(Findings(all), ElementsAre(StartsWith("TypesDeduced.1 9:17")));
  all = Replaced(all, "s: pl.Tensor[[64, 128]", "s: pl.Tensor[[64, 64]");
  EXPECT_THAT(Findings(all), ElementsAre(StartsWith("TypesDeduced.1 9:17")));
}

TEST(Entry, CallsAndReturnsThatCannotBe) {
  const std::string program = InProgram(std::string(kKernel));
  EXPECT_THAT(Findings(Replaced(program, "def host(self, x: pl.Tensor[[64, 128]", "def host(self, x: pl.Tensor[[32, 128]")),
              ElementsAre(StartsWith("CallArity.5 13:9")));
  EXPECT_THAT(Findings(Replaced(program, "def host(self, x: pl.Tensor[[64, 128], pl.FP32]", "def host(self, x: pl.Tensor[[64, 128], pl.INT32]")),
              ElementsAre(StartsWith("CallArity.3 13:9")));
  EXPECT_THAT(Findings(Replaced(program, "y: pl.Tensor[[64, 128], pl.FP32]", "y: pl.Tensor[[64, 128], pl.INT32]")),
              ElementsAre(StartsWith("CallResults.2 13:9")));
  EXPECT_THAT(Findings(Replaced(program, "pl.FP32]) -> pl.Tensor[[64, 128]", "pl.FP32]) -> pl.Tensor[[64, 64]")),
              ElementsAre(StartsWith("ReturnTypes.4 10:9"), StartsWith("CallResults.3 13:9")));
}

// Hosts were recorded that return less than they declare, and kernels whose results the store converts.
TEST(Entry, AReturnOfAnotherElementTypeIsOnlyWarnedAbout) {
  const std::string text = Replaced(Replaced(InProgram(std::string(kKernel)), "pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]",
                                             "pl.FP32]) -> pl.Tensor[[64, 128], pl.FP16]"),
                                    "y: pl.Tensor[[64, 128], pl.FP32]", "y: pl.Tensor[[64, 128], pl.FP16]");
  Diagnostics diagnostics;
  EXPECT_TRUE(RunObserved(text, {}, diagnostics).has_value());
  EXPECT_FALSE(diagnostics.HasErrors());
  EXPECT_FALSE(diagnostics.all().empty());
}

// The casts of half-lowered kernels, mistaken for each other in a dump.
TEST(Entry, ACastOfTheOtherKind) {
  for (int ordinal : {10, 11, 12, 13, 14}) {
    Diagnostics diagnostics;
    const std::optional<Program> program = RunObserved(InProgram(std::string(kKernel)), {}, diagnostics, ordinal);
    ASSERT_TRUE(program.has_value());
    const std::string text = PrintProgram(*program);
    int casts = 0;
    for (const auto& [cast, other] : {std::pair("pl.t2t.as_tile(", "pl.t2t.as_tensor("),
                                      std::pair("pl.t2t.as_tensor(", "pl.t2t.as_tile(")}) {
      for (size_t at = text.find(cast); at != std::string::npos; at = text.find(cast, at + 1), ++casts) {
        const std::string swapped = std::string(text).replace(at, std::string_view(cast).size(), other);
        EXPECT_THAT(Findings(swapped, ordinal), ElementsAre(AllOf(StartsWith("TypesDeduced.1"), HasSubstr("operand 0"))));
      }
    }
    EXPECT_GT(casts, 0) << ordinal;
  }
}

TEST(Entry, OneYieldTooMany) {
  EXPECT_THAT(Findings(InProgram(R"(    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        for i, (c,) in pl.range(4, init_values=(x,)):
            y: pl.Tensor[[64], pl.FP32] = pl.tensor.exp(c)
            r: pl.Tensor[[64], pl.FP32] = pl.yield_(y, y)
        return r
)")), ElementsAre(StartsWith("SSAForm.5 9:13")));
}

// What is computed from a value of the wrong type, or is another name of it, has the type that this one should have.
TEST(Entry, WhatFollowsFromAWrongTypeIsNotSaidAgain) {
  const std::string wrong = "pl.Tensor[[17, 128], pl.FP32]";
  const std::string kernel = InProgram(R"(    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
        a: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(x)
        b: pl.Tensor[[64, 128], pl.FP32] = a
        c: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(b)
        return c
    @pl.function(type=pl.FunctionType.Orchestration)
    def host(self, x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
        y: pl.Tensor[[64, 128], pl.FP32] = self.k(x)
        z: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(y)
        return z
)");
  const auto on_host = StartsWith("SplitIncoreOrch.2 14:9");  // a warning of its own
  EXPECT_THAT(Findings(Replaced(kernel, "a: pl.Tensor[[64, 128], pl.FP32]", "a: " + wrong)), ElementsAre(StartsWith("TypesDeduced.1 7:9"), on_host));
  EXPECT_THAT(Findings(Replaced(kernel, "y: pl.Tensor[[64, 128], pl.FP32]", "y: " + wrong)), ElementsAre(StartsWith("CallResults.3 13:9"), on_host));
  EXPECT_THAT(Findings(Replaced(Replaced(kernel, "y: pl.Tensor[[64, 128], pl.FP32]", "y: " + wrong), "a: pl.Tensor[[64, 128], pl.FP32]",
                                "a: " + wrong)),
              ElementsAre(StartsWith("TypesDeduced.1 7:9"), StartsWith("CallResults.3 13:9"), on_host));
}

// A valid region described more loosely is worth a warning, and hides nothing.
TEST(Entry, AWarningHidesNoError) {
  const std::string loose = "y: pl.Tensor[[64, 128], pl.FP32, pl.TensorView(valid_shape=[32, 128], stride=[], layout=pl.TensorLayout.ND)]";
  const std::string host = Replaced(InProgram(std::string(kKernel)), "y: pl.Tensor[[64, 128], pl.FP32]", loose);
  EXPECT_THAT(Findings(Replaced(host, "def host(self, x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]",
                                "def host(self, x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 64], pl.FP32]")),
              ElementsAre(StartsWith("ReturnTypes.4"), StartsWith("CallResults.4")));
}

// What the lowering leaves alone is left alone but for marks, which stand nowhere when it is done.
TEST(Entry, AMarkOnAFunctionThatIsLeftAlone) {
  Diagnostics diagnostics;
  const auto program = RunObserved(InProgram(R"(    @pl.function(type=pl.FunctionType.AIV, external_source="a.cpp", attrs={"t2t.foo": 1})
    def ext(x: pl.Tensor[[64], pl.FP32]):
        pass
)"), {}, diagnostics);
  ASSERT_TRUE(program.has_value());
  EXPECT_EQ(PrintProgram(*program).find("t2t."), std::string::npos);
}

// Of the place of a wrong type nothing else is said; what is about no value is kept wherever it is.
TEST(Causes, KeepsWhatDoesNotFollow) {
  const auto finding = [](std::string_view kind, int rule, uint32_t line, std::string_view function) {
    Diagnostic d;
    d.kind = kind;
    d.rule = rule;
    d.span = {line, 9, 4};
    d.function = function;
    return d;
  };
  const std::vector<Diagnostic> findings = {finding("SSAForm", 1, 3, "k"),      finding("TypeChecked", 105, 4, "k"),
                                            finding("TypesDeduced", 1, 5, "k"), finding("TypesDeduced", 2, 9, "m"),
                                            finding("ReturnTypes", 1, 6, "m"),  finding("language", 0, 5, "k"),
                                            finding("language", 0, 6, "k")};
  Program empty;
  std::vector<std::string> kept;
  for (const Diagnostic& d : Causes(empty, findings, {})) kept.push_back(fmt::format("{} {}", d.kind, d.span.line));
  EXPECT_THAT(kept, ElementsAre("SSAForm 3", "TypeChecked 4", "TypesDeduced 5", "TypesDeduced 9", "ReturnTypes 6", "language 6"));
}

}  // namespace
}  // namespace t2t
