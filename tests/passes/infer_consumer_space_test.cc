// infer-consumer-space, bridge-operands, lower-producers: where operands are brought (lowering f, i).
#include "tests/passes/pass_testing.h"

namespace t2t {
namespace {

TEST(ConsumerSpace, ThroughAliases) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[64, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16]) -> pl.Tensor[[20, 32], pl.FP32]:
        s = pl.tensor.slice(a, [20, 64], [0, 0])
        y = s
        z = y
        c = pl.tensor.matmul(z, b, out_dtype=pl.FP32)
        return c
)",
               R"(
s__tile = pl.tile.load(a, [0, 0], [32, 64], [20, 64], target_memory=pl.Mem.Mat)
y = s__tile
z = y
b_mat = pl.tile.load(b, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat)
c__tile = pl.tile.matmul(z, b_mat)
ret0__store = pl.tile.store(c__tile, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(ConsumerSpace, ThroughAReshape) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(query: pl.Tensor[[128, 16, 128], pl.BF16], key: pl.Tensor[[128, 512, 128], pl.BF16], out: pl.Out[pl.Tensor[[16, 512], pl.FP32]]) -> pl.Tensor[[16, 512], pl.FP32]:
        s = pl.tensor.slice(query, [1, 16, 128], [0, 0, 0])
        q = pl.tensor.reshape(s, [16, 128])
        t = pl.tensor.slice(key, [1, 512, 128], [0, 0, 0])
        kk = pl.tensor.reshape(t, [512, 128])
        c = pl.tensor.matmul(q, kk, b_trans=True, out_dtype=pl.FP32)
        o = pl.tensor.assemble(out, c, [0, 0])
        return o
)",
               R"(
s__tile = pl.tile.load(query, [0, 0, 0], [1, 16, 128], [1, 16, 128], target_memory=pl.Mem.Mat)
q__tile = pl.tile.reshape(s__tile, [16, 128])
t__tile = pl.tile.load(key, [0, 0, 0], [1, 512, 128], [1, 512, 128], target_memory=pl.Mem.Mat)
kk__tile = pl.tile.reshape(t__tile, [512, 128])
kk__tile_mat_t = pl.tile.transpose_view(kk__tile)
c__tile = pl.tile.matmul(q__tile, kk__tile_mat_t)
o = pl.tile.store(c__tile, [0, 0], out)
return o
)");
}

TEST(ConsumerSpace, ThroughSetValidShapeToTheEntryLoad) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[20, 64], pl.BF16], b: pl.Tensor[[64, 64], pl.BF16], x: pl.Tensor[[64], pl.FP32]) -> tuple[pl.Tensor[[20, 64], pl.FP32], pl.Tensor[[64], pl.FP32]]:
        av = pl.tensor.set_validshape(a, 8, 64)
        c = pl.tensor.matmul(av, b, out_dtype=pl.FP32)
        e = pl.tensor.exp(x)
        return c, e
)",
               R"(
a__tile = pl.tile.load(a, [0, 0], [32, 64], [20, 64], target_memory=pl.Mem.Mat)
x__tile = pl.tile.load(x, [0], [64], [64])
av__tile = pl.tile.set_validshape(a__tile, 8, 64)
b_mat = pl.tile.load(b, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Mat)
c__tile = pl.tile.matmul(av__tile, b_mat)
e__tile = pl.tile.exp(x__tile)
ret0__store = pl.tile.store(c__tile, [0, 0], ret0__out)
ret1__store = pl.tile.store(e__tile, [0], ret1__out)
return ret0__store, ret1__store
)");
}

TEST(ConsumerSpace, TransposeIsAViewNotALoad) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(q: pl.Tensor[[16, 64], pl.BF16], p: pl.Tensor[[16, 64], pl.BF16], kv: pl.Tensor[[128, 64], pl.BF16]) -> pl.Tensor[[16, 64], pl.FP32]:
        s = pl.tensor.slice(kv, [64, 64], [0, 0])
        x = pl.tensor.matmul(q, s, b_trans=True, out_dtype=pl.FP32)
        y = pl.tensor.matmul(p, s, out_dtype=pl.FP32)
        z = pl.tensor.add(x, y)
        return z
)",
               R"(
s__tile = pl.tile.load(kv, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Mat)
q_mat = pl.tile.load(q, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)
s__tile_mat_t = pl.tile.transpose_view(s__tile)
x__tile = pl.tile.matmul(q_mat, s__tile_mat_t)
p_mat = pl.tile.load(p, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)
y__tile = pl.tile.matmul(p_mat, s__tile)
z__tile = pl.tile.add(x__tile, y__tile)
ret0__store = pl.tile.store(z__tile, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(ConsumerSpace, VecResultMovesInNaturalOrientation) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[16, 64], pl.FP32], b0: pl.Tensor[[128, 64], pl.FP32], b1: pl.Tensor[[128, 64], pl.FP32]) -> pl.Tensor[[16, 128], pl.FP32]:
        bt = pl.tensor.add(b0, b1)
        c = pl.tensor.matmul(a, bt, b_trans=True, out_dtype=pl.FP32)
        return c
)",
               R"(
