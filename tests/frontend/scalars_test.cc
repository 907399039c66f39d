// Scalars as people write them: literals beside scalars, division, arithmetic of constants, what may count.
#include "fmt/format.h"
#include "tests/frontend/frontend_test_util.h"

namespace t2t {
namespace {

using testing::HasSubstr;

constexpr std::string_view kScalars =
    "x: pl.Tensor[[64, 32], pl.FP32], t: pl.Tensor[[64, 32], pl.INT32], f: pl.Scalar[pl.FP32], h: pl.Scalar[pl.FP16], "
    "i: pl.Scalar[pl.INT32], u: pl.Scalar[pl.UINT8], n: pl.Scalar[pl.INDEX], c: pl.Scalar[pl.BOOL]";

std::string One(std::string_view expr) { return Statements(Kernel(kScalars, "r = " + std::string(expr))); }
std::string Wrong(std::string_view expr) { return Said(Kernel(kScalars, "r = " + std::string(expr))); }

TEST(Scalars, AnIntegerLiteralTakesTheTypeOfTheScalar) {
  EXPECT_EQ(One("f * 2"), "r = f * 2.0\n");
  EXPECT_EQ(One("2 - f"), "r = 2.0 - f\n");
  EXPECT_EQ(One("f > 0"), "r = f > 0.0\n");
  EXPECT_EQ(One("0 < f < 1"), "r = 0.0 < f and f < 1.0\n");
  EXPECT_EQ(One("max(f, 0)"), "r = pl.max(f, 0.0)\n");
  EXPECT_EQ(One("pl.mul(f, 2)"), "r = f * 2.0\n");
  EXPECT_EQ(One("h / 2"), "r = h / pl.const(2.0, pl.FP16)\n");
  EXPECT_EQ(One("i + 1"), "r = i + pl.const(1, pl.INT32)\n");
  EXPECT_EQ(One("3 - i"), "r = pl.const(3, pl.INT32) - i\n");
  EXPECT_EQ(One("i == 2"), "r = i == pl.const(2, pl.INT32)\n");
  EXPECT_EQ(One("n + 1"), "r = n + 1\n");
}

TEST(Scalars, ALiteralArgumentTakesTheTypeOfTheParameter) {
  const auto call = [](std::string_view argument) {
    return Statements(fmt::format("import pypto.language as pl\n@pl.jit.incore\ndef g(x: pl.Tensor[[64], pl.FP32], s: pl.Scalar[pl.FP16], "
                                  "n: pl.Scalar[pl.INT32]):\n    return x\n@pl.jit\ndef f(x: pl.Tensor[[64], pl.FP32]):\n    return g({})\n",
                                  argument));
  };
  EXPECT_THAT(call("x, 2, 3"), HasSubstr("self.g(x, pl.const(2.0, pl.FP16), pl.const(3, pl.INT32))"));
  EXPECT_THAT(call("x, 0.5, 3"), HasSubstr("self.g(x, pl.const(0.5, pl.FP16), pl.const(3, pl.INT32))"));
}

TEST(Scalars, ALiteralTakesTheTypeThatItsNameHad) {
  EXPECT_THAT(Statements(Kernel(kScalars, "r = i\nif r > 64:\n    r = 0\nreturn x[r]")), HasSubstr("pl.const(0, pl.INT32)"));
  EXPECT_THAT(Statements(Kernel(kScalars, "r = f\nwhile r > 1:\n    r = 0\nreturn x * r")), HasSubstr("r__ssa_v3 = 0.0"));
  // Where no paths meet, the name is free for something else.
  EXPECT_THAT(Statements(Kernel(kScalars, "r = f\ny = x * r\nr = 3\nreturn y[r:]")), HasSubstr("= 3\n"));
}

// What the scalar's type cannot hold is computed in the wider type, as Python would.
TEST(Scalars, ALiteralThatDoesNotFitIsNotBent) {
  EXPECT_EQ(One("u + 255"), "r = u + pl.const(255, pl.UINT8)\n");
  EXPECT_EQ(One("u + 256"), "r = pl.cast(u, pl.INDEX) + 256\n");
  EXPECT_EQ(One("u * -1"), "r = pl.cast(u, pl.INDEX) * -1\n");
  EXPECT_EQ(One("i < 3000000000"), "r = pl.cast(i, pl.INDEX) < 3000000000\n");
  EXPECT_THAT(One("h > 65504"), HasSubstr("pl.const(65504.0, pl.FP16)"));
  EXPECT_THAT(One("h > 70000"), testing::AllOf(HasSubstr("70000.0"), testing::Not(HasSubstr("70000.0, pl.FP16"))));
}

// A count keeps its type from one iteration to the next, and a window its constant extent.
TEST(Scalars, CountsAndOffsetsOfOtherIntegerTypes) {
  EXPECT_THAT(Statements(Kernel(kScalars, "s = i\nfor j in pl.range(n):\n    s = s + 1\nreturn s")), HasSubstr("s__rv_v2"));
  EXPECT_THAT(One("x[i * 8:(i + 1) * 8]"), HasSubstr("r = pl.tensor.slice(x, [8, 32], [i * pl.const(8, pl.INT32), 0])"));
  EXPECT_EQ(One("x[i:i + 1]"), "r = pl.tensor.slice(x, [1, 32], [i, 0])\n");
  EXPECT_EQ(One("x[pl.const(8, pl.INT32):]"), "r = pl.tensor.slice(x, [56, 32], [8, 0])\n");
  EXPECT_EQ(One("t * (i + 1)"), "r = pl.tensor.muls(t, i + pl.const(1, pl.INT32))\n");
}

TEST(Scalars, DivisionOfIntegersIsNotGuessed) {
  for (const std::string_view division : {"n / 2", "7 / i", "pl.div(n, n)", "x[n / 2:n / 2 + 8]", "x[n / 2]"}) {
    EXPECT_THAT(Wrong(division), testing::AllOf(HasSubstr("error: '/' of two integers"), HasSubstr("write // for a whole number")));
  }
  EXPECT_EQ(One("f / 2"), "r = f / 2.0\n");
  EXPECT_EQ(One("n // 2"), "r = n // 2\n");
}

TEST(Scalars, ConstantsAsPythonComputesThem) {
  const auto value = [](std::string_view expr) { return Statements(Kernel(kScalars, fmt::format("return x * ({})", expr))); };
  const auto is = [](std::string_view number) { return HasSubstr(fmt::format("pl.tensor.muls(x, {})", number)); };
  EXPECT_THAT(value("7 / 2"), is("3.5"));
  EXPECT_THAT(value("-7 // 2"), is("-4.0"));
  EXPECT_THAT(value("7.5 // 2"), is("3.0"));
  EXPECT_THAT(value("1.0 // 0.1"), is("9.0"));  // the quotient rounds up to 10
  EXPECT_THAT(value("-7.5 % 2"), is("0.5"));
  EXPECT_THAT(value("2 ** -1"), is("0.5"));
  EXPECT_THAT(value("1 >> 70"), is("0.0"));
  EXPECT_THAT(value("math.inf * 2"), is("inf"));
  EXPECT_THAT(value("math.nan"), is("nan"));
  EXPECT_THAT(Statements(Kernel("EPS = 0.5\nif EPS > 0:\n    pl.write(x, [0, 0], 1.0)")), HasSubstr("if True:"));
}

TEST(Scalars, ConstantsWithoutAValue) {
  const auto module = [](std::string_view expr) { return Said(fmt::format("A = {}\n", expr) + Kernel("return x")); };
  for (const std::string_view expr : {"1 / 0", "7 // 0", "7 % 0", "1.5 / 0", "0 ** -1"}) {
    EXPECT_THAT(module(expr), testing::StartsWith("f:1:5: error: this constant divides by zero")) << expr;
    EXPECT_THAT(Wrong(expr), HasSubstr("f:4:9: error: this constant divides by zero")) << expr;
  }
  for (const std::string_view expr : {"2 ** 63", "9223372036854775807 + 1", "1 << 63", "1 << 64"}) {
    EXPECT_THAT(module(expr), testing::StartsWith("f:1:5: error: this constant does not fit 64 bits")) << expr;
  }
  for (const std::string_view expr : {"10.0 ** 400", "1e308 * 10", "(-1) ** 0.5"}) {
    EXPECT_THAT(module(expr), testing::StartsWith("f:1:5: error: this constant is no finite number")) << expr;
  }
  EXPECT_THAT(module("1 << -1"), HasSubstr("shifts by a negative count"));
  EXPECT_THAT(module("B + 1"), testing::StartsWith("f:1:5: error: 'B' is not defined here"));
}

TEST(Scalars, OnlyIntegersCount) {
  const std::string_view divide = "divide integers with //";
  EXPECT_THAT(Wrong("x[64 / 2:]"), testing::AllOf(HasSubstr("f:4:11: error: a subscript is an integer, 32.0 is not"), HasSubstr(divide)));
  EXPECT_THAT(Wrong("pl.slice(x, [16 / 2, 32], [0, 0])"),
              testing::AllOf(HasSubstr("f:4:21: error: every item of 'shape' is an integer, 8.0 is not"), HasSubstr(divide)));
  EXPECT_THAT(Wrong("pl.full([math.inf, 2], pl.FP32, 0.0)"), HasSubstr("is an integer, inf is not"));
  EXPECT_THAT(Wrong("x[True]"), HasSubstr("a subscript is an integer, True is not"));
  EXPECT_THAT(Wrong("x[c, 0]"), HasSubstr("a subscript is an integer, and this is BOOL"));
  EXPECT_THAT(Wrong("x[t]"), HasSubstr("a subscript is an integer, and this is pl.Tensor[[64, 32], pl.INT32]"));
  for (const std::string_view bound : {"64 / 2", "f", "c", "x"}) {
    EXPECT_THAT(Said(Kernel(kScalars, fmt::format("for j in pl.range({}):\n    pl.write(x, [j, 0], 1.0)", bound))),
                HasSubstr("a bound of a loop is an integer")) << bound;
  }
}

// A list stands for itself wherever it is named: doubling it sixty times must not.
TEST(Scalars, ListsOfListsAreBounded) {
  for (const std::string twice : {"[a, a]", "a, a", "d(a)", "e(a)"}) {
    std::string body = "a = [n, n]\n";
    for (int i = 0; i < 60; ++i) body += "a = " + twice + "\n";
    Diagnostics d;
    ReadProgram("@pl.inline\ndef d(t):\n    return t, t\n@pl.inline\ndef e(t):\n    return [t, t]\n" +
                    Kernel(body + "return x"), d);
    ASSERT_EQ(d.errors(), 1u) << twice;
    EXPECT_THAT(RenderDiagnostics(d.all(), "f", ""), HasSubstr("error: this list holds 16384 items")) << twice;
  }
}

}  // namespace
}  // namespace t2t
