// box-cube-n, and what is never boxed (lowering k.4, k.6).
#include "tests/passes/pass_testing.h"

namespace t2t {
namespace {

TEST(BoxCube, ColumnsOfTheRightOperand) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 17], pl.BF16]) -> pl.Tensor[[16, 17], pl.FP32]:
        c = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
        return c
)",
               R"(
a_mat = pl.tile.load(a, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)
b_mat = pl.tile.load(b, [0, 0], [64, 32], [64, 17], target_memory=pl.Mem.Mat)
c__tile = pl.tile.matmul(a_mat, b_mat)
ret0__store = pl.tile.store(c__tile, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(BoxCube, TransposedRightIsBoxedOnItsRows) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[16, 64], pl.INT8], b: pl.Tensor[[17, 64], pl.INT8]) -> pl.Tensor[[16, 17], pl.INT32]:
        c = pl.tensor.matmul(a, b, b_trans=True, out_dtype=pl.INT32)
        return c
)",
               R"(
a_mat = pl.tile.load(a, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)
b_mat = pl.tile.load(b, [0, 0], [32, 64], [17, 64], target_memory=pl.Mem.Mat)
b_mat_t = pl.tile.transpose_view(b_mat)
c__tile = pl.tile.matmul(a_mat, b_mat_t)
ret0__store = pl.tile.store(c__tile, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(BoxCube, MatRightAndAccAreReconciled) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[16, 64], pl.FP32], b: pl.Tensor[[64, 24], pl.FP32]) -> pl.Tensor[[16, 24], pl.FP32]:
        c = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
        return c
)",
               R"(
a_mat = pl.tile.load(a, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)
b_mat = pl.tile.load(b, [0, 0], [64, 32], [64, 24], target_memory=pl.Mem.Mat)
c__tile = pl.tile.matmul(a_mat, b_mat)
ret0__store = pl.tile.store(c__tile, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(BoxCube, KIsNeverPadded) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[16, 100], pl.BF16], b: pl.Tensor[[100, 64], pl.BF16]) -> pl.Tensor[[16, 64], pl.FP32]:
        c = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
        return c
)",
               R"(
a_mat = pl.tile.load(a, [0, 0], [16, 100], [16, 100], target_memory=pl.Mem.Mat)
b_mat = pl.tile.load(b, [0, 0], [100, 64], [100, 64], target_memory=pl.Mem.Mat)
c__tile = pl.tile.matmul(a_mat, b_mat)
ret0__store = pl.tile.store(c__tile, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(BoxCube, RankThreeIsLeftAlone) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[2, 5, 64], pl.BF16], b: pl.Tensor[[2, 64, 32], pl.BF16]) -> pl.Tensor[[2, 5, 32], pl.FP32]:
        c = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
        return c
)",
               R"(
a_mat = pl.tile.load(a, [0, 0, 0], [2, 5, 64], [2, 5, 64], target_memory=pl.Mem.Mat)
b_mat = pl.tile.load(b, [0, 0, 0], [2, 64, 32], [2, 64, 32], target_memory=pl.Mem.Mat)
c__tile = pl.tile.batch_matmul(a_mat, b_mat)
ret0__store = pl.tile.store(c__tile, [0, 0, 0], ret0__out)
return ret0__store
)");
}

TEST(BoxCube, RunTimeExtentIsLeftAlone) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[M, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16]) -> pl.Tensor[[M, 32], pl.FP32]:
        c = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
        return c
)",
               R"(
a_mat = pl.tile.load(a, [0, 0], [M, 64], [M, 64], target_memory=pl.Mem.Mat)
b_mat = pl.tile.load(b, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat)
c__tile = pl.tile.matmul(a_mat, b_mat)
ret0__store = pl.tile.store(c__tile, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(BoxCube, RightOperandOfAccumulationIsLeftAlone) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 17], pl.BF16]) -> pl.Tensor[[16, 17], pl.FP32]:
        acc = pl.tensor.create([16, 17], dtype=pl.FP32)
        c = pl.tensor.matmul_acc(acc, a, b)
        return c
)",
               R"(
acc__tile = pl.tile.create([16, 17], dtype=pl.FP32)
a_mat = pl.tile.load(a, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)
b_mat = pl.tile.load(b, [0, 0], [64, 17], [64, 17], target_memory=pl.Mem.Mat)
c__tile = pl.tile.matmul_acc(acc__tile, a_mat, b_mat)
ret0__store = pl.tile.store(c__tile, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(BoxCube, TwoReadersThatAgree) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(q: pl.Tensor[[128, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], c: pl.Tensor[[64, 16], pl.BF16]) -> tuple[pl.Tensor[[20, 32], pl.FP32], pl.Tensor[[20, 16], pl.FP32]]:
        s = pl.tensor.slice(q, [20, 64], [0, 0])
        x = pl.tensor.matmul(s, b, out_dtype=pl.FP32)
        y = pl.tensor.matmul(s, c, out_dtype=pl.FP32)
        return x, y
)",
               R"(
s__tile = pl.tile.load(q, [0, 0], [32, 64], [20, 64], target_memory=pl.Mem.Mat)
b_mat = pl.tile.load(b, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat)
x__tile = pl.tile.matmul(s__tile, b_mat)
c_mat = pl.tile.load(c, [0, 0], [64, 16], [64, 16], target_memory=pl.Mem.Mat)
y__tile = pl.tile.matmul(s__tile, c_mat)
ret0__store = pl.tile.store(x__tile, [0, 0], ret0__out)
ret1__store = pl.tile.store(y__tile, [0, 0], ret1__out)
return ret0__store, ret1__store
)");
}

