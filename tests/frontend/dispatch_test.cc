// `pl.add(a, b)` and `a + b`: the family follows from the operands; arguments by position or keyword; defaults
// (text-format 7.3, 7.4, Appendix A).
#include "tests/frontend/frontend_test_util.h"

namespace t2t {
namespace {

using testing::HasSubstr;

constexpr std::string_view kMixed =
    "x: pl.Tensor[[64, 32], pl.FP32], t: pl.Tile[[64, 32], pl.FP32, pl.Mem.Vec], u: pl.Tile[[64, 32], pl.FP32, pl.Mem.Vec], "
    "i: pl.Tensor[[64, 32], pl.INT32], n: pl.Scalar[pl.INDEX], s: pl.Scalar[pl.FP32]";

std::string One(std::string_view expr) { return Statements(Kernel(kMixed, "r = " + std::string(expr))); }

TEST(Dispatch, ByTheKindOfTheOperands) {
  EXPECT_EQ(One("pl.add(x, x)"), "r = pl.tensor.add(x, x)\n");
  EXPECT_EQ(One("pl.add(t, u)"), "r = pl.tile.add(t, u)\n");
  EXPECT_EQ(One("pl.add(n, n)"), "r = n + n\n");
  EXPECT_EQ(One("pl.add(x, 1.5)"), "r = pl.tensor.adds(x, 1.5)\n");
  EXPECT_EQ(One("pl.mul(t, s)"), "r = pl.tile.muls(t, s)\n");
  EXPECT_EQ(One("pl.add(2.0, x)"), "r = pl.tensor.adds(x, 2.0)\n");
  EXPECT_EQ(One("pl.maximum(x, 0.0)"), "r = pl.tensor.maximum(x, 0.0)\n");
  EXPECT_EQ(One("pl.maximum(t, 0.0)"), "r = pl.tile.maximums(t, 0.0)\n");
  EXPECT_EQ(One("pl.and_(i, i)"), "r = pl.tensor.and_(i, i)\n");
  EXPECT_EQ(One("pl.cast(n, pl.INT32)"), "r = pl.cast(n, pl.INT32)\n");
  EXPECT_EQ(One("pl.cast(x, pl.BF16)"), "r = pl.tensor.cast(x, target_type=pl.BF16, mode='round')\n");
}

TEST(Dispatch, Operators) {
  EXPECT_EQ(One("x + x"), "r = pl.tensor.add(x, x)\n");
  EXPECT_EQ(One("x - 2.0"), "r = pl.tensor.subs(x, 2.0)\n");
  EXPECT_EQ(One("2.0 * t"), "r = pl.tile.muls(t, 2.0)\n");
  EXPECT_EQ(One("-x"), "r = pl.tensor.neg(x)\n");
  EXPECT_EQ(One("1.0 / x"), "r = pl.tensor.recip(x)\n");
  EXPECT_EQ(One("1.0 - x"), "t__tmp_v0 = pl.tensor.neg(x)\nr = pl.tensor.adds(t__tmp_v0, 1.0)\n");
  EXPECT_EQ(One("x < x"), "r = pl.tensor.cmp(x, x, cmp_type=2)\n");
  EXPECT_EQ(One("0.0 < x"), "r = pl.tensor.cmp(x, 0.0, cmp_type=4)\n");
  EXPECT_EQ(One("t >= 0.5"), "r = pl.tile.cmps(t, 0.5, cmp_type=5)\n");
  EXPECT_EQ(One("i & i"), "r = pl.tensor.and_(i, i)\n");
  EXPECT_EQ(One("abs(x)"), "r = pl.tensor.abs(x)\n");
}

TEST(Dispatch, IntegerLiteralsTakeTheElementType) {
  EXPECT_EQ(One("x * 2"), "r = pl.tensor.muls(x, 2.0)\n");
  EXPECT_EQ(One("i + 1"), "r = pl.tensor.adds(i, pl.const(1, pl.INT32))\n");
  EXPECT_EQ(One("pl.full([8, 8], pl.FP16, 1)"), "r = pl.tensor.full([8, 8], dtype=pl.FP16, value=1.0)\n");
  EXPECT_EQ(One("pl.arange(0, [1, 32])"),
            "r = pl.tensor.ci(pl.const(0, pl.INT32), [1, 32], dtype=pl.INT32, descending=False)\n");
}

TEST(Dispatch, ArgumentsByPositionOrKeyword) {
  const std::string_view load = "r = pl.tile.load(x, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat)\n";
  EXPECT_EQ(One("pl.load(x, [0, 0], [64, 32], target_memory=pl.Mem.Mat)"), load);
  EXPECT_EQ(One("pl.load(x, (0, 0), (64, 32), (64, 32), pl.Mem.Mat)"), load);
  EXPECT_EQ(One("pl.load(tensor=x, shapes=[64, 32], offsets=[0, 0], target_memory=pl.Mem.Mat)"), load);
  EXPECT_EQ(One("pl.load(x, [0, 0], [64, 32], pl.Mem.Mat)"), load);
  EXPECT_EQ(One("pl.create_tensor([8], pl.FP32)"), "r = pl.tensor.create([8], dtype=pl.FP32, layout=pl.TensorLayout.ND)\n");
  EXPECT_EQ(One("pl.cast(x, pl.FP16, mode='floor')"), "r = pl.tensor.cast(x, target_type=pl.FP16, mode='floor')\n");
  EXPECT_EQ(One("pl.cast(x, dtype=pl.FP16, mode=3)"), "r = pl.tensor.cast(x, target_type=pl.FP16, mode='floor')\n");
  EXPECT_EQ(One("pl.matmul(x, x, b_trans=True)"),
            "r = pl.tensor.matmul(x, x, a_trans=False, b_trans=True, c_matrix_nz=False)\n");
  EXPECT_EQ(One("pl.matmul(x, x, pl.FP32, False, True)"),
            "r = pl.tensor.matmul(x, x, a_trans=False, b_trans=True, c_matrix_nz=False, out_dtype=pl.FP32)\n");
  EXPECT_EQ(One("pl.matmul(x, x, out_dtype=None, b_trans=True)"),
            "r = pl.tensor.matmul(x, x, a_trans=False, b_trans=True, c_matrix_nz=False)\n");
  EXPECT_EQ(One("pl.slice(x, [8, 8], [0, 0], drop_dims=[])"), "r = pl.tensor.slice(x, [8, 8], [0, 0], [], [])\n");
}

TEST(Dispatch, FullNamesStoreNothingThatIsNotWritten) {
  EXPECT_EQ(One("pl.tensor.matmul(x, x, b_trans=True)"), "r = pl.tensor.matmul(x, x, b_trans=True)\n");
  EXPECT_EQ(One("tensor.create([8], dtype=pl.FP32)"), "r = pl.tensor.create([8], dtype=pl.FP32)\n");
}

TEST(Dispatch, SeveralOperatorsUnderOneName) {
  EXPECT_EQ(One("pl.gather(x, i)"), "r = pl.tensor.gather(x, i)\n");
  EXPECT_EQ(One("pl.gather(x, index=i)"), "r = pl.tensor.gather(x, i)\n");
  EXPECT_EQ(One("pl.gather(x, 1, i)"), "r = pl.tensor.gather(x, i, dim=1)\n");
  EXPECT_EQ(One("pl.gather(x, dim=-1, index=i)"), "r = pl.tensor.gather(x, i, dim=-1)\n");
  EXPECT_EQ(One("pl.gather(x, mask_pattern=1)"), "r = pl.tensor.gather_mask(x, mask_pattern=1)\n");
  EXPECT_EQ(One("pl.mrgsort(x, block_len=64)"), "r = pl.tensor.mrgsort_format1(x, pl.const(64, pl.INT32))\n");
}

TEST(Dispatch, AttributesOfValues) {
  EXPECT_EQ(One("pl.tile.create(t.shape, t.dtype, target_memory=t.memory_space)"),
            "r = pl.tile.create([64, 32], dtype=pl.FP32, target_memory=pl.Mem.Vec)\n");
  EXPECT_EQ(One("pl.full([x.shape[1], 8], dtype=x.dtype, value=0)"), "r = pl.tensor.full([32, 8], dtype=pl.FP32, value=0.0)\n");
}

TEST(Dispatch, SoftmaxIsItsFiveSteps) {
  EXPECT_EQ(One("pl.softmax(x)"),
            "t__tmp_v0 = pl.tensor.row_max(x)\n"
            "t__tmp_v1 = pl.tensor.row_expand_sub(x, t__tmp_v0)\n"
            "t__tmp_v2 = pl.tensor.exp(t__tmp_v1)\n"
            "t__tmp_v3 = pl.tensor.row_sum(t__tmp_v2)\n"
            "r = pl.tensor.row_expand_div(t__tmp_v2, t__tmp_v3)\n");
}

TEST(Dispatch, ModuleConstants) {
  const auto with = [](std::string_view module, std::string_view body) {
    return Statements("import pypto.language as pl\n" + std::string(module) +
                      "\n@pl.jit.incore\ndef k(x: pl.Tensor[SHAPE, DT]):\n    " + std::string(body) + "\n");
  };
  EXPECT_EQ(with("N = 64\nSHAPE = [N, N // 2]\nDT = pl.FP16", "return pl.cast(x[0:N // 4], pl.FP32)"),
            "t__tmp_v0 = pl.tensor.slice(x, [16, 32], [0, 0])\n"
            "t__tmp_v1 = pl.tensor.cast(t__tmp_v0, target_type=pl.FP32, mode='round')\n"
            "return t__tmp_v1\n");
  EXPECT_EQ(with("SHAPE = (8, 8)\nDT = pl.FP32\nSCALE = 64 ** -0.5", "return x * SCALE"),
            "t__tmp_v0 = pl.tensor.muls(x, 0.125)\nreturn t__tmp_v0\n");
}

TEST(Dispatch, ANameOfAConstantIsThatConstant) {
  EXPECT_EQ(Statements(Kernel(kMixed, "rows = 16\nshape = [rows, 32]\nreturn pl.slice(x, shape, [rows * 2, 0])")),
            "t__tmp_v0 = pl.tensor.slice(x, [16, 32], [32, 0])\nreturn t__tmp_v0\n");
}

TEST(Dispatch, AnAnnotationIsCheckedAndKept) {
  EXPECT_THAT(Shown(Kernel(kMixed, "r: pl.Tensor[[64, 32], pl.FP32] = x + x\nreturn r")),
              HasSubstr("r: pl.Tensor[[64, 32], pl.FP32] = pl.tensor.add(x, x)"));
  EXPECT_THAT(Said(Kernel(kMixed, "r: pl.Tensor[[64, 16], pl.FP32] = x + x\nreturn r")),
              HasSubstr("f:4:39: error: 'r' is annotated pl.Tensor[[64, 16], pl.FP32], but the value is pl.Tensor[[64, 32], pl.FP32]"));
}

TEST(Dispatch, TheExtentThatHasANameIsThatName) {
  EXPECT_THAT(Shown("import pypto.language as pl\nM = pl.dynamic(\"M\")\n@pl.jit\ndef f(x: pl.Tensor[[M, 64], pl.FP32]):\n"
                    "    n = pl.tensor.dim(x, 0)\n    return pl.create_tensor([n, 64], pl.FP32)\n"),
              HasSubstr("t__tmp_v0: pl.Tensor[[M, 64], pl.FP32] = pl.tensor.create([M, 64]"));
}

// ---- errors point at what was written ----

TEST(DispatchErrors, PlaceAndHelp) {
  const auto said = [](std::string_view body) { return Said(Kernel(kMixed, body)); };
  EXPECT_THAT(said("r = x + t"), HasSubstr("f:4:9: error: one side is a tensor, the other a tile"));
  EXPECT_THAT(said("r = pl.add(x, n)"), HasSubstr("f:4:19: error: an index cannot be combined with elements"));
  EXPECT_THAT(said("r = x % x"), HasSubstr("pl.fmod"));
  EXPECT_THAT(said("r = pl.exp(x, speed=3)"), HasSubstr("f:4:19: error: tensor.exp has no keyword 'speed'"));
  EXPECT_THAT(said("r = pl.add(x)"), HasSubstr("f:4:9: error: tensor.add"));
  EXPECT_THAT(said("r = pl.exp(x, x, x)"), HasSubstr("f:4:19: error: tensor.exp takes 1 operand, got 3"));
  EXPECT_THAT(said("r = pl.add(x, lhs=x)"), HasSubstr("'lhs' of tensor.add is given twice"));
  EXPECT_THAT(said("r = pl.exq(x)"), HasSubstr("unknown operator 'pl.exq'"));
  EXPECT_THAT(said("r = foo(x)"), HasSubstr("f:4:9: error: 'foo' is neither an operator nor a function"));
  EXPECT_THAT(said("r = pl.aiv_shard(x)"), HasSubstr("only inside a pl.split_aiv region"));
  EXPECT_THAT(said("r = x.size"), HasSubstr("f:4:9: error: 'size' of 'x' is no value"));
}

}  // namespace
}  // namespace t2t
