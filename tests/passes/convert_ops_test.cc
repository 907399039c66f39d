// convert-ops: what cannot be lowered is the user's error (lowering r).
#include <algorithm>

#include "fmt/format.h"
#include "tests/passes/pass_testing.h"

namespace t2t {
namespace {

// d is as wide as the boxed product it comes from, which nobody knew when the transposed view of it was written.
TEST(ConvertOps, ViewsOfAValueThatTurnedOutWiderAreDeducedAgain) {
  const ChainResult r = RunPasses(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[16, 16], pl.BF16], b: pl.Tensor[[16, 20], pl.BF16]) -> pl.Tensor[[20, 20], pl.FP32]:
        p = pl.tensor.matmul(a, b, a_trans=False, b_trans=False, c_matrix_nz=False, out_dtype=pl.FP32)
        d = pl.tensor.neg(p)
        c = pl.tensor.matmul(d, d, a_trans=True, b_trans=False, c_matrix_nz=False, out_dtype=pl.FP32)
        return c
)", "", "");
  EXPECT_THAT(r.text, testing::HasSubstr("d__tile_mat_t: pl.Tile[[32, 16], pl.FP32, pl.Mem.Mat, pl.TileView(valid_shape=[20, 16]"));
}

// Both operands of the second product are one value, and so have one physical K.
TEST(ConvertOps, AWiderValueTimesItsTransposeIsNotRefused) {
  const ChainResult r = RunPasses(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[16, 16], pl.BF16], b: pl.Tensor[[16, 24], pl.BF16]) -> pl.Tensor[[16, 16], pl.FP32]:
        p = pl.tensor.matmul(a, b, a_trans=False, b_trans=False, c_matrix_nz=False, out_dtype=pl.FP32)
        d = pl.tensor.neg(p)
        c = pl.tensor.matmul(d, d, a_trans=False, b_trans=True, c_matrix_nz=False, out_dtype=pl.FP32)
        return c
)", "", "");
  EXPECT_EQ(r.verdict, Verdict::kDone) << r.errors;
  EXPECT_THAT(r.text, testing::HasSubstr("pl.tile.matmul(d__tile, d__tile_mat_t)"));
}

// One side yields a product in whole boxes (48 rows for 40), the other a vector: no tile holds both.
TEST(ConvertOps, SidesOfABranchHaveOneExtent) {
  const auto kernel = [](int rows) {
    return fmt::format(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[{0}, 16], pl.FP32], a: pl.Tensor[[{0}, 48], pl.BF16], b: pl.Tensor[[48, 16], pl.BF16], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[{0}, 16], pl.FP32]:
        if n == 1:
            e = pl.tensor.exp(x)
            r = pl.yield_(e)
        else:
            p = pl.tensor.matmul(a, b, a_trans=False, b_trans=False, c_matrix_nz=False, out_dtype=pl.FP32)
            r = pl.yield_(p)
        return r
)", rows);
  };
  ExpectRefused(kernel(40), "r is a tile of [40, 16] behind one side of the branch and of [48, 16] behind the other");
  EXPECT_EQ(RunPasses(kernel(48), "", "").verdict, Verdict::kDone);
}

// The loop begins with storage of 40 rows that nobody reads, an iteration hands on a product of 48.
TEST(ConvertOps, RoundsOfALoopHaveOneExtent) {
  const auto kernel = [](int rows) {
    return fmt::format(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[{0}, 32], pl.BF16], b: pl.Tensor[[32, 32], pl.BF16]) -> pl.Tensor[[{0}, 32], pl.FP32]:
        t = pl.tensor.create([{0}, 32], dtype=pl.FP32, layout=pl.TensorLayout.ND)
        for i, (c,) in pl.range(2, init_values=(t,)):
            p = pl.tensor.matmul(a, b, a_trans=False, b_trans=False, c_matrix_nz=False, out_dtype=pl.FP32)
            r = pl.yield_(p)
        return r
)", rows);
  };
  ExpectRefused(kernel(40), "r is a tile of [40, 32] in front of the loop and of [48, 32] behind an iteration");
  EXPECT_EQ(RunPasses(kernel(48), "", "").verdict, Verdict::kDone);
}

