// narrow-acc-carries behind the whole chain (lowering l).
#include "tests/passes/pass_testing.h"

namespace t2t {
namespace {

TEST(NarrowAccCarriesChain, InnerCarryFollowsTheOuterSeed) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 512], pl.BF16], w: pl.Tensor[[512, 64], pl.BF16], v: pl.Scalar[pl.INDEX], o: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        acc0 = pl.tensor.create([64, 64], dtype=pl.FP32)
        for j, (a1,) in pl.range(2, init_values=(acc0,)):
            for i, (acc,) in pl.range(2, init_values=(a1,)):
                xk = pl.tensor.slice(x, [64, 256], [0, i * 256], [v, 256])
                wk = pl.tensor.slice(w, [256, 64], [i * 256, 0])
                m0: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.matmul_acc(acc, xk, wk)
                r = pl.yield_(m0)
            xk2 = pl.tensor.slice(x, [64, 256], [0, 0], [v, 256])
            wk2 = pl.tensor.slice(w, [256, 64], [0, 0])
            m1: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.matmul(xk2, wk2, out_dtype=pl.FP32)
            q: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.add(m1, r)
            r1 = pl.yield_(m1)
        o2 = pl.tensor.assemble(o, r1, [0, 0])
        return o2
)",
               R"(
acc0__tile = pl.tile.create([64, 64], dtype=pl.FP32)
acc0__tile_narrowed_storage = pl.tile.create([64, 64], dtype=pl.FP32, target_memory=pl.Mem.Acc, compact=True)
acc0__tile_narrowed = pl.tile.set_validshape(acc0__tile_narrowed_storage, v, 64)
for j, (a1,) in pl.range(2, init_values=(acc0__tile_narrowed,)):
    for i, (acc,) in pl.range(2, init_values=(a1,)):
        xk__tile = pl.tile.load(x, [0, i * 256], [64, 256], [v, 256], target_memory=pl.Mem.Mat)
        wk__tile = pl.tile.load(w, [i * 256, 0], [256, 64], [256, 64], target_memory=pl.Mem.Mat)
        m0__tile = pl.tile.matmul_acc(acc, xk__tile, wk__tile)
        r = pl.yield_(m0__tile)
    xk2__tile = pl.tile.load(x, [0, 0], [64, 256], [v, 256], target_memory=pl.Mem.Mat)
    wk2__tile = pl.tile.load(w, [0, 0], [256, 64], [256, 64], target_memory=pl.Mem.Mat)
    m1__tile = pl.tile.matmul(xk2__tile, wk2__tile)
    q__tile = pl.tile.add(m1__tile, r)
    r1 = pl.yield_(m1__tile)
o2 = pl.tile.store(r1, [0, 0], o)
return o2
)");
}

TEST(NarrowAccCarriesChain, WhileLoop) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 512], pl.BF16], w: pl.Tensor[[512, 64], pl.BF16], v: pl.Scalar[pl.INDEX], o: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        acc0 = pl.tensor.create([64, 64], dtype=pl.FP32)
        z: pl.Scalar[pl.INDEX] = v - v
        for (acc, i) in pl.while_(init_values=(acc0, z)):
            pl.cond(i < 2)
            xk = pl.tensor.slice(x, [64, 256], [0, i * 256], [v, 256])
            wk = pl.tensor.slice(w, [256, 64], [i * 256, 0])
            m0: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.matmul(xk, wk, out_dtype=pl.FP32)
            i1: pl.Scalar[pl.INDEX] = i + 1
            r, i2 = pl.yield_(m0, i1)
        o2 = pl.tensor.assemble(o, r, [0, 0])
        return o2
)",
               R"(
acc0__tile = pl.tile.create([64, 64], dtype=pl.FP32)
z = v - v
acc0__tile_narrowed_storage = pl.tile.create([64, 64], dtype=pl.FP32, target_memory=pl.Mem.Acc, compact=True)
acc0__tile_narrowed = pl.tile.set_validshape(acc0__tile_narrowed_storage, v, 64)
for (acc, i) in pl.while_(init_values=(acc0__tile_narrowed, z)):
    pl.cond(i < 2)
    xk__tile = pl.tile.load(x, [0, i * 256], [64, 256], [v, 256], target_memory=pl.Mem.Mat)
    wk__tile = pl.tile.load(w, [i * 256, 0], [256, 64], [256, 64], target_memory=pl.Mem.Mat)
    m0__tile = pl.tile.matmul(xk__tile, wk__tile)
    i1 = i + 1
    r, i2 = pl.yield_(m0__tile, i1)
o2 = pl.tile.store(r, [0, 0], o)
return o2
)");
}

