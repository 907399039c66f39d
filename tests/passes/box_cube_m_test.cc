// box-cube-m: rows, and what runs along them (lowering k).
#include "tests/passes/pass_testing.h"

namespace t2t {
namespace {

TEST(BoxCube, RowsOfTheLeftOperand) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[4, 128], pl.BF16], b: pl.Tensor[[128, 64], pl.BF16]) -> pl.Tensor[[4, 64], pl.FP32]:
        c = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
        return c
)",
               R"(
a_mat = pl.tile.load(a, [0, 0], [16, 128], [4, 128], target_memory=pl.Mem.Mat)
b_mat = pl.tile.load(b, [0, 0], [128, 64], [128, 64], target_memory=pl.Mem.Mat)
c__tile = pl.tile.matmul(a_mat, b_mat)
ret0__store = pl.tile.store(c__tile, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(BoxCube, AccumulatorTogetherWithItsOperand) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[100, 128], pl.BF16], b: pl.Tensor[[128, 64], pl.BF16]) -> pl.Tensor[[100, 64], pl.FP32]:
        acc = pl.tensor.create([100, 64], dtype=pl.FP32)
        c = pl.tensor.matmul_acc(acc, a, b)
        return c
)",
               R"(
acc__tile_storage = pl.tile.create([112, 64], dtype=pl.FP32, target_memory=pl.Mem.Acc, compact=True)
acc__tile = pl.tile.set_validshape(acc__tile_storage, 100, 64)
a_mat = pl.tile.load(a, [0, 0], [112, 128], [100, 128], target_memory=pl.Mem.Mat)
b_mat = pl.tile.load(b, [0, 0], [128, 64], [128, 64], target_memory=pl.Mem.Mat)
c__tile = pl.tile.matmul_acc(acc__tile, a_mat, b_mat)
ret0__store = pl.tile.store(c__tile, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(BoxCube, AccumulatorThroughACarry) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[100, 512], pl.BF16], b: pl.Tensor[[512, 64], pl.BF16]) -> pl.Tensor[[100, 64], pl.FP32]:
        acc = pl.tensor.create([100, 64], dtype=pl.FP32)
        for i, (c,) in pl.range(4, init_values=(acc,)):
            s = pl.tensor.slice(a, [100, 128], [0, i * 128])
            t = pl.tensor.slice(b, [128, 64], [i * 128, 0])
            d = pl.tensor.matmul_acc(c, s, t)
            e = pl.yield_(d)
        return e
)",
               R"(
acc__tile_storage = pl.tile.create([112, 64], dtype=pl.FP32, target_memory=pl.Mem.Acc, compact=True)
acc__tile = pl.tile.set_validshape(acc__tile_storage, 100, 64)
for i, (c,) in pl.range(4, init_values=(acc__tile,)):
    s__tile = pl.tile.load(a, [0, i * 128], [112, 128], [100, 128], target_memory=pl.Mem.Mat)
    t__tile = pl.tile.load(b, [i * 128, 0], [128, 64], [128, 64], target_memory=pl.Mem.Mat)
    d__tile = pl.tile.matmul_acc(c, s__tile, t__tile)
    e = pl.yield_(d__tile)
ret0__store = pl.tile.store(e, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(BoxCube, AccumulatorThroughTwoLoops) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[40, 512], pl.BF16], b: pl.Tensor[[512, 64], pl.BF16]) -> pl.Tensor[[40, 64], pl.FP32]:
        acc = pl.tensor.create([40, 64], dtype=pl.FP32)
        for i, (c,) in pl.range(2, init_values=(acc,)):
            s = pl.tensor.slice(a, [40, 128], [0, i * 128])
            t = pl.tensor.slice(b, [128, 64], [i * 128, 0])
            d = pl.tensor.matmul_acc(c, s, t)
            e = pl.yield_(d)
        for j, (c2,) in pl.range(2, init_values=(e,)):
            s2 = pl.tensor.slice(a, [40, 128], [0, j * 128 + 256])
            t2 = pl.tensor.slice(b, [128, 64], [j * 128 + 256, 0])
            d2 = pl.tensor.matmul_acc(c2, s2, t2)
            e2 = pl.yield_(d2)
        return e2
)",
               R"(
acc__tile_storage = pl.tile.create([48, 64], dtype=pl.FP32, target_memory=pl.Mem.Acc, compact=True)
acc__tile = pl.tile.set_validshape(acc__tile_storage, 40, 64)
for i, (c,) in pl.range(2, init_values=(acc__tile,)):
    s__tile = pl.tile.load(a, [0, i * 128], [48, 128], [40, 128], target_memory=pl.Mem.Mat)
    t__tile = pl.tile.load(b, [i * 128, 0], [128, 64], [128, 64], target_memory=pl.Mem.Mat)
    d__tile = pl.tile.matmul_acc(c, s__tile, t__tile)
    e = pl.yield_(d__tile)
for j, (c2,) in pl.range(2, init_values=(e,)):
    s2__tile = pl.tile.load(a, [0, j * 128 + 256], [48, 128], [40, 128], target_memory=pl.Mem.Mat)
    t2__tile = pl.tile.load(b, [j * 128 + 256, 0], [128, 64], [128, 64], target_memory=pl.Mem.Mat)
    d2__tile = pl.tile.matmul_acc(c2, s2__tile, t2__tile)
    e2 = pl.yield_(d2__tile)
ret0__store = pl.tile.store(e2, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(BoxCube, TransposedLeftIsBoxedOnItsColumns) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[128, 100], pl.FP32], b: pl.Tensor[[128, 64], pl.FP32]) -> pl.Tensor[[100, 64], pl.FP32]:
        c = pl.tensor.matmul(a, b, a_trans=True, out_dtype=pl.FP32)
        return c
)",
               R"(
a_mat = pl.tile.load(a, [0, 0], [128, 112], [128, 100], target_memory=pl.Mem.Mat)
a_mat_t = pl.tile.transpose_view(a_mat)
b_mat = pl.tile.load(b, [0, 0], [128, 64], [128, 64], target_memory=pl.Mem.Mat)
c__tile = pl.tile.matmul(a_mat_t, b_mat)
ret0__store = pl.tile.store(c__tile, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(BoxCube, TransposedInt8DecidesForTheAccumulator) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[128, 100], pl.INT8], b: pl.Tensor[[128, 64], pl.INT8]) -> pl.Tensor[[100, 64], pl.INT32]:
        acc = pl.tensor.create([100, 64], dtype=pl.INT32)
        c = pl.tensor.matmul_acc(acc, a, b, a_trans=True)
        return c
)",
               R"(
acc__tile_storage = pl.tile.create([128, 64], dtype=pl.INT32, target_memory=pl.Mem.Acc, compact=True)
acc__tile = pl.tile.set_validshape(acc__tile_storage, 100, 64)
a_mat = pl.tile.load(a, [0, 0], [128, 128], [128, 100], target_memory=pl.Mem.Mat)
a_mat_t = pl.tile.transpose_view(a_mat)
b_mat = pl.tile.load(b, [0, 0], [128, 64], [128, 64], target_memory=pl.Mem.Mat)
c__tile = pl.tile.matmul_acc(acc__tile, a_mat_t, b_mat)
ret0__store = pl.tile.store(c__tile, [0, 0], ret0__out)
return ret0__store
)");
}

}  // namespace
}  // namespace t2t
