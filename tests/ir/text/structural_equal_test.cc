// Structural equality and fingerprints of programs read from text.
#include "ir/core/structural_equal.h"

#include "tests/ir/text/text_test_util.h"

namespace t2t {
namespace {

using testing::HasSubstr;

Program Read(const std::string& text) {
  Diagnostics d;
  std::optional<Program> p = ReadProgram(text, d);
  EXPECT_TRUE(p.has_value()) << RenderDiagnostics(d.all(), "f", text);
  return p ? *std::move(p) : Program();
}
std::string Difference(const std::string& a, const std::string& b) {
  return FirstDifference(Read(InCore(a)), Read(InCore(b))).value_or("equal");
}

TEST(StructuralEqual, NamesAndCommentsAreIgnored) {
  EXPECT_EQ(Difference("# c\ny = n + 1\nreturn y", "z = n + 1\nreturn z"), "equal");
  EXPECT_EQ(Difference("for i, (a,) in pl.range(n, init_values=(x,)):\n    r: pl.Tensor[[64], pl.FP32] = pl.yield_(a)\nreturn r",
                       "for j, (b,) in pl.range(n, init_values=(x,)):\n    s: pl.Tensor[[64], pl.FP32] = pl.yield_(b)\nreturn s"),
            "equal");
}
TEST(StructuralEqual, VariablesMustCorrespond) {
  const std::string text = Difference("a = n + 1\nb = n + 1\nreturn a", "a = n + 1\nb = n + 1\nreturn b");
  EXPECT_THAT(text, HasSubstr("function 'k'"));
  EXPECT_THAT(text, HasSubstr("left:  return a"));
  EXPECT_THAT(text, HasSubstr("right: return b"));
}
TEST(StructuralEqual, TwoVariablesDoNotMatchOne) {
  EXPECT_NE(Difference("a = n + 1\nb = n + 1\nreturn a, b", "a = n + 1\nb = n + 1\nreturn a, a"), "equal");
}
TEST(StructuralEqual, ValuesTypesKeywordsAndAttributesCount) {
  EXPECT_THAT(Difference("y = n + 1\nreturn y", "y = n + 2\nreturn y"), HasSubstr("n + 2"));
  EXPECT_NE(Difference("y = pl.tensor.cast(x, target_type=pl.FP16, mode='round')\nreturn y",
                       "y = pl.tensor.cast(x, target_type=pl.FP16, mode='rint')\nreturn y"), "equal");
  EXPECT_NE(Difference("y = pl.tensor.exp(x, attrs={\"a\": 1})\nreturn y", "y = pl.tensor.exp(x)\nreturn y"), "equal");
  EXPECT_EQ(Difference("y = pl.tensor.exp(x, attrs={\"a\": 1, \"b\": 2})\nreturn y",
                       "y = pl.tensor.exp(x, attrs={\"b\": 2, \"a\": 1})\nreturn y"), "equal");
  EXPECT_NE(Difference("return x", "pass"), "equal");
}
TEST(StructuralEqual, FunctionsAreMatchedByName) {
  std::string other = InCore("return x");
  other.replace(other.find("def k("), 6, "def q(");
  EXPECT_EQ(FirstDifference(Read(InCore("return x")), Read(other)), "function 'k' is only on the left");
}

TEST(Fingerprint, SameForTheTextReadTwiceAndForACopy) {
  const Program a = Read(InCore("y = pl.tensor.exp(x)\nreturn y")), b = Read(InCore("y = pl.tensor.exp(x)\nreturn y"));
  const Program copy = a;
  EXPECT_EQ(Fingerprint(a), Fingerprint(b));
  EXPECT_EQ(Fingerprint(a), Fingerprint(copy));
}
TEST(Fingerprint, SeesEveryVisibleChange) {
  const uint64_t base = Fingerprint(Read(InCore("# c\ny = pl.tensor.exp(x, attrs={\"a\": 1})\nreturn y")));
  for (const char* body : {"y = pl.tensor.exp(x, attrs={\"a\": 1})\nreturn y",
                           "# c\nz = pl.tensor.exp(x, attrs={\"a\": 1})\nreturn z",
                           "# c\ny = pl.tensor.exp(x, attrs={\"a\": 2})\nreturn y",
                           "# c\ny = pl.tensor.neg(x, attrs={\"a\": 1})\nreturn y",
                           "# c\ny = pl.tensor.exp(x, attrs={\"a\": 1})\nreturn x",
                           "# c\ny = pl.tensor.exp(x, attrs={\"a\": 1})\nreturn y, y"}) {
    EXPECT_NE(Fingerprint(Read(InCore(body))), base) << body;
  }
}

}  // namespace
}  // namespace t2t