TEST(ConvertOps, ComputedValuePassedToAFunction) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def h(x: pl.Tensor[[64], pl.FP32]):
        return
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        y = pl.tensor.exp(x)
        self.h(y)
        return y
)",
                "lives on chip, but h takes global memory");
}

TEST(ConvertOps, LocalAllocationPassedToAFunction) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def h(x: pl.InOut[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        return x
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        y = pl.tensor.create([64], dtype=pl.FP32)
        z = self.h(y)
        w = pl.tensor.neg(z)
        return w
)",
                "lives on chip, but h takes global memory");
}

TEST(ConvertOps, ComputedValuePassedToASubmit) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def h(x: pl.InOut[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        return x
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        y = pl.tensor.exp(x)
        t = pl.submit(self.h, y)
        return y
)",
                "lives on chip, but h takes global memory");
}

TEST(ConvertOps, ReinterpretedDnTensor) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 8], pl.FP32, pl.TensorView(valid_shape=[], stride=[1, 64], layout=pl.TensorLayout.DN)]) -> pl.Tensor[[64, 8], pl.INT32]:
        y = pl.tensor.reinterpret_view(x, dtype=pl.INT32)
        z = pl.tensor.adds(y, 1)
        return z
)",
                "supports only packed ND tensors");
}

TEST(ConvertOps, ViewOfAComputedValue) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 8], pl.FP32]) -> pl.Tensor[[8, 64], pl.FP32]:
        y = pl.tensor.exp(x)
        z = pl.tensor.view(y, [8, 64])
        return z
)",
                "result of an op lowered to Tile");
}

TEST(ConvertOps, ExtentOfAComputedValue) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[N, 64], pl.FP32], o: pl.Out[pl.Tensor[[1], pl.INDEX]]) -> pl.Tensor[[N, 64], pl.FP32]:
        y = pl.tensor.exp(x)
        d = pl.tensor.dim(y, 0)
        pl.tensor.write(o, [0], d)
        return y
)",
                "tensor.dim: operand 0 (tensor) must be a Tensor");
}

TEST(ConvertOps, AccumulatorInGlobalMemory) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(acc: pl.Tensor[[16, 64], pl.FP32], a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 64], pl.BF16]) -> pl.Tensor[[16, 64], pl.FP32]:
        c = pl.tensor.matmul_acc(acc, a, b)
        return c
)",
                "operand 0 (acc) must be a Tile");
}

TEST(ConvertOps, KernelCallsWhatGainsAnOutput) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def h(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        y = pl.tensor.exp(x)
        return y
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        y = self.h(x)
        return y
)",
                "function k calls h, which gains an output");
}

// What is computed from a refused value is not judged: its type was never found out.
TEST(ConvertOps, OneCauseOneError) {
  const ChainResult run = Lower(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[4, 16, 32], pl.FP32], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[4, 1, 32], pl.FP32], pl.Tensor[[4, 1, 32], pl.FP32]]:
        bad = pl.tensor.col_max(x)
        y = pl.tensor.exp(bad)
        for i, (acc,) in pl.range(4, init_values=(y,)):
            next = pl.tensor.add(acc, y)
            sum = pl.yield_(next)
        twice = pl.tensor.muls(sum, 2.0)
        if n > 0:
            pick = pl.yield_(twice)
        else:
            other = pl.tensor.exp(twice)
            pick = pl.yield_(other)
        return pick, y
)");
  EXPECT_EQ(run.verdict, Verdict::kInputWrong);
  EXPECT_EQ(Count(run.errors, "\n"), 1u) << run.errors;
  EXPECT_THAT(run.errors, testing::HasSubstr("tensor.col_max: reduces axis 1 of 3"));
}

