// `@pl.inline` functions, and what is said about dispatches (text-format 1.4, 7.6).
#include "tests/frontend/frontend_test_util.h"

namespace t2t {
namespace {

using testing::HasSubstr;

constexpr std::string_view kImport = "import pypto.language as pl\n";

std::string With(std::string_view helper, std::string_view body) {
  return std::string(kImport) + std::string(helper) +
         "@pl.jit.incore\ndef k(x: pl.Tensor[[64, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):\n" + Indented(body);
}

TEST(Inline, TheBodyIsReadIntoTheCaller) {
  EXPECT_EQ(Statements(With("@pl.inline\ndef shift(t, by):\n    return pl.exp(t) + by\n", "return shift(x, 2)")),
            "t__tmp_v0 = pl.tensor.exp(x)\nt__tmp_v1 = pl.tensor.adds(t__tmp_v0, 2.0)\nreturn t__tmp_v1\n");
}

TEST(Inline, ItsNamesAreItsOwn) {
  const std::string text = Statements(With("@pl.inline\ndef twice(t):\n    n = t + t\n    return n\n",
                                           "n1 = twice(x)\nreturn n1 * twice(n1) * pl.cast(n, pl.FP32)"));
  EXPECT_THAT(text, HasSubstr("pl.cast(n, pl.FP32)"));
  EXPECT_THAT(Said(With("@pl.inline\ndef f(t):\n    return t + n\n", "return f(x)")), HasSubstr("f:4:16: error: 'n' is not defined here"));
}

TEST(Inline, LoopsBranchesAndSeveralResults) {
  const std::string text = Statements(With(
      "@pl.inline\ndef grow(t, n):\n    for i in pl.range(n):\n        t = t * 2\n    if n > 3:\n        return t, t + 1\n    return t, t\n",
      "a, b = grow(x, n)\nreturn a + b"));
  EXPECT_THAT(text, HasSubstr("pl.range(n, init_values=(x,))"));
  EXPECT_THAT(text, HasSubstr("= pl.yield_(t__rv"));
  EXPECT_THAT(text, HasSubstr("ret__phi_v1, ret__phi_v2 = pl.yield_(t__rv_v1, t__tmp_v0)"));
}

TEST(Inline, ByKeywordInsideAnotherOneAndInAClass) {
  const std::string text = std::string(kImport) +
                           "@pl.program\nclass P:\n    @pl.inline\n    def half(self, t):\n        return t * 0.5\n"
                           "    @pl.inline\n    def quarter(self, t):\n        return self.half(self.half(t=t))\n"
                           "    @pl.function(type=pl.FunctionType.InCore)\n"
                           "    def k(self, x: pl.Tensor[[64, 32], pl.FP32]):\n        return self.quarter(x)\n";
  EXPECT_EQ(Statements(text), "t__tmp_v0 = pl.tensor.muls(x, 0.5)\nt__tmp_v1 = pl.tensor.muls(t__tmp_v0, 0.5)\nreturn t__tmp_v1\n");
}

TEST(Inline, WithoutAResult) {
  EXPECT_EQ(Statements(With("@pl.inline\ndef put(t, i):\n    pl.write(t, [i, 0], 1.0)\n", "put(x, n)\nreturn x")),
            "pl.tensor.write(x, [n, 0], 1.0)\nreturn x\n");
}

TEST(Inline, InTheConditionOfAWhile) {
  EXPECT_THAT(Statements(With("@pl.inline\ndef more(i, n):\n    return i < n\n",
                              "i = 0\nwhile more(i, n):\n    i = i + 1\nreturn x[i]")),
              HasSubstr("pl.cond(while__iter_v0)"));
}

TEST(InlineErrors, PlaceAndReason) {
  constexpr std::string_view kOne = "@pl.inline\ndef f(t):\n    return t\n";
  EXPECT_THAT(Said(With(kOne, "return f(x, n)")), HasSubstr("f takes 1 argument"));
  EXPECT_THAT(Said(With(kOne, "return f()")), HasSubstr("f needs 't'"));
  EXPECT_THAT(Said(With(kOne, "return f(u=x)")), HasSubstr("f has no parameter 'u'"));
  EXPECT_THAT(Said(With("@pl.inline\ndef f(t):\n    return f(t)\n", "return f(x)")),
              HasSubstr("an inline function cannot call itself"));
}

TEST(InlineErrors, NothingIsNoValue) {
  constexpr std::string_view kPut = "@pl.inline\ndef put(t, i):\n    pl.write(t, [i, 0], 1.0)\n";
  for (std::string_view body : {"a = put(x, n)\nb = a + x\nreturn b", "return put(x, n)", "a = x + put(x, n)\nreturn a",
                                "a = pl.add(put(x, n), x)\nreturn a", "a = pl.exp(\n    put(x, n)\n)\nreturn a",
                                "for i in pl.range(put(x, n)):\n    a = x\nreturn x"}) {
    const std::string said = Said(With(kPut, body));
    EXPECT_THAT(said, HasSubstr("put returns nothing, so its call is no value")) << body;
    EXPECT_EQ(said.find("error:"), said.rfind("error:")) << said;
  }
}

TEST(Inline, ParametersThatTheCallLeavesOutHaveTheirDefaults) {
  constexpr std::string_view kPart = "ROWS = 8\n@pl.inline\ndef part(t, row: pl.Scalar[pl.INDEX] = 0, by=(ROWS * 2, 32), scale=1.5):\n"
                                     "    return pl.slice(t, by, [row, 0]) * scale\n";
  const auto call = [&](std::string_view arguments) {
    return Statements(With(kPart, "return part(" + std::string(arguments) + ")"));
  };
  EXPECT_THAT(call("x"), testing::AllOf(HasSubstr("pl.tensor.slice(x, [16, 32], [0, 0])"), HasSubstr(", 1.5)")));
  EXPECT_THAT(call("x, n, scale=2"), testing::AllOf(HasSubstr("(x, [16, 32], [n, 0])"), HasSubstr(", 2.0)")));
  EXPECT_THAT(call("by=[4, 32], t=x"), HasSubstr("(x, [4, 32], [0, 0])"));
}

TEST(InlineErrors, DefaultValues) {
  const auto def = [](std::string_view params) {
    return Said(With("@pl.inline\ndef f(" + std::string(params) + "):\n    return t\n", "return f(x)"));
  };
  EXPECT_THAT(def("t, by=n"), HasSubstr("f:3:13: error: 'n' is not defined here"));
  EXPECT_THAT(def("t, by=pl.FP32"), HasSubstr("f:3:13: error: 'pl.FP32' is no value here"));
  EXPECT_THAT(def("t=1, by"), HasSubstr("f:3:12: error: 'by' needs a default value: the parameter in front of it has one"));
  EXPECT_THAT(def("t, t"), HasSubstr("f:3:10: error: parameter 't' is named twice"));
  EXPECT_THAT(Said(With("@pl.inline\ndef f(t, k=1):\n    return t\n", "return f(x, 1, 2)")), HasSubstr("f takes 1 to 2 arguments"));
  EXPECT_THAT(Said(With("@pl.inline\ndef f(t, k=1):\n    return t\n", "return f(t=x, 2)")),
              HasSubstr("a positional argument cannot follow a keyword"));
}

// An argument is repeated where the parameter is read, so that extents stay known, but not without an end.
TEST(Inline, ALargeArgumentIsNamed) {
  EXPECT_EQ(Statements(With("@pl.inline\ndef part(t, low, high):\n    return t[low:high]\n", "return part(x, n * 16, n * 16 + 16)")),
            "t__tmp_v0 = pl.tensor.slice(x, [16, 32], [n * 16, 0])\nreturn t__tmp_v0\n");
  std::string nested = "n";
  for (int i = 0; i < 60; ++i) nested = "d(" + nested + ")";
  const std::string text = Shown(With("@pl.inline\ndef d(a):\n    return a + a\n", "i = " + nested + "\nreturn x[i, 0]"));
  EXPECT_THAT(text, HasSubstr("return "));
  EXPECT_LT(text.size(), 10000u);
}

TEST(Inline, TheDepthOfAResultCounts) {
  std::string sum = "n";
  for (int i = 0; i < 300; ++i) sum += " * n";
  const std::string helpers = "@pl.inline\ndef f(n):\n    return " + sum + "\n";
  EXPECT_THAT(Said(With(helpers, "i = f(n) * f(n)\nreturn x[i, 0]")), "");
  std::string deep = "f(n)";
  for (int i = 0; i < 800; ++i) deep += " * n";
  EXPECT_THAT(Said(With(helpers, "i = " + deep + "\nreturn x[i, 0]")), HasSubstr("operations deep"));
}

// `f0` to `f<levels>`, each calling the one in front of it.
std::string Chain(int levels, std::string_view first, std::string_view before, std::string_view behind) {
  std::string text = "@pl.inline\ndef f0(t):\n    " + std::string(first) + "\n";
  for (int k = 1; k <= levels; ++k) {
    const std::string inner = "f" + std::to_string(k - 1);
    std::string call(before);
    for (size_t at = call.find('@'); at != std::string::npos; at = call.find('@')) call.replace(at, 1, inner);
    text += "@pl.inline\ndef f" + std::to_string(k) + "(t):\n    " + call + std::string(behind) + "\n";
  }
  return text;
}

TEST(Inline, AChainMayBeLong) {
  const std::string text = Statements(With(Chain(80, "return pl.exp(t)", "t = t + 1\n    return @(t)", ""), "return f80(x)"));
  EXPECT_THAT(text, HasSubstr("pl.tensor.exp("));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 82);
}

TEST(InlineErrors, TooManyStatements) {
  const std::string said = Said(With(Chain(30, "return t + t", "a = @(t)\n    b = @(a)\n    return b", ""), "return f30(x)"));
  EXPECT_THAT(said, HasSubstr("inline functions give this function more than 100000 statements"));
  EXPECT_EQ(said.find("error:"), said.rfind("error:"));
}

TEST(InlineErrors, TooDeep) {
  const std::string lines = Said(With(Chain(3000, "return pl.exp(t)", "return @(t)", ""), "return f3000(x)"));
  EXPECT_THAT(lines, testing::AnyOf(HasSubstr("deep here"), HasSubstr("nested too deeply")));
}

TEST(InlineErrors, RecursionIsReportedOnce) {
  for (const std::string_view helpers :
       {"@pl.inline\ndef f(t):\n    a = f(t)\n    b = f(t)\n    return f(a) + f(b)\n",
        "@pl.inline\ndef f(t):\n    a = g(t)\n    return g(a)\n@pl.inline\ndef g(t):\n    t = f(t)\n    return f(t)\n"}) {
    const std::string said = Said(With(helpers, "x = f(x)\nreturn f(x)"));
    EXPECT_THAT(said, HasSubstr("an inline function cannot call itself"));
    EXPECT_EQ(said.find("error:"), said.rfind("error:")) << said;
  }
}

// Names of the caller mean the same behind an expansion, those of an expansion nothing.
TEST(Inline, NamesAroundAreUntouched) {
  constexpr std::string_view kInner = "@pl.inline\ndef g(t):\n    n = t * 2\n    a = n + t\n    return a\n"
                                      "@pl.inline\ndef f(t):\n    a = g(t)\n    n = g(a)\n    return n + a\n";
  EXPECT_EQ(Statements(With(kInner, "y = f(x)\nreturn y[n, 0]")).find("error"), std::string::npos);
  EXPECT_THAT(Said(With(kInner, "y = f(x)\nreturn y + a")), HasSubstr("'a' is not defined here"));
}

std::string Orchestration(std::string_view body) {
  return std::string(kImport) +
         "@pl.jit.incore\ndef k(x: pl.Tensor[[64], pl.FP32], out: pl.Out[pl.Tensor[[64], pl.FP32]]):\n    out[:] = x + 1\n    return out\n"
         "@pl.jit\ndef f(x: pl.Tensor[[64], pl.FP32], out: pl.Out[pl.Tensor[[64], pl.FP32]]):\n" +
         Indented(body);
}

TEST(Dispatches, NoDepIsAnAttributeOfTheCall) {
  EXPECT_THAT(Statements(Orchestration("out = k(pl.no_dep(x), out)\nreturn out")),
              HasSubstr("self.k(x__ssa_v0, out__ssa_v0, attrs={\"arg_direction_overrides\": [0]})"));
  EXPECT_THAT(Statements(Orchestration("out, t = pl.submit(self.k, x, pl.no_dep(out))\nreturn out")),
              HasSubstr("\"arg_direction_overrides\": [1]"));
}

TEST(Dispatches, DumpTagsHoldForLaterOnes) {
  const std::string text = Statements(Orchestration("out = k(x, out)\npl.dump_tag(x)\nout = k(x, out)\nreturn out"));
  EXPECT_THAT(text, HasSubstr("out__ssa_v1 = self.k(x__ssa_v0, out__ssa_v0)\n"));
  EXPECT_THAT(text, HasSubstr("out__ssa_v2 = self.k(x__ssa_v0, out__ssa_v1, attrs={\"dump_vars\": [x__ssa_v0]})\n"));
}

TEST(Dispatches, ManualScope) {
  EXPECT_THAT(Statements(Orchestration("with pl.manual_scope():\n    out = k(x, out)\nreturn out")),
              HasSubstr("with pl.scope(mode=pl.ScopeMode.MANUAL):"));
}

TEST(Static, LeaveNothingBehind) {
  EXPECT_EQ(Statements(Kernel("pl.static_print(\"n is\", n, x.shape)\npl.static_assert(64 > 32, \"rows\")\nreturn x")), "return x\n");
  EXPECT_THAT(Said(Kernel("pl.static_assert(64 < 32)\nreturn x")), HasSubstr("f:4:5: error: the assertion does not hold"));
  EXPECT_THAT(Said(Kernel("pl.static_assert(n > 3)\nreturn x")), HasSubstr("f:4:22: error: this is not decided while the text is read"));
}

// Where Python raises, there is no constant.
TEST(Static, FunctionsOfConstantsHaveValues) {
  EXPECT_THAT(Said(Kernel("return x * math.sqrt(-1)")), HasSubstr("f:4:16: error: math.sqrt(-1) is no finite number"));
  EXPECT_THAT(Said(Kernel("return x * math.log(0)")), HasSubstr("math.log(0) is no finite number"));
  EXPECT_THAT(Said(Kernel("return x * math.exp(1e4)")), HasSubstr("math.exp(10000) is no finite number"));
  EXPECT_THAT(Said(Kernel("return x[int(1e300), 0]")), HasSubstr("int(1e+300) does not fit 64 bits"));
  EXPECT_THAT(Said(Kernel("return x[math.floor(n), 0]")), HasSubstr("works on constants only"));
  EXPECT_EQ(Statements(Kernel("return x * math.sqrt(4)")), Statements(Kernel("return x * 2.0")));
  EXPECT_EQ(Statements(Kernel("pl.static_assert(int(-9e18) == -9000000000000000000)\nreturn x")), "return x\n");
}

TEST(Static, BytesOfADataType) {
  EXPECT_EQ(Statements(Kernel("return x[0:pl.FP32.get_byte()]")), "t__tmp_v0 = pl.tensor.slice(x, [4, 32], [0, 0])\nreturn t__tmp_v0\n");
}

}  // namespace
}  // namespace t2t
