// record-returns: local allocations that become the caller's (lowering e).
#include "tests/passes/pass_testing.h"

namespace t2t {
namespace {

TEST(Promotion, PromotedAllocation) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        a = pl.tensor.create([64], dtype=pl.FP32)
        t = pl.tile.load(x, [0], [64], [64])
        b = pl.tile.store(t, [0], a)
        return b
)",
               R"(
t = pl.tile.load(x, [0], [64], [64])
b = pl.tile.store(t, [0], a)
return b
)");
}

TEST(Promotion, PromotedThroughACarry) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        a = pl.tensor.create([64], dtype=pl.FP32)
        for i, (c,) in pl.range(4, init_values=(a,)):
            t = pl.tile.load(x, [i * 16], [16], [16])
            b = pl.tile.store(t, [i * 16], c)
            r = pl.yield_(b)
        return r
)",
               R"(
for i, (c,) in pl.range(4, init_values=(a,)):
    t = pl.tile.load(x, [i * 16], [16], [16])
    b = pl.tile.store(t, [i * 16], c)
    r = pl.yield_(b)
return r
)");
}

TEST(Promotion, PromotedAllocationReturnedTwiceIsOneOutput) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]]:
        a = pl.tensor.create([64], dtype=pl.FP32)
        t = pl.tile.load(x, [0], [64], [64])
        b = pl.tile.store(t, [0], a)
        y = pl.tensor.exp(x)
        return y, b, a
)",
               R"(
x__tile = pl.tile.load(x, [0], [64], [64])
t = pl.tile.load(x, [0], [64], [64])
b = pl.tile.store(t, [0], a)
y__tile = pl.tile.exp(x__tile)
ret0__store = pl.tile.store(y__tile, [0], ret0__out)
return ret0__store, b, a
)");
}

TEST(Promotion, NotReturnedIsNotPromoted) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]):
        a = pl.tensor.create([64], dtype=pl.FP32)
        t = pl.tile.load(x, [0], [64], [64])
        b = pl.tile.store(t, [0], a)
        return
)",
                "operand 2 (output_tensor) must be a Tensor");
}

TEST(Promotion, ReturnedWindowIsNotPromoted) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[32], pl.FP32]:
        a = pl.tensor.create([64], dtype=pl.FP32)
        t = pl.tile.load(x, [0], [64], [64])
        b = pl.tile.store(t, [0], a)
        c = pl.tensor.slice(b, [32], [0])
        return c
)",
                "operand 2 (output_tensor) must be a Tensor");
}

TEST(Promotion, ReturnedReshapeIsNotPromoted) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[8, 8], pl.FP32]:
        a = pl.tensor.create([64], dtype=pl.FP32)
        t = pl.tile.load(x, [0], [64], [64])
        b = pl.tile.store(t, [0], a)
        c = pl.tensor.reshape(b, [8, 8])
        return c
)",
                "operand 2 (output_tensor) must be a Tensor");
}

TEST(Promotion, EitherOfTwoAllocationsIsNotPromoted) {
  const ChainResult run = Lower(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32], v: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64], pl.FP32]:
        a = pl.tensor.create([64], dtype=pl.FP32)
        b = pl.tensor.create([64], dtype=pl.FP32)
        t = pl.tile.load(x, [0], [64], [64])
        a1 = pl.tile.store(t, [0], a)
        b1 = pl.tile.store(t, [0], b)
        if v == 0:
            r: pl.Tensor[[64], pl.FP32] = pl.yield_(a1)
        else:
            r: pl.Tensor[[64], pl.FP32] = pl.yield_(b1)
        return r
)");
  EXPECT_EQ(run.verdict, Verdict::kInputWrong) << run.text;
  EXPECT_EQ(Count(run.errors, "operand 2 (output_tensor) must be a Tensor"), 2u) << run.errors;
}

TEST(Promotion, CreateInABranchIsNotPromoted) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32], v: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64], pl.FP32]:
        if v == 0:
            a = pl.tensor.create([64], dtype=pl.FP32)
            t = pl.tile.load(x, [0], [64], [64])
            b = pl.tile.store(t, [0], a)
            r: pl.Tensor[[64], pl.FP32] = pl.yield_(b)
        else:
            r: pl.Tensor[[64], pl.FP32] = pl.yield_(x)
        return r
)",
                "operand 2 (output_tensor) must be a Tensor");
}

TEST(Promotion, PromotedAndWrittenByElementIsNamed) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32], v: pl.Scalar[pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        a = pl.tensor.create([64], dtype=pl.FP32)
        t = pl.tile.load(x, [0], [64], [64])
        b = pl.tile.store(t, [0], a)
        pl.tensor.write(b, [0], v)
        return b
)",
                "mixes MTE3 and scalar stores");
}

}  // namespace
}  // namespace t2t
