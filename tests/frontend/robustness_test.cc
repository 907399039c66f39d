// Whatever is typed: findings or a program, never a crash, and a program that it prints reads back.
#include "tests/frontend/frontend_test_util.h"

namespace t2t {
namespace {

using testing::HasSubstr;

const std::string& Sample() {
  static const std::string text =
      "import pypto.language as pl\nN, D = 64, pl.FP32\nM = pl.dynamic(\"M\")\nSHAPE = [N, N // 2]\n\n"
      "@pl.jit.incore\ndef k(x: pl.Tensor[SHAPE, D], out: pl.Out[pl.Tensor[SHAPE, D]], n: pl.Scalar[pl.INDEX]):\n"
      "    # c\n    m, l = pl.row_max(x), 0.5\n    acc = -x * 2 + l\n    i = 0\n"
      "    for j in pl.range(0, N, 16):\n        acc[j:j + 16, :] = pl.exp(x[j:j + 16])\n"
      "        if j > 16:\n            acc += pl.cast(acc, pl.FP16, mode='rint') < 3\n        elif j == n:\n            acc = x\n"
      "    while i < n:\n        i = i + 1\n        acc = pl.row_expand_sub(acc, m)\n"
      "    for q, (a,) in pl.range(2, init_values=(acc,)):\n        b = a + x\n        r = pl.yield_(b)\n"
      "    out[...] = r\n    return out, pl.read(x, [-1, 0]) if_\n\n"
      "@pl.jit\ndef main(x: pl.Tensor[[64, 32], pl.FP32], out: pl.Tensor[[64, 32], pl.FP32]):\n"
      "    out, v = k(x, out, 3)\n    (o, t), u = [x, v], 4\n    return out, max(u, 2)\n";
  return text;
}
std::string Fine() {
  std::string text = Sample();
  text.replace(text.find(", pl.read(x, [-1, 0]) if_"), 25, ", x[-1, 0]");
  text.replace(text.find("acc += pl.cast(acc, pl.FP16, mode='rint') < 3"), 45, "acc += acc < 3");
  text.replace(text.find("(o, t), u = [x, v], 4"), 21, "(o, t), u = x, v, 4");
  return text;
}

TEST(Robustness, TheSampleIsRead) {
  const std::string once = Shown(Fine());
  ASSERT_THAT(once, HasSubstr("# pypto.program: main"));
  EXPECT_EQ(Shown(once), once);
}

TEST(Robustness, CutOffAnywhere) {
  for (const std::string& text : {Sample(), Fine()}) {
    for (size_t i = 0; i < text.size(); ++i) {
      Diagnostics d;
      const std::optional<Program> p = ReadProgram(std::string_view(text).substr(0, i), d);
      EXPECT_EQ(p.has_value(), !d.HasErrors());
      if (p) PrintProgram(*p);
    }
  }
}

TEST(Robustness, OneByteReplaced) {
  for (const char with : {'\0', '\xff', '(', ']', '[', '\n', '=', ',', ':', ' ', 'x', '-', '.'}) {
    for (size_t i = 0; i < Fine().size(); i += 2) {
      std::string text = Fine();
      text[i] = with;
      Diagnostics d;
      const std::optional<Program> p = ReadProgram(text, d);
      EXPECT_EQ(p.has_value(), !d.HasErrors());
      if (p) PrintProgram(*p);
    }
  }
}

TEST(Robustness, DeepNestingIsAnError) {
  std::string loops, branches;
  for (size_t i = 0; i < 1000; ++i) loops += std::string(i, ' ') + "for i" + std::to_string(i) + " in pl.range(2):\n";
  for (size_t i = 0; i < 5000; ++i) branches += i == 0 ? "if c:\n    x = x\n" : "elif c:\n    x = x\n";
  EXPECT_THAT(Said(Kernel(loops)), HasSubstr("nested too deeply"));
  EXPECT_THAT(Said(Kernel(branches)), HasSubstr("nested too deeply"));
  std::string sum = "y = x";
  for (int i = 0; i < 5000; ++i) sum += " + x";
  EXPECT_NE(Said(Kernel("y = " + std::string(100000, '(') + "x")), "");
  EXPECT_NE(Said(Kernel("y = x" + std::string(100000, '['))), "");
  Said(Kernel(sum + "\nreturn y"));
}

TEST(Robustness, ManyNamesInManyBranches) {
  std::string body = "a = x\n";
  for (int i = 0; i < 2000; ++i) body += "if c:\n    a = a + x\n    b" + std::to_string(i) + " = a\nfor i in pl.range(2):\n    a = a * 2.0\n";
  const std::string text = Shown(Kernel(body + "return a"));
  EXPECT_THAT(text, HasSubstr("return a__rv_v"));
}

}  // namespace
}  // namespace t2t