TEST(BoxCube, TwoReadersThatDisagree) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(q: pl.Tensor[[128, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], c: pl.Tensor[[32, 20], pl.BF16]) -> tuple[pl.Tensor[[20, 32], pl.FP32], pl.Tensor[[32, 64], pl.FP32]]:
        s = pl.tensor.slice(q, [20, 64], [0, 0])
        x = pl.tensor.matmul(s, b, out_dtype=pl.FP32)
        y = pl.tensor.matmul(c, s, out_dtype=pl.FP32)
        return x, y
)",
               R"(
s__tile = pl.tile.load(q, [0, 0], [20, 64], [20, 64], target_memory=pl.Mem.Mat)
b_mat = pl.tile.load(b, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat)
x__tile = pl.tile.matmul(s__tile, b_mat)
c_mat = pl.tile.load(c, [0, 0], [32, 20], [32, 20], target_memory=pl.Mem.Mat)
y__tile = pl.tile.matmul(c_mat, s__tile)
ret0__store = pl.tile.store(x__tile, [0, 0], ret0__out)
ret1__store = pl.tile.store(y__tile, [0, 0], ret1__out)
return ret0__store, ret1__store
)");
}

TEST(BoxCube, ReaderThatDoesNotAsk) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(q: pl.Tensor[[128, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16]) -> tuple[pl.Tensor[[20, 32], pl.FP32], pl.Tensor[[20, 64], pl.BF16]]:
        s = pl.tensor.slice(q, [20, 64], [0, 0])
        x = pl.tensor.matmul(s, b, out_dtype=pl.FP32)
        y = pl.tensor.exp(s)
        return x, y
)",
               R"(
s__tile = pl.tile.load(q, [0, 0], [20, 64], [20, 64], target_memory=pl.Mem.Mat)
b_mat = pl.tile.load(b, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat)
x__tile = pl.tile.matmul(s__tile, b_mat)
y__tile = pl.tile.exp(s__tile)
ret0__store = pl.tile.store(x__tile, [0, 0], ret0__out)
ret1__store = pl.tile.store(y__tile, [0, 0], ret1__out)
return ret0__store, ret1__store
)");
}

TEST(BoxCube, ParameterWithAReaderThatDoesNotAsk) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[20, 64], pl.BF16], b: pl.Tensor[[64, 64], pl.BF16]) -> tuple[pl.Tensor[[20, 64], pl.BF16], pl.Tensor[[20, 64], pl.FP32]]:
        e = pl.tensor.exp(a)
        c = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
        return e, c
)",
               R"(
a__tile = pl.tile.load(a, [0, 0], [20, 64], [20, 64], target_memory=pl.Mem.Mat)
e__tile = pl.tile.exp(a__tile)
a_mat = pl.tile.load(a, [0, 0], [32, 64], [20, 64], target_memory=pl.Mem.Mat)
b_mat = pl.tile.load(b, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Mat)
c__tile = pl.tile.matmul(a_mat, b_mat)
ret0__store = pl.tile.store(e__tile, [0, 0], ret0__out)
ret1__store = pl.tile.store(c__tile, [0, 0], ret1__out)
return ret0__store, ret1__store
)");
}

TEST(BoxCube, AccumulatorIsBoxedWhoeverElseReadsIt) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[100, 128], pl.BF16], b: pl.Tensor[[128, 64], pl.BF16]) -> tuple[pl.Tensor[[100, 64], pl.FP32], pl.Tensor[[100, 64], pl.FP32]]:
        acc = pl.tensor.create([100, 64], dtype=pl.FP32)
        c = pl.tensor.matmul_acc(acc, a, b)
        d = pl.tensor.exp(acc)
        return c, d
)",
               R"(
acc__tile_storage = pl.tile.create([112, 64], dtype=pl.FP32, target_memory=pl.Mem.Acc, compact=True)
acc__tile = pl.tile.set_validshape(acc__tile_storage, 100, 64)
a_mat = pl.tile.load(a, [0, 0], [112, 128], [100, 128], target_memory=pl.Mem.Mat)
b_mat = pl.tile.load(b, [0, 0], [128, 64], [128, 64], target_memory=pl.Mem.Mat)
c__tile = pl.tile.matmul_acc(acc__tile, a_mat, b_mat)
d__tile = pl.tile.exp(acc__tile)
ret0__store = pl.tile.store(c__tile, [0, 0], ret0__out)
ret1__store = pl.tile.store(d__tile, [0, 0], ret1__out)
return ret0__store, ret1__store
)");
}

TEST(BoxCube, DroppedDimensionIsLeftAlone) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[4, 20, 64], pl.BF16], b: pl.Tensor[[64, 64], pl.BF16]) -> pl.Tensor[[20, 64], pl.FP32]:
        s = pl.tensor.slice(a, [1, 20, 64], [1, 0, 0], [1, 20, 64], [0])
        c = pl.tensor.matmul(s, b, out_dtype=pl.FP32)
        return c
)",
               R"(
s__tile_full_rank = pl.tile.load(a, [1, 0, 0], [1, 20, 64], [1, 20, 64], target_memory=pl.Mem.Mat)
s__tile = pl.tile.reshape(s__tile_full_rank, [20, 64])
b_mat = pl.tile.load(b, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Mat)
c__tile = pl.tile.matmul(s__tile, b_mat)
ret0__store = pl.tile.store(c__tile, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(BoxCube, FilledSeedCannotBeAnAccumulator) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[100, 128], pl.BF16], b: pl.Tensor[[128, 64], pl.BF16]) -> pl.Tensor[[100, 64], pl.FP32]:
        acc = pl.tensor.full([100, 64], dtype=pl.FP32, value=0.0)
        c = pl.tensor.matmul_acc(acc, a, b)
        return c
)",
                "must live in Acc but is in Vec");
}

}  // namespace
}  // namespace t2t