// The seed occupies whole boxes, what the refused product would have yielded is not known.
TEST(ConvertOps, ARefusedProductIsNotHeldAgainstItsLoop) {
  const ChainResult run = Lower(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[40, 64], pl.FP16], b: pl.Tensor[[64, 64], pl.FP16], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[40, 64], pl.FP32]:
        first = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
        for i, (acc,) in pl.range(4, init_values=(first,)):
            t = pl.tensor.exp(acc)
            next = pl.tensor.matmul_acc(t, a, b)
            sum = pl.yield_(next)
        if n > 0:
            e = pl.tensor.exp(sum)
            more = pl.tensor.matmul_acc(e, a, b)
            pick = pl.yield_(more)
        else:
            pick = pl.yield_(first)
        return pick
)");
  EXPECT_EQ(run.verdict, Verdict::kInputWrong);
  EXPECT_EQ(Count(run.errors, "\n"), 1u) << run.errors;
  EXPECT_THAT(run.errors, testing::HasSubstr("must live in Acc but is in Vec"));
}

TEST(ConvertOps, WhatATileOperatorRefusesSaysWhatToDo) {
  std::optional<Program> program = ReadFunctions(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Tensor[[1, 64], pl.FP32]) -> pl.Tensor[[32, 64], pl.FP32]:
        z = pl.tensor.div(x, y)
        return z
)");
  ASSERT_TRUE(program.has_value());
  Diagnostics diagnostics;
  EXPECT_EQ(RunWholeChain(*program, diagnostics), Verdict::kInputWrong);
  ASSERT_EQ(diagnostics.errors(), 1u);
  EXPECT_THAT(diagnostics.all().back().message, testing::HasSubstr("tensor.div: tile.div: lhs and rhs must have the same shape"));
  EXPECT_THAT(diagnostics.all().back().help, testing::HasSubstr("--explain-op=tensor.div"));
}

// An operand in whole boxes is the cause of a refusal that speaks of its extents, and of no other.
TEST(ConvertOps, BoxesAreBlamedForExtentsOnly) {
  const auto help = [](std::string_view last) {
    std::optional<Program> program = ReadFunctions(fmt::format(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[100, 64], pl.FP16], b: pl.Tensor[[64, 128], pl.FP16], w: pl.Tensor[[128, 128], pl.FP32], x: pl.Tensor[[100, 128], pl.FP32]) -> pl.Tensor[[100, 128], pl.FP32]:
        c = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
        v = pl.tensor.exp(x)
        d = {}
        return d
)", last));
    if (!program) return std::string("unreadable");
    Diagnostics diagnostics;
    EXPECT_EQ(RunWholeChain(*program, diagnostics), Verdict::kInputWrong);
    EXPECT_EQ(diagnostics.errors(), 1u);
    return diagnostics.all().back().message + "\n" + diagnostics.all().back().help;
  };
  EXPECT_THAT(help("pl.tensor.add(v, c)"), testing::HasSubstr("operand 1 is [100, 128] but occupies [112, 128]"));
  EXPECT_THAT(help("pl.tensor.matmul_acc(v, c, w)"),
              testing::AllOf(testing::HasSubstr("must live in Acc but is in Vec"), testing::Not(testing::HasSubstr("occupies"))));
}

TEST(ConvertOps, AnExtentOfRunTimeSaysWhatToWriteInstead) {
  std::optional<Program> program = ReadFunctions(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 128], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64, 1], pl.FP32]:
        part = pl.tensor.slice(x, [n, 128], [0, 0])
        s = pl.tensor.row_sum(part)
        return s
)");
  ASSERT_TRUE(program.has_value());
  Diagnostics diagnostics;
  EXPECT_EQ(RunWholeChain(*program, diagnostics), Verdict::kInputWrong);
  ASSERT_EQ(diagnostics.errors(), 1u);
  EXPECT_THAT(diagnostics.all().back().help, testing::HasSubstr("operand 0 is [n, 128], and n is known only at run time"));
  EXPECT_THAT(diagnostics.all().back().help, testing::HasSubstr("valid_shape="));
}

TEST(ConvertOps, EveryCauseHasItsError) {
  const ChainResult run = Lower(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[4, 16, 32], pl.FP32]) -> tuple[pl.Tensor[[4, 1, 32], pl.FP32], pl.Tensor[[4, 1, 32], pl.FP32]]:
        a = pl.tensor.col_max(x)
        b = pl.tensor.col_min(x)
        return a, b
)");
  EXPECT_EQ(Count(run.errors, "\n"), 2u) << run.errors;
}

