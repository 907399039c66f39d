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

TEST(Jumps, ABrokenLoopCountsInTheTypeOfItsBounds) {
  for (const std::string bounds : {"pl.const(0, pl.INT32), n", "0, n, pl.const(2, pl.INT32)", "pl.const(9, pl.INT64), 0, -1"}) {
    const std::string text = Statements(Kernel("for i in pl.range(" + bounds + "):\n    if c:\n        break\n    pl.write(x, [i, 0], 1.0)"));
    EXPECT_THAT(text, HasSubstr("pl.while_(")) << bounds;
  }
}

TEST(Jumps, TooManyOneAfterTheOtherAreNamed) {
  for (const std::string jump : {"continue", "break"}) {
    std::string side = "for j in pl.range(n):\n", inner = side;
    for (int i = 0; i < 300; ++i) {
      side += "    if j == " + std::to_string(i) + ":\n        " + jump + "\n";
      inner += "    if c:\n        if j == " + std::to_string(i) + ":\n            " + jump + "\n        pl.write(x, [0, 0], 1.0)\n";
    }
    for (const std::string& body : {side, inner}) {
      EXPECT_THAT(Said(Kernel(body + "    pl.write(x, [j, 0], 1.0)")),
                  testing::AllOf(HasSubstr("too many jumps stand in front of this"), HasSubstr("join conditions")));
    }
  }
}

TEST(Jumps, AParallelLoopIsNotLeft) {
  EXPECT_THAT(Said(Kernel("t = pl.exp(x)\nfor i in pl.parallel(n):\n    t = t + y\n    if c:\n        break\nreturn t")),
              HasSubstr("f:5:5: error: only pl.range and while loops can be left with 'break'"));
  const auto said = [](const std::string& loop) {
    return Said(Kernel("for i in " + loop + ":\n    if c:\n        break\n    pl.write(x, [i, 0], 1.0)"));
  };
  EXPECT_THAT(said("pl.parallel(4)"), HasSubstr("pl.parallel are not run one after the other: use pl.range"));
  EXPECT_THAT(said("pl.pipeline(4, stage=2)"), HasSubstr("pl.pipeline overlap"));
  EXPECT_THAT(said("pl.unroll(4)"), HasSubstr("pl.unroll repeats its body a fixed number of times: use pl.range"));
}

// Every lane would jump on its own: the loop around them is left by none.
TEST(Jumps, ALaneLeavesNoLoop) {
  constexpr std::string_view kRefused = "cannot leave pl.spmd or pl.split_aiv";
  for (const std::string scope : {"for h in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):", "for h in pl.spmd(2):", "with pl.spmd(2):"}) {
    for (const std::string jump : {"break", "continue"}) {
      const std::string inside = "    " + scope + "\n        if c:\n            " + jump + "\n        pl.write(x, [0, 0], 1.0)\n";
      EXPECT_THAT(Said(Kernel("for j in pl.range(4):\n" + inside)), HasSubstr("f:7:17: error: '" + jump + "' " + std::string(kRefused)));
      EXPECT_THAT(Said(Kernel("if c:\n" + inside)), HasSubstr("f:7:17: error: '" + jump + "' " + std::string(kRefused)));
    }
  }
  const std::string_view loop_inside =
      "t = x\nfor h in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):\n    for j in pl.range(n):\n        if j > 3:\n"
      "            break\n        pl.write(x, [j, 0], 1.0)\n";
  EXPECT_EQ(Said(Kernel(loop_inside)), "");
  const std::string_view behind =
      "for j in pl.range(n):\n    for h in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):\n        pl.write(x, [h, 0], 1.0)\n"
      "    if j > 3:\n        break\n";
  EXPECT_EQ(Said(Kernel(behind)), "");
  EXPECT_THAT(Statements(Kernel(behind)), HasSubstr("pl.while_("));
}

// What is outlined becomes a function of its own: it leaves neither a loop of its caller nor the caller.
TEST(Jumps, NothingLeavesAnOutlinedScope) {
  const auto host = [](std::string_view body) {
    return Said("@pl.jit\ndef f(x: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX]):\n" + Indented(body));
  };
  for (const std::string scope : {"pl.at(level=pl.Level.CORE_GROUP)", "pl.at(level=pl.Level.HOST)", "pl.cluster()"}) {
    for (const std::string jump : {"break", "continue", "return x"}) {
      const std::string text = "for i in pl.range(8):\n    with " + scope + ":\n        if i > n:\n            " + jump + "\nreturn x";
      EXPECT_THAT(host(text), HasSubstr("f:6:17: error: '" + jump.substr(0, jump.find(' ')) + "' cannot leave pl.at or pl.cluster"));
    }
    EXPECT_EQ(host("with " + scope + ":\n    for i in pl.range(8):\n        if i > n:\n            break\nreturn x"), "");
  }
  EXPECT_EQ(host("for i in pl.range(8):\n    with pl.manual_scope():\n        if i > n:\n            break\nreturn x"), "");
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
            "for (while__iter_v0, i__iter_v1) in pl.while_(init_values=(t__tmp_v0 > pl.const(0, pl.INT32), i__ssa_v0)):\n"
            "    pl.cond(while__iter_v0)\n"
            "    i__ssa_v3 = i__iter_v1 + 1\n"
            "    t__tmp_v1 = pl.tensor.read(x__ssa_v0, [i__ssa_v3])\n"
            "    while__ssa_v2 = t__tmp_v1 > pl.const(0, pl.INT32)\n"
            "    while__rv_v1, i__rv_v2 = pl.yield_(while__ssa_v2, i__ssa_v3)\n"
            "pl.tensor.write(x__ssa_v0, [0], pl.cast(i__rv_v2, pl.INT32))\n");
}

TEST(Conditions, TheRightSideOfAndIsComputedOnlyWhenItCounts) {
  EXPECT_EQ(Statements(Kernel(kCounted, "if n < 64 and x[n] > 0:\n    pl.write(x, [0], 1)")),
            "if n < 64:\n"
            "    t__tmp_v0 = pl.tensor.read(x, [n])\n"
            "    t__phi_v1 = pl.yield_(t__tmp_v0 > pl.const(0, pl.INT32))\n"
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
  EXPECT_EQ(Statements(Kernel(kCounted, "if n < 64 < x[n] < x[n + 1]:\n    pl.write(x, [0], 1)")),
            "if n < 64:\n"
            "    t__tmp_v0 = pl.tensor.read(x, [n])\n"
            "    if pl.const(64, pl.INT32) < t__tmp_v0:\n"
            "        t__tmp_v1 = pl.tensor.read(x, [n + 1])\n"
            "        t__phi_v2 = pl.yield_(t__tmp_v0 < t__tmp_v1)\n"
            "    else:\n"
            "        t__phi_v2 = pl.yield_(False)\n"
            "    t__phi_v3 = pl.yield_(t__phi_v2)\n"
            "else:\n"
            "    t__phi_v3 = pl.yield_(False)\n"
            "if t__phi_v3:\n"
            "    pl.tensor.write(x, [0], pl.const(1, pl.INT32))\n");
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
