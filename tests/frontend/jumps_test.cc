// Jumps that become branches, conditions that have to be computed, values that only the body of a loop assigns. What the
// results compute is tested by run_kernels.py; here is their form (docs/decisions.md).
#include "tests/frontend/frontend_test_util.h"

namespace t2t {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Jumps, ContinueMakesTheRestOfTheBodyABranch) {
  EXPECT_EQ(Statements(Kernel("t = pl.exp(x)\nfor i in pl.range(n):\n    if i == 3:\n        continue\n    t = t + y\nreturn t")),
            "t__ssa_v0 = pl.tensor.exp(x__ssa_v0)\n"
            "for i__idx_v0, (t__iter_v1,) in pl.range(n__ssa_v0, init_values=(t__ssa_v0,)):\n"
            "    if i__idx_v0 == 3:\n"
            "        t__phi_v4 = pl.yield_(t__iter_v1)\n"
            "    else:\n"
            "        t__ssa_v3 = pl.tensor.add(t__iter_v1, y__ssa_v0)\n"
            "        t__phi_v4 = pl.yield_(t__ssa_v3)\n"
            "    t__rv_v2 = pl.yield_(t__phi_v4)\n"
            "return t__rv_v2\n");
}

TEST(Jumps, BreakMakesACountedLoopAWhileLoop) {
  EXPECT_EQ(Statements(Kernel("t = pl.exp(x)\nfor i in pl.range(2, n):\n    t = t + y\n    if c:\n        break\nreturn t")),
            "t__ssa_v0 = pl.tensor.exp(x__ssa_v0)\n"
            "for (i__iter_v0, break__iter_v0, t__iter_v1) in pl.while_(init_values=(2, False, t__ssa_v0)):\n"
            "    pl.cond(i__iter_v0 < n__ssa_v0 and not break__iter_v0)\n"
            "    t__ssa_v3 = pl.tensor.add(t__iter_v1, y__ssa_v0)\n"
            "    if c__ssa_v0:\n"
            "        break__phi_v2 = pl.yield_(True)\n"
            "    else:\n"
            "        break__phi_v2 = pl.yield_(break__iter_v0)\n"
            "    i__ssa_v2 = i__iter_v0 + 1\n"
            "    i__rv_v1, break__rv_v1, t__rv_v2 = pl.yield_(i__ssa_v2, break__phi_v2, t__ssa_v3)\n"
            "return t__rv_v2\n");
}

TEST(Jumps, WhatFollowsAJumpDeeperInsideIsGuarded) {
  const std::string text = Statements(Kernel("t = pl.exp(x)\nfor i in pl.range(n):\n    if c:\n        if i == 3:\n"
                                             "            continue\n        t = pl.neg(t)\n    t = t + y\nreturn t"));
  EXPECT_THAT(text, HasSubstr("    if not continue__phi_v1:\n        t__ssa_v6 = pl.tensor.add("));
  EXPECT_THAT(text, HasSubstr("pl.range(n__ssa_v0, init_values=(t__ssa_v0,))"));  // the flag lives in one iteration
}

TEST(Jumps, AnOrchestrationKeepsTheJumpsOfALoopThatCarriesNothing) {
  const std::string body = "    for i in pl.range(n):\n        if i == 3:\n            break\n        k(x)\n";
  const std::string text = "import pypto.language as pl\n@pl.jit.incore\ndef k(x: pl.InOut[pl.Tensor[[64], pl.FP32]]):\n"
                           "    pl.write(x, [0], 1.0)\n@pl.jit\ndef f(x: pl.InOut[pl.Tensor[[64], pl.FP32]], "
                           "n: pl.Scalar[pl.INDEX]):\n" + body;
  EXPECT_EQ(Statements(text), "for i in pl.range(n):\n    if i == 3:\n        break\n    self.k(x)\n");
}

TEST(Jumps, AKernelKeepsNone) {
  EXPECT_THAT(Statements(Kernel("for i in pl.range(n):\n    if i == 3:\n        break\n    pl.write(x, [0, 0], 1.0)")),
              Not(HasSubstr("  break\n")));
}

TEST(Jumps, AParallelLoopIsNotLeft) {
  EXPECT_THAT(Said(Kernel("t = pl.exp(x)\nfor i in pl.parallel(n):\n    t = t + y\n    if c:\n        break\nreturn t")),
              HasSubstr("f:5:5: error: only pl.range and while loops can be left with 'break'"));
}

TEST(Jumps, NothingStandsBehindThem) {
  EXPECT_THAT(Said(Kernel("t = pl.exp(x)\nfor i in pl.range(n):\n    t = t + y\n    continue\n    t = t + x\nreturn t")),
              HasSubstr("f:8:9: error: this is never run"));
  EXPECT_THAT(Said(Kernel("return x\nt = pl.exp(x)")), HasSubstr("f:5:5: error: this is never run"));
}

TEST(Returns, BranchesThatAllReturnDecideTheResult) {
  EXPECT_EQ(Statements(Kernel("if c:\n    return x\na = pl.exp(x)\nreturn a")),
            "if c:\n"
            "    ret__phi_v0 = pl.yield_(x)\n"
            "else:\n"
            "    a = pl.tensor.exp(x)\n"
            "    ret__phi_v0 = pl.yield_(a)\n"
            "return ret__phi_v0\n");
}

