// Accumulators that are read behind the addition in place.
#include "pass_testing.h"

namespace t2t {
namespace {

std::string Said(std::string_view body) {
  Diagnostics d;
  const std::string text =
      "import pypto.language as pl\n\n@pl.jit.incore\ndef k(a: pl.Tensor[[32, 64], pl.FP16], b: pl.Tensor[[64, 32], pl.FP16], "
      "n: pl.Scalar[pl.INDEX]):\n" +
      std::string(body);
  std::optional<Program> p = ReadProgram(text, d);
  EXPECT_TRUE(p.has_value()) << RenderDiagnostics(d.all(), "k.py", text);
  if (!p) return "";
  RunPlan plan;
  plan.last = NumStages();
  plan.verify = VerifyLevel::kEach;
  RunChain(*p, Stages(), plan, {}, d);
  return RenderDiagnostics(d.all(), "k.py", text);
}

constexpr std::string_view kProduct = "    p = pl.matmul(a, b, out_dtype=pl.FP32)\n";

std::string Behind(std::string_view body) { return Said(std::string(kProduct) + std::string(body)); }

TEST(SpentAccumulators, ReadBehindTheAddition) {
  EXPECT_THAT(Behind("    q = pl.matmul_acc(p, a, b)\n    return q, p\n"),
              ::testing::HasSubstr("k.py:6:5: error: a product is added to p in place, and line 7 reads the value from before"));
  EXPECT_EQ(Behind("    q = pl.matmul_acc(p, a, b)\n    return q\n"), "");
}

TEST(SpentAccumulators, ReadUnderAnotherName) {
  EXPECT_THAT(Behind("    old = p\n    q = pl.matmul_acc(p, a, b)\n    return q, old\n"),
              ::testing::HasSubstr("k.py:7:5: error: a product is added to p in place, and line 8 reads the value from before"));
  EXPECT_THAT(Behind("    old = p\n    q = pl.matmul_acc(old, a, b)\n    r = pl.add(p, q)\n    return r\n"),
              ::testing::HasSubstr("k.py:7:5: error: a product is added to p in place, and line 8 reads the value from before"));
  EXPECT_EQ(Behind("    old = p\n    q = pl.matmul_acc(old, a, b)\n    return q\n"), "");
}

TEST(SpentAccumulators, ReadThroughAView) {
  for (const char* view : {"p[0:16, :]", "pl.reshape(p, [16, 64])", "pl.set_validshape(p, 16, 32)"}) {
    const std::string named = std::string("    old = ") + view + "\n";
    EXPECT_THAT(Behind(named + "    q = pl.matmul_acc(p, a, b)\n    return q, old\n"),
                ::testing::HasSubstr("line 8 reads the value from before"))
        << view;
    EXPECT_EQ(Behind(named + "    e = pl.exp(old)\n    q = pl.matmul_acc(p, a, b)\n    return q, e\n"), "") << view;
  }
}

TEST(SpentAccumulators, ABranchMayHaveHandedItOn) {
  const std::string branch = "    if n > 3:\n        r = p\n    else:\n        r = pl.matmul(a, b, out_dtype=pl.FP32)\n";
  EXPECT_THAT(Behind(branch + "    q = pl.matmul_acc(r, a, b)\n    return q, p\n"),
              ::testing::HasSubstr("line 11 reads the value from before"));
  EXPECT_THAT(Behind(branch + "    q = pl.matmul_acc(p, a, b)\n    return q, r\n"),
              ::testing::HasSubstr("line 11 reads the value from before"));
  EXPECT_EQ(Behind(branch + "    q = pl.matmul_acc(r, a, b)\n    return q\n"), "");
}

TEST(SpentAccumulators, ACarryKeepsTheOldOne) {
  EXPECT_THAT(Behind("    c = p\n    o = p\n    for i in pl.range(n):\n        o = c\n        c = pl.matmul_acc(c, a, b)\n"
                     "    return c, o\n"),
              ::testing::HasSubstr("line 11 reads the value from before"));
  // Two carries begin as one value; the other one is read only before the addition, and then becomes one of its own.
  EXPECT_EQ(Behind("    c = p\n    d = p\n    for i in pl.range(n):\n        d = pl.exp(d)\n        c = pl.matmul_acc(c, a, b)\n"
                   "    return c\n"),
            "");
}

TEST(SpentAccumulators, AddedToTwice) {
  EXPECT_THAT(Behind("    q = pl.matmul_acc(p, a, b)\n    r = pl.matmul_acc(p, a, b)\n    return q, r\n"),
              ::testing::HasSubstr("k.py:6:5: error: a product is added to p in place, and line 7 reads"));
  EXPECT_EQ(Behind("    q = pl.matmul_acc(p, a, b)\n    r = pl.matmul_acc(q, a, b)\n    return r\n"), "");
}

TEST(SpentAccumulators, SeedOfALoop) {
  const std::string loop = "    c = p\n    for i in pl.range(n):\n        c = pl.matmul_acc(c, a, b)\n";
  EXPECT_THAT(Behind(loop + "    return c, p\n"), ::testing::HasSubstr("in place, and line 9 reads the value from before"));
  EXPECT_EQ(Behind(loop + "    return c\n"), "");
}

TEST(SpentAccumulators, EachRoundAddsToTheSameOne) {
  EXPECT_THAT(Behind("    q = p\n    for i in pl.range(n):\n        q = pl.matmul_acc(p, a, b)\n    return q\n"),
              ::testing::HasSubstr("reads the value from before"));
}

TEST(SpentAccumulators, SidesOfABranchDoNotMeet) {
  EXPECT_EQ(Behind("    if n > 1:\n        q = pl.matmul_acc(p, a, b)\n    else:\n        q = p\n    return q\n"), "");
}

TEST(SpentAccumulators, CreatedOnesHoldNothing) {
  EXPECT_EQ(Said("    s = pl.create_tensor([32, 32], dtype=pl.FP32)\n    c = s\n    for i in pl.range(n):\n"
                 "        c = pl.matmul_acc(c, a, b)\n    d = s\n    for i in pl.range(n):\n        d = pl.matmul_acc(d, a, b)\n"
                 "    return c, d\n"),
            "");
  EXPECT_EQ(Said("    t = pl.create_tensor([32, 32], dtype=pl.FP32)\n    s = pl.set_validshape(t, 32, 32)\n    c = s\n"
                 "    for i in pl.range(n):\n        c = pl.matmul_acc(c, a, b)\n    d = s\n    for i in pl.range(n):\n"
                 "        d = pl.matmul_acc(d, a, b)\n    return c, d\n"),
            "");
}

}  // namespace
}  // namespace t2t
