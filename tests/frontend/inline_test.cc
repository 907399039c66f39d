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

TEST(Static, BytesOfADataType) {
  EXPECT_EQ(Statements(Kernel("return x[0:pl.FP32.get_byte()]")), "t__tmp_v0 = pl.tensor.slice(x, [4, 32], [0, 0])\nreturn t__tmp_v0\n");
}

}  // namespace
}  // namespace t2t