TEST(Returns, WithoutValuesTheRestIsABranch) {
  EXPECT_EQ(Statements(Kernel("if c:\n    return\npl.write(x, [0, 0], 1.0)")),
            "if not c:\n    pl.tensor.write(x, [0, 0], 1.0)\n");
}

TEST(Returns, WhatCannotBecomeABranch) {
  EXPECT_THAT(Said(Kernel("for i in pl.range(n):\n    return x\nreturn y")),
              HasSubstr("f:5:9: error: a kernel cannot return out of a loop or scope"));
  EXPECT_THAT(Said(Kernel("if c:\n    t = x\nelse:\n    return y\nreturn t")),
              HasSubstr("f:7:9: error: a kernel cannot return here"));
  EXPECT_THAT(Said(Kernel("if c:\n    return x\nreturn x, y")), HasSubstr("one branch returns 1 value, the other 2"));
  EXPECT_THAT(Said(Kernel("if c:\n    return x\nreturn x[0:8]")),
              HasSubstr("one branch returns pl.Tensor[[64, 32], pl.FP32], the other pl.Tensor[[8, 32], pl.FP32]"));
}

constexpr std::string_view kCounted = "x: pl.Tensor[[64], pl.INT32], n: pl.Scalar[pl.INDEX]";

TEST(Conditions, OfAWhileAreComputedAgainAtTheEndOfItsBody) {
  EXPECT_EQ(Statements(Kernel(kCounted, "i = 0\nwhile x[i] > 0:\n    i = i + 1\npl.write(x, [0], pl.cast(i, pl.INT32))")),
            "i__ssa_v0 = 0\n"
            "t__tmp_v0 = pl.tensor.read(x__ssa_v0, [i__ssa_v0])\n"
            "for (while__iter_v0, i__iter_v1) in pl.while_(init_values=(pl.cast(t__tmp_v0, pl.INDEX) > 0, i__ssa_v0)):\n"
            "    pl.cond(while__iter_v0)\n"
            "    i__ssa_v3 = i__iter_v1 + 1\n"
            "    t__tmp_v1 = pl.tensor.read(x__ssa_v0, [i__ssa_v3])\n"
            "    while__ssa_v2 = pl.cast(t__tmp_v1, pl.INDEX) > 0\n"
            "    while__rv_v1, i__rv_v2 = pl.yield_(while__ssa_v2, i__ssa_v3)\n"
            "pl.tensor.write(x__ssa_v0, [0], pl.cast(i__rv_v2, pl.INT32))\n");
}

TEST(Conditions, TheRightSideOfAndIsComputedOnlyWhenItCounts) {
  EXPECT_EQ(Statements(Kernel(kCounted, "if n < 64 and x[n] > 0:\n    pl.write(x, [0], 1)")),
            "if n < 64:\n"
            "    t__tmp_v0 = pl.tensor.read(x, [n])\n"
            "    t__phi_v1 = pl.yield_(pl.cast(t__tmp_v0, pl.INDEX) > 0)\n"
            "else:\n"
            "    t__phi_v1 = pl.yield_(False)\n"
            "if t__phi_v1:\n"
            "    pl.tensor.write(x, [0], pl.const(1, pl.INT32))\n");
  EXPECT_EQ(Statements(Kernel(kCounted, "if n < 64 or n > 3:\n    pl.write(x, [0], 1)")),
            "if n < 64 or n > 3:\n    pl.tensor.write(x, [0], pl.const(1, pl.INT32))\n");
}

TEST(Conditions, AreBool) {
  EXPECT_THAT(Said(Kernel("if n:\n    pass")), HasSubstr("f:4:8: error: a condition must be BOOL, and this is INDEX"));
  EXPECT_THAT(Said(Kernel("while n:\n    pass")), HasSubstr("f:4:11: error: a condition must be BOOL"));
  EXPECT_THAT(Said(Kernel("if not n:\n    pass")), HasSubstr("f:4:12: error: a condition must be BOOL"));
  EXPECT_THAT(Said(Kernel("if c and n:\n    pass")), HasSubstr("a condition must be BOOL"));
  EXPECT_THAT(Said(Kernel("if x > 0:\n    pass")), HasSubstr("a condition must be a BOOL scalar, and this is pl.Tensor"));
}

TEST(Conditions, ComparisonsAreChained) {
  EXPECT_EQ(Statements(Kernel("if 0 < n < 10:\n    pl.write(x, [0, 0], 1.0)")),
            "if 0 < n and n < 10:\n    pl.tensor.write(x, [0, 0], 1.0)\n");
  EXPECT_THAT(Said(Kernel("return 0 < x < 1")), HasSubstr("f:4:12: error: comparisons of tensors and tiles are not chained"));
}

TEST(FirstInside, ALoopThatRunsGivesWhatOnlyItsBodyAssigns) {
  EXPECT_EQ(Statements(Kernel("for i in pl.range(4):\n    t = pl.exp(x)\nreturn t")),
            "t__tmp_v0 = pl.tensor.create([64, 32], dtype=pl.FP32, layout=pl.TensorLayout.ND)\n"
            "for i, (t_1,) in pl.range(4, init_values=(t__tmp_v0,)):\n"
            "    t_2 = pl.tensor.exp(x)\n"
            "    t = pl.yield_(t_2)\n"
            "return t\n");
}

}  // namespace
}  // namespace t2t
