// finish: bulk and scalar stores of one tensor (lowering d).
#include "tests/passes/pass_testing.h"

namespace t2t {
namespace {

TEST(StoreChannels, TwoTensorsMayGoTwoWays) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(d: pl.Out[pl.Tensor[[64], pl.FP32]], e: pl.Out[pl.Tensor[[64], pl.FP32]], x: pl.Tensor[[64], pl.FP32]):
        y = pl.tensor.exp(x)
        a = pl.tensor.assemble(d, y, [0])
        pl.tensor.write(e, [0], 1.0)
        return
)",
               R"(
x__tile = pl.tile.load(x, [0], [64], [64])
y__tile = pl.tile.exp(x__tile)
a = pl.tile.store(y__tile, [0], d)
pl.tensor.write(e, [0], 1.0)
return
)");
}

TEST(StoreChannels, BulkThroughAView) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(dst: pl.Out[pl.Tensor[[64], pl.FP32]], x: pl.Tensor[[64], pl.FP32]):
        v = pl.tensor.view(dst, [8, 8])
        y = pl.tensor.exp(x)
        z = pl.tensor.reshape(y, [8, 8])
        a = pl.tensor.assemble(v, z, [0, 0])
        pl.tensor.write(dst, [0], 1.0)
        return
)",
                "mixes MTE3 and scalar stores");
}

TEST(StoreChannels, CarryThatIsAnotherTensorInTheSecondRound) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(d: pl.Out[pl.Tensor[[64], pl.FP32]], s: pl.Out[pl.Tensor[[64], pl.FP32]], x: pl.Tensor[[64], pl.FP32]):
        y = pl.tensor.exp(x)
        for i, (c,) in pl.range(4, init_values=(d,)):
            a = pl.tensor.assemble(c, y, [0])
            r = pl.yield_(s)
        pl.tensor.write(s, [0], 1.0)
        return
)",
                "mixes MTE3 and scalar stores");
}

TEST(StoreChannels, TheSameInAWhile) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(d: pl.Out[pl.Tensor[[64], pl.FP32]], s: pl.Out[pl.Tensor[[64], pl.FP32]], x: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX]):
        y = pl.tensor.exp(x)
        for (c, j) in pl.while_(init_values=(d, n)):
            pl.cond(j < 3)
            a = pl.tensor.assemble(c, y, [0])
            j1: pl.Scalar[pl.INDEX] = j + 1
            r, q = pl.yield_(s, j1)
        pl.tensor.write(s, [0], 1.0)
        return
)",
                "mixes MTE3 and scalar stores");
}

// Inside of the loop the name of the carry is an alias of its own, seen before the yield is.
TEST(StoreChannels, AliasOfACarryThatIsAnotherTensorInTheSecondRound) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(d: pl.Out[pl.Tensor[[64], pl.FP32]], s: pl.Out[pl.Tensor[[64], pl.FP32]], x: pl.Tensor[[64], pl.FP32]):
        y = pl.tensor.exp(x)
        for i, (c,) in pl.range(4, init_values=(d,)):
            e = c
            a = pl.tensor.assemble(e, y, [0])
            r = pl.yield_(s)
        pl.tensor.write(s, [0], 1.0)
        return
)",
                "mixes MTE3 and scalar stores");
}

TEST(StoreChannels, ResultOfABranchIsTheTensorOfEitherSide) {
  for (const char* written : {"d", "s"}) {
    ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(d: pl.Out[pl.Tensor[[64], pl.FP32]], s: pl.Out[pl.Tensor[[64], pl.FP32]], x: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX]):
        y = pl.tensor.exp(x)
        if n == 0:
            h: pl.Tensor[[64], pl.FP32] = pl.yield_(d)
        else:
            h: pl.Tensor[[64], pl.FP32] = pl.yield_(s)
        a = pl.tensor.assemble(h, y, [0])
        pl.tensor.write()" + std::string(written) + R"(, [0], 1.0)
        return
)",
                  "mixes MTE3 and scalar stores");
  }
}

TEST(StoreChannels, EachBranchItsOwnWay) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(d: pl.Out[pl.Tensor[[64], pl.FP32]], x: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX]):
        y = pl.tensor.exp(x)
        if n == 0:
            a = pl.tensor.assemble(d, y, [0])
        else:
            pl.tensor.write(d, [0], 1.0)
        return
)",
                "mixes MTE3 and scalar stores");
}

TEST(StoreChannels, MscatterIsBulk) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(d: pl.Out[pl.Tensor[[64, 16], pl.FP32]], x: pl.Tensor[[16, 16], pl.FP32], idx: pl.Tensor[[16, 16], pl.INT32]):
        t = pl.tile.load(x, [0, 0], [16, 16], [16, 16])
        i = pl.tile.load(idx, [0, 0], [16, 16], [16, 16])
        a = pl.tile.mscatter(t, i, d)
        pl.tensor.write(d, [0, 0], 1.0)
        return
)",
                "mixes MTE3 and scalar stores");
}

TEST(StoreChannels, ExpandCloneIsBulk) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(d: pl.Out[pl.Tensor[[4, 1, 64], pl.FP32]], x: pl.Tensor[[1, 1, 64], pl.FP32]):
        a = pl.tensor.expand_clone(x, d)
        pl.tensor.write(d, [0, 0, 0], 1.0)
        return
)",
                "mixes MTE3 and scalar stores");
}

}  // namespace
}  // namespace t2t