TEST(NarrowAccCarriesChain, ResultOfTheLoopFollows) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 256], pl.BF16], w: pl.Tensor[[256, 64], pl.BF16], v: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[64, 64], pl.FP32], pl.Tensor[[64, 64], pl.FP32]]:
        acc0 = pl.tensor.create([64, 64], dtype=pl.FP32)
        xk = pl.tensor.slice(x, [64, 256], [0, 0], [v, 256])
        for i, (acc,) in pl.range(2, init_values=(acc0,)):
            m0: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.matmul(xk, w, out_dtype=pl.FP32)
            r = pl.yield_(m0)
        e = pl.tensor.exp(r)
        return r, e
)",
               R"(
acc0__tile = pl.tile.create([64, 64], dtype=pl.FP32)
xk__tile = pl.tile.load(x, [0, 0], [64, 256], [v, 256], target_memory=pl.Mem.Mat)
acc0__tile_narrowed_storage = pl.tile.create([64, 64], dtype=pl.FP32, target_memory=pl.Mem.Acc, compact=True)
acc0__tile_narrowed = pl.tile.set_validshape(acc0__tile_narrowed_storage, v, 64)
for i, (acc,) in pl.range(2, init_values=(acc0__tile_narrowed,)):
    w_mat = pl.tile.load(w, [0, 0], [256, 64], [256, 64], target_memory=pl.Mem.Mat)
    m0__tile = pl.tile.matmul(xk__tile, w_mat)
    r = pl.yield_(m0__tile)
e__tile = pl.tile.exp(r)
ret0__store = pl.tile.store(r, [0, 0], ret0__out)
ret1__store = pl.tile.store(e__tile, [0, 0], ret1__out)
return ret0__store, ret1__store
)");
}

TEST(NarrowAccCarriesChain, ExtentOfTheBodyIsLeftAlone) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 512], pl.BF16], w: pl.Tensor[[512, 64], pl.BF16], v: pl.Scalar[pl.INDEX], o: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        acc0 = pl.tensor.create([64, 64], dtype=pl.FP32)
        for i, (acc,) in pl.range(2, init_values=(acc0,)):
            u: pl.Scalar[pl.INDEX] = pl.min(64, v - i)
            xk = pl.tensor.slice(x, [64, 256], [0, i * 256], [u, 256])
            wk = pl.tensor.slice(w, [256, 64], [i * 256, 0])
            m0: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.matmul(xk, wk, out_dtype=pl.FP32)
            r = pl.yield_(m0)
        o2 = pl.tensor.assemble(o, r, [0, 0])
        return o2
)",
               R"(
acc0__tile = pl.tile.create([64, 64], dtype=pl.FP32)
for i, (acc,) in pl.range(2, init_values=(acc0__tile,)):
    u = pl.min(64, v - i)
    xk__tile = pl.tile.load(x, [0, i * 256], [64, 256], [u, 256], target_memory=pl.Mem.Mat)
    wk__tile = pl.tile.load(w, [i * 256, 0], [256, 64], [256, 64], target_memory=pl.Mem.Mat)
    m0__tile = pl.tile.matmul(xk__tile, wk__tile)
    r = pl.yield_(m0__tile)
o2 = pl.tile.store(r, [0, 0], o)
return o2
)");
}

TEST(NarrowAccCarriesChain, InnerSeedThatIsACarryIsLeftAlone) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 512], pl.BF16], w: pl.Tensor[[512, 64], pl.BF16], v: pl.Scalar[pl.INDEX], o: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        acc0 = pl.tensor.create([64, 64], dtype=pl.FP32)
        for j, (a1,) in pl.range(2, init_values=(acc0,)):
            for i, (acc,) in pl.range(2, init_values=(a1,)):
                xk = pl.tensor.slice(x, [64, 256], [0, i * 256], [v, 256])
                wk = pl.tensor.slice(w, [256, 64], [i * 256, 0])
                m0: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.matmul(xk, wk, out_dtype=pl.FP32)
                r = pl.yield_(m0)
            r1 = pl.yield_(r)
        o2 = pl.tensor.assemble(o, r1, [0, 0])
        return o2
)",
               R"(
acc0__tile = pl.tile.create([64, 64], dtype=pl.FP32)
for j, (a1,) in pl.range(2, init_values=(acc0__tile,)):
    for i, (acc,) in pl.range(2, init_values=(a1,)):
        xk__tile = pl.tile.load(x, [0, i * 256], [64, 256], [v, 256], target_memory=pl.Mem.Mat)
        wk__tile = pl.tile.load(w, [i * 256, 0], [256, 64], [256, 64], target_memory=pl.Mem.Mat)
        m0__tile = pl.tile.matmul(xk__tile, wk__tile)
        r = pl.yield_(m0__tile)
    r1 = pl.yield_(r)
o2 = pl.tile.store(r1, [0, 0], o)
return o2
)");
}

}  // namespace
}  // namespace t2t
