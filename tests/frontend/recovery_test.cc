// One mistake, one error, at its place: what a refused line would have defined is not missed again where it is used.
#include "fmt/format.h"
#include "tests/frontend/frontend_test_util.h"

namespace t2t {
namespace {

using testing::HasSubstr;

// All that is said, when it is one error.
std::string Only(std::string_view text) {
  Diagnostics d;
  ReadProgram(text, d);
  const std::string said = RenderDiagnostics(d.all(), "f", "");
  return d.errors() == 1 ? said : fmt::format("{} errors:\n{}", d.errors(), said);
}
std::string OnlyIn(std::string_view body) { return Only(Kernel(body)); }

TEST(Recovery, ANameOutsideOfAsciiIsReportedOnce) {
  EXPECT_THAT(OnlyIn("gr\xc3\xb6\xc3\x9f" "e = x + 1\nb = gr\xc3\xb6\xc3\x9f" "e * gr\xc3\xb6\xc3\x9f" "e\nreturn b + gr\xc3\xb6\xc3\x9f" "e"),
              HasSubstr("f:4:5: error: expected an expression here"));
  EXPECT_THAT(OnlyIn("\xc3\xa4 = x + 1\n\xc3\xb6 = \xc3\xa4 * 2\nreturn x"), HasSubstr("2 errors"));
}

TEST(Recovery, ReturnsThatAreNotWhatIsDeclared) {
  const auto in = [](std::string_view type, std::string_view result, std::string_view value) {
    return Only(fmt::format("import pypto.language as pl\n@pl.function(type=pl.FunctionType.{})\ndef k(x: pl.Tensor[[64, 32], pl.FP32]){}:\n"
                            "    y = x + 1.0\n    return {}\n", type, result, value));
  };
  constexpr std::string_view kOne = " -> pl.Tensor[[64, 32], pl.FP32]";
  EXPECT_THAT(in("InCore", kOne, "y, y"), HasSubstr("f:5:5: error: k declares 1 result and returns 2"));
  EXPECT_THAT(in("Orchestration", kOne, "y, y"), HasSubstr("k declares 1 result and returns 2"));
  EXPECT_EQ(in("InCore", kOne, "y"), "0 errors:\n");
  EXPECT_EQ(in("InCore", "", "(y, y)"), "0 errors:\n");
  for (std::string_view numbers : {"y.shape", "[64, 32]"}) {
    for (std::string_view declared : {std::string_view(), kOne}) {
      EXPECT_THAT(in("InCore", declared, numbers), HasSubstr("f:5:5: error: a kernel returns tensors, and this is a list of numbers"));
    }
  }
}

TEST(Recovery, PythonThatIsNoPartOfTheLanguage) {
  struct Case {
    std::string_view body, says;
  };
  for (const Case& c : {
           Case{"if (m := n) > 3:\n    y = y + m\nreturn y", "f:4:11: error: ':=' is no part of the language"},
           Case{"(m := x + 1)\nreturn m", "f:4:8: error: ':=' is no part of the language"},
           Case{"ys = [x + i for i in pl.range(3)]\nreturn ys[0]", "f:4:15: error: comprehensions are no part of the language"},
           Case{"f = lambda t: t + 1\nreturn f(x)", "f:4:9: error: expected an expression here, found the keyword 'lambda'"},
           Case{"try:\n    z = x + 1\nexcept ValueError:\n    z = x\nfinally:\n    z = x\nreturn z", "f:4:5: error: 'try' has no place"},
           Case{"with open('f') as g:\n    z = x + 1\nreturn z + g", "error: unknown scope 'open'"},
           Case{"from math import pi, e as E\nreturn x * pi * E", "f:4:5: error: 'from' has no place in a function body"},
           Case{"s = f'{n}'\nreturn x * s", "error: a string is no value here"},
           Case{"global Z\nZ = 3\nreturn x * Z", "'global' has no place"},
           Case{"assert n > 0, 'why'\nreturn x", "help: pl.static_assert(condition, text)"},
           Case{"z = x + 1\ndel z\nreturn x", "a name needs no end"},
           Case{"z = await x\nreturn z", "the keyword 'await'"},
           Case{"async for i in pl.range(3):\n    z = x + 1\nreturn x", "'async' has no place"},
           Case{"yield x", "help: return the value"},
           Case{"match n:\n    case 1:\n        z = x + 1\n    case _:\n        z = x\nreturn z", "f:4:5: error: 'match' has no place"},
           Case{"def g(t):\n    return t + 1\nreturn g(x)", "help: a helper is a '@pl.inline' function"},
           Case{"class A:\n    pass\nreturn x", "'class' has no place"},
           Case{"d = {'a': x}\nreturn d['a']", "there are no dictionaries and sets"},
           Case{"a = [x, x]\nreturn pl.add(*a)", "arguments are written one by one"},
           Case{"a = b = x + 1\nreturn a + b", "one assignment per line"},
           Case{"a = x + 1; b = a + 1\nreturn b", "one statement per line"},
           Case{"a, b = x\nreturn a + b", "2 names for 1 value"},
           Case{"z: pl.Tensor[[64, 64]] = x\nreturn z", "error: expected ',' and a data type"},
           Case{"if n in [1, 2]:\n    z = x\nelif c:\n    z = y\nelse:\n    z = x + 1\nreturn z", "'in' inside an expression"},
           Case{"z = x + q\nw = z * 2\nreturn w[0:q] + w", "f:4:13: error: 'q' is not defined here"},
           Case{"s = q * 2\nz = pl.slice(x, [8, 32], [s, 0])\nreturn z + 1", "'q' is not defined here"},
           Case{"z = x + 1\n  w = z\nreturn w", "f:5:1: error: this line is indented deeper than its block"},
           Case{"for i in pl.range(4):\n    z = x + foo\n    w = z\nreturn w", "'foo' is not defined here"},
           Case{"w = pl.row_max(x\nz = w + 1\nreturn z", "help: the '(' on line 4 is still open"},
           Case{"z = q\nw = z.shape[0] + z.sum()\nreturn z[0:w]", "'q' is not defined here"},
           Case{"import numpy as np\nreturn np.exp(x) + np.pi", "'import' has no place"},
           Case{"break\nreturn x", "f:4:5: error: 'break' outside of a loop"},
           Case{"if c:\n    continue\nreturn x", "f:5:9: error: 'continue' outside of a loop"},
       }) {
    EXPECT_THAT(OnlyIn(c.body), HasSubstr(c.says)) << c.body;
  }
  EXPECT_EQ(OnlyIn("match = x + 1\nreturn match"), "0 errors:\n");
}

TEST(Recovery, DefinitionsOfTheModule) {
  const std::string head = "import pypto.language as pl\n";
  const auto with = [&](std::string_view module, std::string_view use) {
    return Only(head + std::string(module) + "@pl.jit.incore\ndef k(x: pl.Tensor[[64], pl.FP32]):\n    return " + std::string(use) + "\n");
  };
  const std::string_view body = "    return t + 1\n";
  const auto def = [&](std::string_view first, std::string_view params) { return fmt::format("{}def f({}):\n{}", first, params, body); };
  EXPECT_THAT(with(def("@functools.wraps\n", "t"), "f(x)"), HasSubstr("f:2:2: error: unknown decorator 'functools.wraps'"));
  EXPECT_THAT(with(def("@pl.jit.incor\n", "t"), "f(x)"), HasSubstr("did you mean 'pl.jit.incore'?"));
  EXPECT_THAT(with(def("", "t"), "f(x)"), HasSubstr("f:6:12: error: 'f' has no decorator"));
  EXPECT_EQ(with("import torch\ndef host(a):\n    print(a + 1j)\n    return [b for b in a]\n", "x"), "0 errors:\n");
  EXPECT_THAT(with(def("@pl.inline\n", "*t"), "f(x)"), HasSubstr("f:3:7: error: expected the name of a parameter here, found '*'"));
  EXPECT_THAT(with(def("@pl.jit.incore\n", "*t"), "f(x)"), HasSubstr("f:3:7: error: expected a parameter here, found '*'"));
  EXPECT_THAT(with(def("@pl.jit.incore\n", "t: pl.Tensor[[N], pl.FP99]"), "f(x)"), HasSubstr("did you mean 'pl.FP4'?"));
  EXPECT_THAT(with("A = B + 1\n", "x[0:A] + A"), HasSubstr("f:2:5: error: 'B' is not defined here"));
  EXPECT_THAT(with("A = 1 / 0\nC = A + 1\n", "x[0:A] + C"), HasSubstr("f:2:5: error: this constant divides by zero"));
  EXPECT_THAT(with("A = 1 / 0\n@pl.jit.incore\ndef f(t: pl.Tensor[[A], pl.FP32]):\n    return t\n", "f(x)"),
              HasSubstr("f:2:5: error: this constant divides by zero"));
  EXPECT_THAT(with("@pl.jit.incore\ndef f(t: pl.Tensor[[64], pl.FP32]):\n    return t + q\n", "f(x) * 2"), HasSubstr("'q' is not defined"));
  EXPECT_EQ(with("", "x\n\nif __name__ == \"__main__\":\n    run(k)"), "0 errors:\n");
}

TEST(Recovery, AttributesOfTheClass) {
  const auto program = [](std::string_view member, std::string_view use) {
    return Only(fmt::format("import pypto.language as pl\n@pl.program\nclass P:\n    {}\n\n    @pl.function(type=pl.FunctionType.InCore)\n"
                            "    def k(self, x: pl.Tensor[[64], pl.FP32]):\n        return {}\n", member, use));
  };
  EXPECT_THAT(program("N = 3", "x * self.N"), HasSubstr("f:4:5: error: a program has no attributes"));
  EXPECT_THAT(program("N: int = 3", "x * self.N"), HasSubstr("f:4:5: error: a program has no attributes"));
  EXPECT_THAT(program("def g(self, t):\n        return t", "self.g(x)"), HasSubstr("a program holds functions that carry '@pl.function'"));
}

TEST(Recovery, ParametersMeanNothingOutsideOfTheirFunction) {
  EXPECT_EQ(Only("import pypto.language as pl\nN = 8\n@pl.jit.incore\ndef f(x: pl.Tensor[[64], pl.FP32], N: pl.Scalar[pl.INDEX]):\n"
                 "    return x + 1\nM = N * 2\n@pl.jit.incore\ndef k(x: pl.Tensor[[64], pl.FP32]):\n    return x[0:M]\n"),
            "0 errors:\n");
}

TEST(Recovery, FunctionsThatCallThemselves) {
  EXPECT_THAT(OnlyIn("return k(x, y, n, c)"), HasSubstr("f:4:12: error: 'k' calls itself"));
  EXPECT_THAT(Only("import pypto.language as pl\n@pl.jit\ndef a(x: pl.Tensor[[64], pl.FP32]):\n    return b(x)\n@pl.jit\n"
                   "def b(x: pl.Tensor[[64], pl.FP32]):\n    return a(x)\n"),
              HasSubstr("calls itself, directly or through what it calls"));
}

TEST(Recovery, NamesOutsideOfAscii) {
  EXPECT_THAT(Only("import pypto.language as pl\ngr\xc3\xb6\xc3\x9f" "e = 8\n" + Kernel("return x").substr(28)),
              testing::AllOf(HasSubstr("f:2:1: error: "), HasSubstr("names are made of ASCII letters")));
  EXPECT_THAT(OnlyIn("\xc3\xa9 = x + 1\nreturn x"), HasSubstr("names are made of ASCII letters"));
}

TEST(Recovery, ReturnOfNothing) {
  EXPECT_EQ(Statements(Kernel("pl.write(x, [0, 0], 1.0)\nreturn None")), Statements(Kernel("pl.write(x, [0, 0], 1.0)\nreturn")));
  EXPECT_EQ(Statements(Kernel("k: int = 3\ne: float = 2.5\nreturn x * k + e")), Statements(Kernel("return x * 3 + 2.5")));
}

}  // namespace
}  // namespace t2t
