// What the reader says about wrong texts, and where.
#include "fmt/format.h"
#include "tests/ir/text/text_test_util.h"

namespace t2t {
namespace {

using testing::HasSubstr;

// Statements of a body begin at line 8, column 9.
TEST(ReaderErrors, UnknownNames) {
  EXPECT_THAT(ErrorsOf(InCore("return y")), HasSubstr("f:8:16: error: 'y' is not defined in function 'k' [name]"));
}
TEST(ReaderErrors, UnknownOperatorsNameTheNearest) {
  const std::string errors = ErrorsOf(InCore("y = pl.tensor.exq(x)"));
  EXPECT_THAT(errors, HasSubstr("f:8:13: error: unknown operator 'pl.tensor.exq'"));
  EXPECT_THAT(errors, HasSubstr("tensor.exp"));
}
TEST(ReaderErrors, UnknownKeywordsNameTheOperator) {
  EXPECT_THAT(ErrorsOf(InCore("y = pl.tensor.exp(x, speed=3)")),
              HasSubstr("f:8:30: error: tensor.exp has no keyword 'speed'"));
}
TEST(ReaderErrors, KeywordValuesHaveTypes) {
  EXPECT_THAT(ErrorsOf(InCore("y = pl.tensor.cast(x, target_type=3.5)")), HasSubstr("'target_type' of tensor.cast"));
}
TEST(ReaderErrors, OperandCount) {
  EXPECT_THAT(ErrorsOf(InCore("y = pl.tensor.add(x)")), HasSubstr("f:8:13: error: tensor.add"));
}
TEST(ReaderErrors, YieldNames) {
  EXPECT_THAT(ErrorsOf(InCore("for i, (a,) in pl.range(n, init_values=(x,)):\n    r, s = pl.yield_(a, a)")),
              HasSubstr("f:8:9: error: the loop carries 1 value, but its yield names 2 in function 'k'"));
}
TEST(ReaderErrors, IntegersThatDoNotFit) {
  EXPECT_THAT(ErrorsOf(InCore("return 9223372036854775808")), HasSubstr("f:8:16: error: the integer"));
}
TEST(ReaderErrors, SeveralStatementsAreReported) {
  const std::string errors = ErrorsOf(InCore("a = pl.tensor.(x)\nb = 3 +\nfor i in x:\n    c = = 3\nd = )"));
  for (const char* place : {"f:8:", "f:9:", "f:10:", "f:12:"}) EXPECT_THAT(errors, HasSubstr(place));
  EXPECT_EQ(errors.find("f:11:"), std::string::npos) << "the body of a broken header is skipped";
}
TEST(ReaderErrors, AnUnclosedBracketDoesNotHideTheRest) {
  const std::string errors = ErrorsOf(InCore("a = pl.tensor.add(x, =\nb = 3 +"));
  EXPECT_THAT(errors, HasSubstr("f:9:"));
}
TEST(ReaderErrors, TheLineOfAnOpenBracketIsNamed) {
  const std::string errors = ErrorsOf(InCore("a = pl.tensor.exp(x\nreturn a"));
  EXPECT_THAT(errors, HasSubstr("f:9:9: error: expected ',' or ')' here, found 'return'"));
  EXPECT_THAT(errors, HasSubstr("help: the '(' on line 8 is still open"));
}
TEST(ReaderErrors, ExtentsAreIntegersFromZeroOn) {
  const auto annotated = [](std::string_view extent) {
    return ErrorsOf(InCore(fmt::format("y: pl.Tensor[[{}], pl.FP32] = pl.tensor.exp(x)", extent)));
  };
  EXPECT_THAT(annotated("64.0"), HasSubstr("f:8:23: error: an extent is an integer, 64.0 is not"));
  EXPECT_THAT(annotated("-64"), HasSubstr("f:8:23: error: an extent cannot be negative, got -64"));
  for (const char* constant : {"None", "True", "nan", "inf"}) {
    EXPECT_THAT(annotated(constant), HasSubstr(fmt::format("f:8:23: error: an extent is an integer, {} is not", constant)));
  }
  EXPECT_THAT(annotated("while"), HasSubstr("f:8:23: error: an extent is an integer, and 'while' is a keyword"));
  EXPECT_EQ(annotated("64"), "");
}
TEST(ReaderErrors, TheyAreBounded) {
  std::string body;
  for (int i = 0; i < 500; ++i) body += "a = )\n";
  const std::string errors = ErrorsOf(InCore(body));
  EXPECT_THAT(errors, HasSubstr("stopped after 50 errors"));
}
TEST(ReaderErrors, Levels) {
  EXPECT_THAT(ErrorsOf(std::string(kHead) +
                       "    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.HOST)\n"
                       "    def kern(x: pl.Scalar[pl.INDEX]):\n        pass"),
              HasSubstr("function 'kern' of type InCore cannot have level HOST"));
}
TEST(ReaderErrors, ArgumentCount) {
  EXPECT_THAT(ErrorsOf(InCore("return self.k(x)")), HasSubstr("function 'k' takes 3 arguments, 1 given"));
}
TEST(ReaderErrors, KindsOfAnnotations) {
  EXPECT_THAT(ErrorsOf(InCore("y: pl.Scalar[pl.INDEX] = x")), HasSubstr("says Scalar, the value is a Tensor"));
}
TEST(ReaderErrors, OperatorsRefuseWhatHasNoArithmetic) {
  EXPECT_THAT(ErrorsOf(InCore("y = x + [n]")), HasSubstr("f:8:13: error: this operator cannot combine"));
  EXPECT_THAT(ErrorsOf(InCore("y = x + n")), HasSubstr("f:8:13: error: an index cannot be combined with elements"));
}
TEST(ReaderErrors, NoProgram) {
  EXPECT_THAT(ErrorsOf(""), HasSubstr("there is no program"));
  EXPECT_THAT(ErrorsOf("# only a comment\n"), HasSubstr("there is no program"));
}
TEST(Reader, ACalleeThatIsNotThereIsLeftToAVerifier) {
  Diagnostics d;
  const std::optional<Program> p = ReadProgram(InCore("y: pl.Tensor[[64], pl.FP32] = self.ghost(x)"), d);
  ASSERT_TRUE(p.has_value());
  ASSERT_EQ(p->num_functions(), 2u);
  EXPECT_TRUE((*p)[FuncId(1)].declared_only);
}

// ---- nothing crashes -----------------------------------------------------------------------------------------------

const std::string& Sample() {
  static const std::string text = InCore(
      "pl.func_attr({\"a\": [(0, 1)]})\n# c\nm: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 4096)\n"
      "t: pl.Tile[[64], pl.FP32, pl.MemRef(m, 0, 256), pl.Mem.Vec, pl.TileView(valid_shape=[n])] = "
      "pl.tile.load(x, [0], [64], [64], target_memory=pl.Mem.Vec)\n"
      "for i, (a,) in pl.range(0, n, 2, init_values=(x,)):\n    if not i > 2 ** n:\n"
      "        r: pl.Tensor[[64], pl.FP32] = pl.yield_(a)\n    else:\n"
      "        r: pl.Tensor[[64], pl.FP32] = pl.yield_(x)\n    s: pl.Tensor[[64], pl.FP32] = pl.yield_(r)\n"
      "with pl.at(level=pl.Level.CORE_GROUP, name_hint=\"h\") as tid:\n    pass\n"
      "for b in pl.spmd(4):\n    q: pl.Scalar[pl.INDEX] = b + 1\nreturn s, [1, 2.5]");
  return text;
}

TEST(ReaderRobustness, TheSampleIsFine) { ExpectStable(Sample()); }

TEST(ReaderRobustness, CutOffAtEveryByte) {
  for (size_t i = 0; i < Sample().size(); ++i) {
    Diagnostics d;
    const std::optional<Program> p = ReadProgram(std::string_view(Sample()).substr(0, i), d);
    EXPECT_EQ(p.has_value(), !d.HasErrors());
    if (p) PrintProgram(*p);
  }
}

TEST(ReaderRobustness, OneByteReplacedOrRemoved) {
  for (const char with : {'\0', '\xff', '(', ']', '\n', '"', '-', '9'}) {
    for (size_t i = 0; i < Sample().size(); i += 3) {
      std::string text = Sample();
      text[i] = with;
      Diagnostics d;
      const std::optional<Program> p = ReadProgram(text, d);
      EXPECT_EQ(p.has_value(), !d.HasErrors());
      if (p) PrintProgram(*p);
    }
  }
}

std::string Repeat(std::string_view piece, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += piece;
  return out;
}

TEST(ReaderRobustness, DeepNestingIsAnError) {
  const size_t many = 100000;
  for (const std::string& body :
       {"return " + Repeat("(", many) + "n" + Repeat(")", many), "return " + Repeat("-", many) + "n",
        "return " + Repeat("not ", many) + "c", "return n" + Repeat(" + n", many), "return n" + Repeat(" ** n", many),
        "return " + Repeat("[", many), "return " + Repeat("pl.min(n, ", many) + "n" + Repeat(")", many),
        "y: " + Repeat("pl.Tuple[", many) + "pl.Ptr" + Repeat("]", many) + " = n",
        "return " + Repeat("pl.tensor.exp(", many) + "x" + Repeat(")", many)}) {
    EXPECT_THAT(ErrorsOf(InCore(body)), HasSubstr("f:8:")) << body.substr(0, 40);
  }
  std::string blocks;
  for (size_t i = 0; i < 1000; ++i) blocks += std::string(i, ' ') + "if c:\n";
  EXPECT_THAT(ErrorsOf(InCore(blocks)), HasSubstr("nested too deeply"));
  EXPECT_THAT(ErrorsOf(InCore("if c:\n    pass\n" + Repeat("elif c:\n    pass\n", 5000))),
              HasSubstr("nested too deeply"));
}

TEST(ReaderRobustness, ReasonableNestingIsFine) {
  std::string blocks;
  for (size_t i = 0; i < 90; ++i) blocks += std::string(4 * i, ' ') + "if c:\n";
  ExpectStable(InCore(blocks + std::string(4 * 90, ' ') + "pass"));
  ExpectStable(InCore("return n" + Repeat(" + n", 500)));
}

TEST(ReaderRobustness, LongLinesAndJunk) {
  EXPECT_FALSE(ErrorsOf(std::string(1 << 22, 'a')).empty());
  EXPECT_FALSE(ErrorsOf(std::string(1 << 22, '\0')).empty());
  EXPECT_FALSE(ErrorsOf(std::string(1 << 22, '(')).empty());
  EXPECT_FALSE(ErrorsOf(std::string(1 << 22, '\xfe')).empty());
  EXPECT_FALSE(ErrorsOf(Repeat("@", 1 << 20)).empty());
}

}  // namespace
}  // namespace t2t