// A product that fills boxes meets something that does not. The error is where they meet; the help says why.
TEST(ConvertOps, PaddedProductNamesTheCauseAndAWayOut) {
  constexpr std::string_view kChained = R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[16, 64], pl.FP16], w: pl.Tensor[[64, 24], pl.FP16], v: pl.Tensor[[24, 32], pl.FP16]) -> pl.Tensor[[16, 32], pl.FP32]:
        h = pl.tensor.matmul(x, w, a_trans=False, b_trans=False, c_matrix_nz=False, out_dtype=pl.FP32)
        c = pl.tensor.cast(h, target_type=pl.FP16, mode='round')
        y = pl.tensor.matmul(c, v, a_trans=False, b_trans=False, c_matrix_nz=False, out_dtype=pl.FP32)
        return y
)";
  std::optional<Program> program = ReadFunctions(kChained);
  ASSERT_TRUE(program.has_value());
  Diagnostics diagnostics;
  EXPECT_EQ(RunWholeChain(*program, diagnostics), Verdict::kInputWrong);
  ASSERT_EQ(diagnostics.errors(), 1u);
  const auto error = std::find_if(diagnostics.all().begin(), diagnostics.all().end(),
                                  [](const Diagnostic& d) { return d.severity == Severity::kError; });
  EXPECT_THAT(error->message, testing::HasSubstr("the inner extents differ"));
  EXPECT_THAT(error->help, testing::HasSubstr("operand 0 is [16, 24] but occupies [16, 32]"));
  EXPECT_THAT(error->help, testing::HasSubstr("--disable=box-cube-n"));
  // And the way out is one.
  EXPECT_EQ(Lower(kChained, {"box-cube-n"}).verdict, Verdict::kDone);
}

// A kernel that works on x and returns y under `returned`.
std::string Returning(std::string_view x, std::string_view returned, std::string_view body) {
  return fmt::format(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[32, 64], pl.{}], o: pl.Out[pl.Tensor[[32, 64], pl.FP16]]) -> pl.Tensor[[32, 64], pl.{}]:
{})", x, returned, body);
}
constexpr std::string_view kScaled = "        y = pl.tensor.muls(x, {})\n        return y\n";
std::string Scaled(std::string_view factor) { return fmt::format(fmt::runtime(kScaled), factor); }

// Half a FP16 number is the same number whether it is rounded once or through FP32; a tenth of one is not.
TEST(ConvertOps, AValueStoredAsItsOperandIsComputedThereWhereNoBitDiffers) {
  const auto lowered = [](const std::string& kernel) { return RunPasses(kernel, "", "").text; };
  for (std::string_view type : {"FP16", "BF16"}) {
    EXPECT_THAT(lowered(Returning(type, type, Scaled("0.5"))), testing::Not(testing::HasSubstr("tile.cast")));
    const std::string text = lowered(Returning(type, type, Scaled("0.1")));
    EXPECT_THAT(text, testing::HasSubstr("muls_wide"));
    EXPECT_THAT(text, testing::HasSubstr(fmt::format("pl.tile.cast(muls_wide, target_type=pl.{}, mode='rint')", type)));
  }
  EXPECT_THAT(lowered(Returning("INT32", "INT32", Scaled("1.5"))), testing::HasSubstr("target_type=pl.INT32, mode='trunc')"));
  EXPECT_THAT(lowered(Returning("FP16", "FP32", Scaled("0.5"))), testing::Not(testing::HasSubstr("muls_wide")));
}

TEST(ConvertOps, AssemblingIsStoringAndComputingIsNot) {
  const std::string stored = Scaled("0.1").substr(0, Scaled("0.1").find("        return")) +
                             "        r = pl.tensor.assemble(o, y, [0, 0])\n";
  EXPECT_THAT(RunPasses(Returning("FP16", "FP16", stored + "        return r\n"), "", "").text, testing::HasSubstr("muls_wide"));
  const std::string used = stored + "        z = pl.tensor.exp(y)\n        q = pl.tensor.assemble(r, z, [0, 0])\n        return q\n";
  EXPECT_THAT(RunPasses(Returning("FP16", "FP16", used), "", "").text, testing::Not(testing::HasSubstr("muls_wide")));
}

}  // namespace
}  // namespace t2t
