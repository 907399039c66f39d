// Names that are assigned again, loops and branches without yields: SSA form, with the order and names of the reference
// (text-format 6.4, 7.2, Appendix B).
#include "tests/frontend/frontend_test_util.h"

namespace t2t {
namespace {

using testing::HasSubstr;

TEST(Ssa, AFunctionThatAssignsEveryNameOnceKeepsItsNames) {
  EXPECT_EQ(Statements(Kernel("a = pl.exp(x)\nb = pl.add(a, y)\nreturn b")),
            "a = pl.tensor.exp(x)\nb = pl.tensor.add(a, y)\nreturn b\n");
}

TEST(Ssa, LoopAndBranchAsInTheReference) {
  EXPECT_EQ(Statements(Kernel("acc = pl.create_tensor([64, 32], dtype=pl.FP32)\n"
                              "for i in pl.range(n):\n"
                              "    if i > 2:\n"
                              "        acc = pl.add(acc, x)\n"
                              "    else:\n"
                              "        acc = pl.mul(acc, 2.0)\n"
                              "return acc")),
            "acc__ssa_v0 = pl.tensor.create([64, 32], dtype=pl.FP32, layout=pl.TensorLayout.ND)\n"
            "for i__idx_v0, (acc__iter_v1,) in pl.range(n__ssa_v0, init_values=(acc__ssa_v0,)):\n"
            "    if i__idx_v0 > 2:\n"
            "        acc__ssa_v3 = pl.tensor.add(acc__iter_v1, x__ssa_v0)\n"
            "        acc__phi_v5 = pl.yield_(acc__ssa_v3)\n"
            "    else:\n"
            "        acc__ssa_v4 = pl.tensor.muls(acc__iter_v1, 2.0)\n"
            "        acc__phi_v5 = pl.yield_(acc__ssa_v4)\n"
            "    acc__rv_v2 = pl.yield_(acc__phi_v5)\n"
            "return acc__rv_v2\n");
}

TEST(Ssa, CarriedValuesStandInByteOrder) {
  EXPECT_THAT(Statements(Kernel("m = pl.exp(x)\na = pl.neg(x)\nfor i in pl.range(4):\n    m = m + a\n    a = a + x\n"
                                "return m, a")),
              HasSubstr("for i__idx_v0, (a__iter_v1, m__iter_v1) in pl.range(4, init_values=(a__ssa_v0, m__ssa_v0)):"));
}

TEST(Ssa, AValueThatNobodyReadsLaterIsNotCarried) {
  const std::string text = Statements(Kernel("t = pl.exp(x)\ns = pl.neg(t)\nfor i in pl.range(4):\n    t = pl.exp(s)\n"
                                             "    s = t + y\nreturn s"));
  EXPECT_THAT(text, HasSubstr("for i__idx_v0, (s__iter_v1,) in"));
  EXPECT_THAT(text, HasSubstr("t__ssa_v1 = pl.tensor.exp(s__iter_v1)"));
}

TEST(Ssa, ABranchWithoutElseDecidesBetweenNewAndOld) {
  EXPECT_EQ(Statements(Kernel("a = pl.exp(x)\nif c:\n    a = a + y\nreturn a")),
            "a__ssa_v0 = pl.tensor.exp(x__ssa_v0)\n"
            "if c__ssa_v0:\n"
            "    a__ssa_v1 = pl.tensor.add(a__ssa_v0, y__ssa_v0)\n"
            "    a__phi_v2 = pl.yield_(a__ssa_v1)\n"
            "else:\n"
            "    a__phi_v2 = pl.yield_(a__ssa_v0)\n"
            "return a__phi_v2\n");
}

TEST(Ssa, AChainOfElifs) {
  EXPECT_EQ(Statements(Kernel("if n > 2:\n    a = x + y\nelif n > 1:\n    a = x - y\nelse:\n    a = x * y\nreturn a")),
            "if n__ssa_v0 > 2:\n"
            "    a__ssa_v0 = pl.tensor.add(x__ssa_v0, y__ssa_v0)\n"
            "    a__phi_v4 = pl.yield_(a__ssa_v0)\n"
            "else:\n"
            "    if n__ssa_v0 > 1:\n"
            "        a__ssa_v1 = pl.tensor.sub(x__ssa_v0, y__ssa_v0)\n"
            "        a__phi_v3 = pl.yield_(a__ssa_v1)\n"
            "    else:\n"
            "        a__ssa_v2 = pl.tensor.mul(x__ssa_v0, y__ssa_v0)\n"
            "        a__phi_v3 = pl.yield_(a__ssa_v2)\n"
            "    a__phi_v4 = pl.yield_(a__phi_v3)\n"
            "return a__phi_v4\n");
}

TEST(Ssa, WhileReadsTheCarriedValueInItsCondition) {
  EXPECT_EQ(Statements(Kernel("i = 0\nt = pl.exp(x)\nwhile i < n:\n    t = t + y\n    i = i + 1\nreturn t")),
            "i__ssa_v0 = 0\n"
            "t__ssa_v0 = pl.tensor.exp(x__ssa_v0)\n"
            "for (i__iter_v1, t__iter_v1) in pl.while_(init_values=(i__ssa_v0, t__ssa_v0)):\n"
            "    pl.cond(i__iter_v1 < n__ssa_v0)\n"
            "    t__ssa_v3 = pl.tensor.add(t__iter_v1, y__ssa_v0)\n"
            "    i__ssa_v3 = i__iter_v1 + 1\n"
            "    i__rv_v2, t__rv_v2 = pl.yield_(i__ssa_v3, t__ssa_v3)\n"
            "return t__rv_v2\n");
}

TEST(Ssa, NestedLoopsCarryThrough) {
  EXPECT_EQ(Statements(Kernel("a = pl.exp(x)\nfor i in pl.parallel(4):\n    for j in pl.pipeline(2, stage=2):\n"
                              "        a = a + y\nreturn a")),
            "a__ssa_v0 = pl.tensor.exp(x__ssa_v0)\n"
            "for i__idx_v0, (a__iter_v1,) in pl.parallel(4, init_values=(a__ssa_v0,)):\n"
            "    for j__idx_v0, (a__iter_v3,) in pl.pipeline(2, stage=2, init_values=(a__iter_v1,)):\n"
            "        a__ssa_v5 = pl.tensor.add(a__iter_v3, y__ssa_v0)\n"
            "        a__rv_v4 = pl.yield_(a__ssa_v5)\n"
            "    a__rv_v2 = pl.yield_(a__rv_v4)\n"
            "return a__rv_v2\n");
}

TEST(Ssa, AParameterMayBeAssigned) {
  EXPECT_EQ(Statements(Kernel("x = x + y\nreturn x")), "x__ssa_v1 = pl.tensor.add(x__ssa_v0, y__ssa_v0)\nreturn x__ssa_v1\n");
}

TEST(Ssa, ScopesLeak) {
  EXPECT_THAT(Statements("@pl.function\ndef f(x: pl.Tensor[[64], pl.FP32]):\n    with pl.at(level=pl.Level.CORE_GROUP):\n"
                         "        a = pl.exp(x)\n    return a\n"),
              HasSubstr("return a\n"));
}

TEST(Ssa, ALoopThatNamesItsCarriesIsLeftAsItIs) {
  EXPECT_EQ(Statements(Kernel("for i, (a,) in pl.range(n, init_values=(x,)):\n    b = a + y\n    r = pl.yield_(b)\nreturn r")),
            "for i, (a,) in pl.range(n, init_values=(x,)):\n    b = pl.tensor.add(a, y)\n    r = pl.yield_(b)\nreturn r\n");
}

TEST(Ssa, InPlaceOperatorsAndUnpacking) {
  EXPECT_EQ(Statements(Kernel("a, b = x, y\na += b\nb, a = a, b\nreturn b, a")),
            "a__ssa_v0 = x__ssa_v0\n"
            "b__ssa_v0 = y__ssa_v0\n"
            "a__ssa_v1 = pl.tensor.add(a__ssa_v0, b__ssa_v0)\n"
            "b__ssa_v1 = a__ssa_v1\n"
            "a__ssa_v2 = b__ssa_v0\n"
            "return b__ssa_v1, a__ssa_v2\n");
}

TEST(Ssa, NestedCallsGetNamesInTheOrderOfEvaluation) {
  EXPECT_EQ(Statements(Kernel("return pl.exp(x) + pl.exp(pl.neg(y))")),
            "t__tmp_v0 = pl.tensor.exp(x)\n"
            "t__tmp_v1 = pl.tensor.neg(y)\n"
            "t__tmp_v2 = pl.tensor.exp(t__tmp_v1)\n"
            "t__tmp_v3 = pl.tensor.add(t__tmp_v0, t__tmp_v2)\n"
            "return t__tmp_v3\n");
}

TEST(Ssa, BoundsAndConditionsAreComputedInFront) {
  EXPECT_EQ(Statements(Kernel("x: pl.Tensor[[64], pl.INT32]", "for i in pl.range(pl.cast(pl.read(x, [0]), pl.INDEX)):\n    pass\n")),
            "t__tmp_v0 = pl.tensor.read(x, [0])\nfor i in pl.range(pl.cast(t__tmp_v0, pl.INDEX)):\n    pass\n");
}

TEST(Ssa, CommentsStayWithWhatTheyDescribe) {
  EXPECT_EQ(Statements(Kernel("# two steps\na = pl.exp(pl.neg(x))\nreturn a")),
            "t__tmp_v0 = pl.tensor.neg(x)\n# two steps\na = pl.tensor.exp(t__tmp_v0)\nreturn a\n");
}

TEST(Ssa, AnAccumulatorKeepsTheExtentOfItsSeed) {
  const std::string text = Shown(Kernel(
      "x: pl.Tensor[[96, 256], pl.INT8], w: pl.Tensor[[128, 256], pl.INT8], v: pl.Scalar[pl.INDEX]",
      "s = pl.create_tensor([96, 128], dtype=pl.INT32)\n"
      "for k0 in pl.pipeline(0, 256, 64, stage=2):\n"
      "    xs = pl.slice(x, [96, 64], [0, k0], valid_shape=[v, 64])\n"
      "    ws = w[:, k0:k0 + 64]\n"
      "    if k0 == 0:\n"
      "        s = pl.matmul(xs, ws, b_trans=True, out_dtype=pl.INT32)\n"
      "    else:\n"
      "        s = pl.matmul_acc(s, xs, ws, b_trans=True)\n"
      "return s"));
  EXPECT_THAT(text, HasSubstr("s__ssa_v3: pl.Tensor[[96, 128], pl.INT32] = pl.tensor.matmul(xs__ssa_v0, ws__ssa_v0, a_trans=False, "
                              "b_trans=True, c_matrix_nz=False, out_dtype=pl.INT32)"));
  EXPECT_THAT(text, HasSubstr("s__phi_v5: pl.Tensor[[96, 128], pl.INT32] = pl.yield_(s__ssa_v4)"));
}

// ---- what cannot be given a meaning ----

TEST(SsaErrors, AValueOfTheLoopBehindTheLoop) {
  EXPECT_THAT(Said(Kernel("for i in pl.range(n):\n    t = pl.exp(x)\nreturn t")),
              HasSubstr("f:6:12: error: 't' has a value only inside the loop of line 4"));
}
// Fresh storage in front of the loop would be of another type than the view that the body leaves.
TEST(SsaErrors, AViewOfTheLoopBehindTheLoop) {
  EXPECT_EQ(Said(Kernel("for i in pl.range(3):\n    t = pl.exp(x)\nreturn t")), "");
  EXPECT_THAT(Said(Kernel("for i in pl.range(3):\n    t = pl.transpose(x, 0, 1)\nreturn t")),
              HasSubstr("f:6:12: error: 't' has a value only inside the loop of line 4"));
  EXPECT_EQ(Said(Kernel("t = pl.transpose(x, 0, 1)\nfor i in pl.range(3):\n    t = pl.transpose(x, 0, 1)\nreturn t")), "");
}
TEST(SsaErrors, AValueOfOneBranchBehindBoth) {
  EXPECT_THAT(Said(Kernel("if c:\n    t = pl.exp(x)\nreturn t")),
              HasSubstr("f:6:12: error: 't' has a value only inside the branch of line 4"));
}
TEST(SsaErrors, ACarriedValueThatChangesItsType) {
  EXPECT_THAT(Said(Kernel("t = pl.exp(x)\nfor i in pl.range(n):\n    t = pl.cast(t, pl.FP16)\nreturn t")),
              HasSubstr("f:5:5: error: 't' changes its type in the loop: pl.Tensor[[64, 32], pl.FP32] in front of it, "
                        "pl.Tensor[[64, 32], pl.FP16] at the end of its body"));
}
TEST(SsaErrors, BranchesThatDisagree) {
  EXPECT_THAT(Said(Kernel("if c:\n    t = pl.exp(x)\nelse:\n    t = pl.cast(x, pl.FP16)\nreturn t")),
              HasSubstr("f:4:5: error: 't' has type pl.Tensor[[64, 32], pl.FP32] behind one branch"));
}
// A load that names no memory and what is computed from it differ in nothing else.
TEST(SsaErrors, TilesThatDifferInTheirMemoryAlone) {
  constexpr std::string_view kHelp = "help: only one of them names its memory: write target_memory=pl.Mem.Vec where the other is loaded";
  EXPECT_THAT(Said(Kernel("t = pl.load(x, [0, 0], [64, 32])\nu = t * 2.0\nif c:\n    u = t\nreturn pl.store(u, [0, 0], y)")), HasSubstr(kHelp));
  EXPECT_THAT(Said(Kernel("t = pl.load(x, [0, 0], [64, 32])\nfor i in pl.range(n):\n    t = t * 2.0\nreturn x")), HasSubstr(kHelp));
  EXPECT_THAT(Said(Kernel("t = pl.load(x, [0, 0], [64, 32], target_memory=pl.Mem.Mat)\nu = pl.load(x, [0, 0], [64, 32], "
                          "target_memory=pl.Mem.Vec)\nif c:\n    u = t\nreturn pl.store(u, [0, 0], y)")),
              HasSubstr("move one of them with pl.move"));
}
// The branch is said; that the loop around it would change the type as well follows.
TEST(SsaErrors, BranchesThatDisagreeInALoop) {
  Diagnostics d;
  ReadProgram(Kernel("t = pl.exp(x)\nfor i in pl.range(n):\n    if i > 2:\n        t = pl.cast(x, pl.FP16)\nreturn t"), d);
  EXPECT_EQ(d.errors(), 1u) << RenderDiagnostics(d.all(), "f", "");
}
TEST(SsaErrors, APipelineWithoutStages) {
  EXPECT_THAT(Said(Kernel("for i in pl.pipeline(4, stage=0):\n    x = pl.exp(x)\nreturn x")), HasSubstr("f:4:29: error: a pipeline has"));
}
TEST(SsaErrors, ALoopWithoutAStep) {
  EXPECT_THAT(Said(Kernel("for i in pl.range(0, 4, 0):\n    x = pl.exp(x)\nreturn x")),
              HasSubstr("f:4:5: error: the step of a loop is 0"));
}
// Python would read the loop's last value behind it.
TEST(SsaErrors, ALoopVariableThatNamesAValueAlready) {
  EXPECT_THAT(Said(Kernel("b = 7\nfor b in pl.range(n):\n    x = x + 1.0\nif b == 2:\n    x = y\nreturn x")),
              HasSubstr("f:5:9: error: 'b' names a value already, and the loop variable does not keep its last value"));
  EXPECT_THAT(Said(Kernel("for n in pl.range(n):\n    x = x + 1.0\nreturn x")), HasSubstr("f:4:9: error: 'n' names a value"));
  EXPECT_EQ(Said(Kernel("for i in pl.range(n):\n    x = x + 1.0\nfor i in pl.range(n):\n    x = x + y\nreturn x")), "");
}
TEST(SsaErrors, UnknownNamesAreReportedOnce) {
  const std::string said = Said(Kernel("a = pl.exp(zz)\nb = pl.neg(zz)\nreturn b"));
  EXPECT_THAT(said, HasSubstr("f:4:16: error: 'zz' is not defined here"));
  EXPECT_EQ(said.find("f:5:"), std::string::npos) << said;
}

}  // namespace
}  // namespace t2t