b0__tile = pl.tile.load(b0, [0, 0], [128, 64], [128, 64])
b1__tile = pl.tile.load(b1, [0, 0], [128, 64], [128, 64])
bt__tile = pl.tile.add(b0__tile, b1__tile)
a_mat = pl.tile.load(a, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)
bt__tile_mat = pl.tile.move(bt__tile, target_memory=pl.Mem.Mat)
bt__tile_mat_t = pl.tile.transpose_view(bt__tile_mat)
c__tile = pl.tile.matmul(a_mat, bt__tile_mat_t)
ret0__store = pl.tile.store(c__tile, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(ConsumerSpace, RequiredOperandsAreNotShared) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[64, 64], pl.BF16]) -> pl.Tensor[[64, 64], pl.FP32]:
        c = pl.tensor.matmul(a, a, out_dtype=pl.FP32)
        return c
)",
               R"(
a_mat = pl.tile.load(a, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Mat)
a_mat_1 = pl.tile.load(a, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Mat)
c__tile = pl.tile.matmul(a_mat, a_mat_1)
ret0__store = pl.tile.store(c__tile, [0, 0], ret0__out)
return ret0__store
)");
}

constexpr std::string_view kAccumulatorBehindABranch = R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(ta: pl.Tensor[[64, 64], pl.BF16], tb: pl.Tensor[[64, 64], pl.BF16], o: pl.Out[pl.Tensor[[64, 64], pl.BF16]]) -> pl.Tensor[[64, 64], pl.BF16]:
        acc0 = pl.tensor.create([64, 64], dtype=pl.FP32)
        for i, (acc, oo) in pl.range(4, init_values=(acc0, o)):
            if i == 0:
                m = pl.tensor.matmul(ta, tb, out_dtype=pl.FP32)
                p: pl.Tensor[[64, 64], pl.FP32] = pl.yield_(m)
            else:
                m2 = pl.tensor.matmul_acc(acc, ta, tb)
                p: pl.Tensor[[64, 64], pl.FP32] = pl.yield_(m2)
            h = pl.tensor.cast(p, pl.BF16, mode="round")
            o1 = pl.tensor.assemble(oo, h, [0, 0])
            acc2, o2 = pl.yield_(p, o1)
        return o2
)";

TEST(ConsumerSpace, AccumulatorBehindABranch) {
  ExpectKernel(kAccumulatorBehindABranch, R"(
acc0__tile = pl.tile.create([64, 64], dtype=pl.FP32)
for i, (acc, oo) in pl.range(4, init_values=(acc0__tile, o)):
    if i == 0:
        ta_mat = pl.tile.load(ta, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Mat)
        tb_mat = pl.tile.load(tb, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Mat)
        m__tile = pl.tile.matmul(ta_mat, tb_mat)
        p = pl.yield_(m__tile)
    else:
        ta_mat_1 = pl.tile.load(ta, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Mat)
        tb_mat_1 = pl.tile.load(tb, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Mat)
        m2__tile = pl.tile.matmul_acc(acc, ta_mat_1, tb_mat_1)
        p = pl.yield_(m2__tile)
    h__tile = pl.tile.cast(p, target_type=pl.BF16, mode='round')
    o1 = pl.tile.store(h__tile, [0, 0], oo)
    acc2, o2 = pl.yield_(p, o1)
return o2
)");
  // Where the cast reads from is known.
  EXPECT_EQ(Annotation(Lower(kAccumulatorBehindABranch).text, "p"), "pl.Tile[[64, 64], pl.FP32, pl.Mem.Acc]");
}

TEST(ConsumerSpace, ValidRowsReachTheProduct) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(q: pl.Tensor[[16, 64], pl.BF16], kk: pl.Tensor[[64, 32], pl.BF16], o: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        q5 = pl.tensor.slice(q, [16, 64], [0, 0], [5, 64], clamp=True)
        m = pl.tensor.matmul(q5, kk, out_dtype=pl.FP32)
        o2 = pl.tensor.assemble(o, m, [0, 0])
        return o2
)",
               R"(
q5__tile = pl.tile.load(q, [0, 0], [16, 64], [5, 64], target_memory=pl.Mem.Mat)
kk_mat = pl.tile.load(kk, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat)
m__tile = pl.tile.matmul(q5__tile, kk_mat)
o2 = pl.tile.store(m__tile, [0, 0], o)
return o2
)");
}

TEST(ConsumerSpace, SliceThatDropsEverything) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[4, 20], pl.BF16], b: pl.Tensor[[64, 64], pl.BF16]) -> pl.Tensor[[64, 64], pl.BF16]:
        s = pl.tensor.slice(a, [1, 1], [1, 0], [1, 1], [0, 1])
        c = pl.tensor.exp(b)
        return c
)",
                "drop_dims drops every dimension");
}

}  // namespace
}  // namespace t2t
