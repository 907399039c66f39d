// place-exit-stores: returned loops that assemble piece by piece (lowering m.7).
#include "tests/passes/pass_testing.h"

namespace t2t {
namespace {

TEST(AssembleLoop, BecomesAStoreLoop) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[4, 64], pl.FP32]) -> pl.Tensor[[4, 64], pl.FP32]:
        b = pl.tensor.create([4, 64], dtype=pl.FP32)
        for i, (acc,) in pl.range(4, init_values=(b,)):
            c = pl.tensor.slice(x, [4, 16], [0, i * 16])
            d = pl.tensor.exp(c)
            n = pl.tensor.assemble(acc, d, [0, i * 16])
            r = pl.yield_(n)
        return r
)",
               R"(
for i, (acc,) in pl.range(4, init_values=(ret0__out,)):
    c__tile = pl.tile.load(x, [0, i * 16], [4, 16], [4, 16], target_memory=pl.Mem.Vec)
    d__tile = pl.tile.exp(c__tile)
    n__tile = pl.tile.store(d__tile, [0, i * 16], acc)
    r = pl.yield_(n__tile)
return r
)");
}

TEST(AssembleLoop, ReturnedTwiceIsOneOutput) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[4, 64], pl.FP32]) -> tuple[pl.Tensor[[4, 64], pl.FP32], pl.Tensor[[4, 64], pl.FP32]]:
        b = pl.tensor.create([4, 64], dtype=pl.FP32)
        for i, (acc,) in pl.range(4, init_values=(b,)):
            c = pl.tensor.slice(x, [4, 16], [0, i * 16])
            d = pl.tensor.exp(c)
            n = pl.tensor.assemble(acc, d, [0, i * 16])
            r = pl.yield_(n)
        return r, r
)",
               R"(
for i, (acc,) in pl.range(4, init_values=(ret0__out,)):
    c__tile = pl.tile.load(x, [0, i * 16], [4, 16], [4, 16], target_memory=pl.Mem.Vec)
    d__tile = pl.tile.exp(c__tile)
    n__tile = pl.tile.store(d__tile, [0, i * 16], acc)
    r = pl.yield_(n__tile)
return r, r
)");
}

TEST(AssembleLoop, SeedThatIsStillReadStays) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[4, 64], pl.FP32]) -> tuple[pl.Tensor[[4, 64], pl.FP32], pl.Tensor[[4, 64], pl.FP32]]:
        b = pl.tensor.create([4, 64], dtype=pl.FP32)
        for i, (acc,) in pl.range(4, init_values=(b,)):
            c = pl.tensor.slice(x, [4, 16], [0, i * 16])
            n = pl.tensor.assemble(acc, c, [0, i * 16])
            r = pl.yield_(n)
        e = pl.tensor.assemble(b, x, [0, 0])
        return r, e
)",
               R"(
b__tile = pl.tile.create([4, 64], dtype=pl.FP32)
for i, (acc,) in pl.range(4, init_values=(ret0__out,)):
    c__tile = pl.tile.load(x, [0, i * 16], [4, 16], [4, 16], target_memory=pl.Mem.Vec)
    n__tile = pl.tile.store(c__tile, [0, i * 16], acc)
    r = pl.yield_(n__tile)
assemble_src = pl.tile.load(x, [0, 0], [4, 64], [4, 64], target_memory=pl.Mem.Vec)
e__tile = pl.tile.assemble(b__tile, assemble_src, [0, 0])
ret1__store = pl.tile.store(e__tile, [0, 0], ret1__out)
return r, ret1__store
)");
}

// Just outside: one store of the whole tile at the end.
TEST(AssembleLoop, FilledSeed) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[4, 64], pl.FP32]) -> pl.Tensor[[4, 64], pl.FP32]:
        b = pl.tensor.full([4, 64], dtype=pl.FP32, value=0.0)
        for i, (acc,) in pl.range(4, init_values=(b,)):
            c = pl.tensor.slice(x, [4, 16], [0, i * 16])
            d = pl.tensor.exp(c)
            n = pl.tensor.assemble(acc, d, [0, i * 16])
            r = pl.yield_(n)
        return r
)",
               R"(
b__tile = pl.tile.full([4, 64], dtype=pl.FP32, value=0.0)
for i, (acc,) in pl.range(4, init_values=(b__tile,)):
    c__tile = pl.tile.load(x, [0, i * 16], [4, 16], [4, 16], target_memory=pl.Mem.Vec)
    d__tile = pl.tile.exp(c__tile)
    n__tile = pl.tile.assemble(acc, d__tile, [0, i * 16])
    r = pl.yield_(n__tile)
ret0__store = pl.tile.store(r, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(AssembleLoop, ResultReadElsewhere) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[4, 64], pl.FP32]) -> tuple[pl.Tensor[[4, 64], pl.FP32], pl.Tensor[[4, 64], pl.FP32]]:
        b = pl.tensor.create([4, 64], dtype=pl.FP32)
        for i, (acc,) in pl.range(4, init_values=(b,)):
            c = pl.tensor.slice(x, [4, 16], [0, i * 16])
            d = pl.tensor.exp(c)
            n = pl.tensor.assemble(acc, d, [0, i * 16])
            r = pl.yield_(n)
        e = pl.tensor.neg(r)
        return r, e
)",
               R"(
b__tile = pl.tile.create([4, 64], dtype=pl.FP32)
for i, (acc,) in pl.range(4, init_values=(b__tile,)):
    c__tile = pl.tile.load(x, [0, i * 16], [4, 16], [4, 16], target_memory=pl.Mem.Vec)
    d__tile = pl.tile.exp(c__tile)
    n__tile = pl.tile.assemble(acc, d__tile, [0, i * 16])
    r = pl.yield_(n__tile)
e__tile = pl.tile.neg(r)
ret0__store = pl.tile.store(r, [0, 0], ret0__out)
ret1__store = pl.tile.store(e__tile, [0, 0], ret1__out)
return ret0__store, ret1__store
)");
}

TEST(AssembleLoop, AliasOfTheResult) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[4, 64], pl.FP32]) -> pl.Tensor[[4, 64], pl.FP32]:
        b = pl.tensor.create([4, 64], dtype=pl.FP32)
        for i, (acc,) in pl.range(4, init_values=(b,)):
            c = pl.tensor.slice(x, [4, 16], [0, i * 16])
            d = pl.tensor.exp(c)
            n = pl.tensor.assemble(acc, d, [0, i * 16])
            r = pl.yield_(n)
        q = r
        return q
)",
               R"(
b__tile = pl.tile.create([4, 64], dtype=pl.FP32)
for i, (acc,) in pl.range(4, init_values=(b__tile,)):
    c__tile = pl.tile.load(x, [0, i * 16], [4, 16], [4, 16], target_memory=pl.Mem.Vec)
    d__tile = pl.tile.exp(c__tile)
    n__tile = pl.tile.assemble(acc, d__tile, [0, i * 16])
    r = pl.yield_(n__tile)
q = r
ret0__store = pl.tile.store(q, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(AssembleLoop, PieceComputedFromTheCarry) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[4, 64], pl.FP32]) -> pl.Tensor[[4, 64], pl.FP32]:
        b = pl.tensor.create([4, 64], dtype=pl.FP32)
        for i, (acc,) in pl.range(4, init_values=(b,)):
            c = pl.tensor.slice(acc, [4, 16], [0, i * 16])
            d = pl.tensor.exp(c)
            n = pl.tensor.assemble(acc, d, [0, i * 16])
            r = pl.yield_(n)
        return r
)",
               R"(
b__tile = pl.tile.create([4, 64], dtype=pl.FP32)
for i, (acc,) in pl.range(4, init_values=(b__tile,)):
    c__tile = pl.tile.slice(acc, [4, 16], [0, i * 16])
    d__tile = pl.tile.exp(c__tile)
    n__tile = pl.tile.assemble(acc, d__tile, [0, i * 16])
    r = pl.yield_(n__tile)
ret0__store = pl.tile.store(r, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(AssembleLoop, CarryRead) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[4, 64], pl.FP32]) -> pl.Tensor[[4, 64], pl.FP32]:
        b = pl.tensor.create([4, 64], dtype=pl.FP32)
        for i, (acc,) in pl.range(4, init_values=(b,)):
            o = pl.tensor.read(acc, [0, 0])
            c = pl.tensor.slice(x, [4, 16], [0, i * 16])
            n = pl.tensor.assemble(acc, c, [0, i * 16])
            r = pl.yield_(n)
        return r
)",
               R"(
b__tile = pl.tile.create([4, 64], dtype=pl.FP32)
for i, (acc,) in pl.range(4, init_values=(b__tile,)):
    o = pl.tile.read(acc, [0, 0])
    c__tile = pl.tile.load(x, [0, i * 16], [4, 16], [4, 16], target_memory=pl.Mem.Vec)
    n__tile = pl.tile.assemble(acc, c__tile, [0, i * 16])
    r = pl.yield_(n__tile)
ret0__store = pl.tile.store(r, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(AssembleLoop, TwoAssembles) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[4, 64], pl.FP32]) -> pl.Tensor[[4, 64], pl.FP32]:
        b = pl.tensor.create([4, 64], dtype=pl.FP32)
        for i, (acc,) in pl.range(2, init_values=(b,)):
            c = pl.tensor.slice(x, [4, 16], [0, i * 32])
            n = pl.tensor.assemble(acc, c, [0, i * 32])
            n2 = pl.tensor.assemble(n, c, [0, i * 32 + 16])
            r = pl.yield_(n2)
        return r
)",
               R"(
b__tile = pl.tile.create([4, 64], dtype=pl.FP32)
for i, (acc,) in pl.range(2, init_values=(b__tile,)):
    c__tile = pl.tile.load(x, [0, i * 32], [4, 16], [4, 16], target_memory=pl.Mem.Vec)
    n__tile = pl.tile.assemble(acc, c__tile, [0, i * 32])
    n2__tile = pl.tile.assemble(n__tile, c__tile, [0, i * 32 + 16])
    r = pl.yield_(n2__tile)
ret0__store = pl.tile.store(r, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(AssembleLoop, SecondCarry) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[4, 64], pl.FP32]) -> pl.Tensor[[4, 64], pl.FP32]:
        b = pl.tensor.create([4, 64], dtype=pl.FP32)
        z: pl.Scalar[pl.INDEX] = 0
        for i, (acc, o) in pl.range(4, init_values=(b, z)):
            c = pl.tensor.slice(x, [4, 16], [0, i * 16])
            n = pl.tensor.assemble(acc, c, [0, i * 16])
            o1: pl.Scalar[pl.INDEX] = o + 16
            r, o2 = pl.yield_(n, o1)
        return r
)",
               R"(
b__tile = pl.tile.create([4, 64], dtype=pl.FP32)
z = 0
for i, (acc, o) in pl.range(4, init_values=(b__tile, z)):
    c__tile = pl.tile.load(x, [0, i * 16], [4, 16], [4, 16], target_memory=pl.Mem.Vec)
    n__tile = pl.tile.assemble(acc, c__tile, [0, i * 16])
    o1 = o + 16
    r, o2 = pl.yield_(n__tile, o1)
ret0__store = pl.tile.store(r, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(AssembleLoop, AssembleInABranch) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[4, 64], pl.FP32]) -> pl.Tensor[[4, 64], pl.FP32]:
        b = pl.tensor.create([4, 64], dtype=pl.FP32)
        for i, (acc,) in pl.range(4, init_values=(b,)):
            c = pl.tensor.slice(x, [4, 16], [0, i * 16])
            if i == 0:
                n = pl.tensor.assemble(acc, c, [0, i * 16])
                p: pl.Tensor[[4, 64], pl.FP32] = pl.yield_(n)
            else:
                p: pl.Tensor[[4, 64], pl.FP32] = pl.yield_(acc)
            r = pl.yield_(p)
        return r
)",
               R"(
b__tile = pl.tile.create([4, 64], dtype=pl.FP32)
for i, (acc,) in pl.range(4, init_values=(b__tile,)):
    c__tile = pl.tile.load(x, [0, i * 16], [4, 16], [4, 16], target_memory=pl.Mem.Vec)
    if i == 0:
        n__tile = pl.tile.assemble(acc, c__tile, [0, i * 16])
        p = pl.yield_(n__tile)
    else:
        p = pl.yield_(acc)
    r = pl.yield_(p)
ret0__store = pl.tile.store(r, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(AssembleLoop, YieldOfSomethingElse) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[4, 64], pl.FP32]) -> pl.Tensor[[4, 64], pl.FP32]:
        b = pl.tensor.create([4, 64], dtype=pl.FP32)
        for i, (acc,) in pl.range(4, init_values=(b,)):
            c = pl.tensor.slice(x, [4, 16], [0, i * 16])
            n = pl.tensor.assemble(acc, c, [0, i * 16])
            r = pl.yield_(acc)
        return r
)",
               R"(
b__tile = pl.tile.create([4, 64], dtype=pl.FP32)
for i, (acc,) in pl.range(4, init_values=(b__tile,)):
    c__tile = pl.tile.load(x, [0, i * 16], [4, 16], [4, 16], target_memory=pl.Mem.Vec)
    n__tile = pl.tile.assemble(acc, c__tile, [0, i * 16])
    r = pl.yield_(acc)
ret0__store = pl.tile.store(r, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(AssembleLoop, While) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[4, 64], pl.FP32], m: pl.Scalar[pl.INDEX]) -> pl.Tensor[[4, 64], pl.FP32]:
        b = pl.tensor.create([4, 64], dtype=pl.FP32)
        for (acc,) in pl.while_(init_values=(b,)):
            pl.cond(m < 3)
            c = pl.tensor.slice(x, [4, 16], [0, 16])
            n = pl.tensor.assemble(acc, c, [0, 16])
            r = pl.yield_(n)
        return r
)",
               R"(
b__tile = pl.tile.create([4, 64], dtype=pl.FP32)
for (acc,) in pl.while_(init_values=(b__tile,)):
    pl.cond(m < 3)
    c__tile = pl.tile.load(x, [0, 16], [4, 16], [4, 16], target_memory=pl.Mem.Vec)
    n__tile = pl.tile.assemble(acc, c__tile, [0, 16])
    r = pl.yield_(n__tile)
ret0__store = pl.tile.store(r, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(AssembleLoop, LoopInABranch) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[4, 64], pl.FP32], m: pl.Scalar[pl.INDEX]) -> pl.Tensor[[4, 64], pl.FP32]:
        if m == 0:
            b = pl.tensor.create([4, 64], dtype=pl.FP32)
            for i, (acc,) in pl.range(4, init_values=(b,)):
                c = pl.tensor.slice(x, [4, 16], [0, i * 16])
                n = pl.tensor.assemble(acc, c, [0, i * 16])
                r = pl.yield_(n)
            p: pl.Tensor[[4, 64], pl.FP32] = pl.yield_(r)
        else:
            p: pl.Tensor[[4, 64], pl.FP32] = pl.yield_(x)
        return p
)",
               R"(
if m == 0:
    b__tile = pl.tile.create([4, 64], dtype=pl.FP32)
    for i, (acc,) in pl.range(4, init_values=(b__tile,)):
        c__tile = pl.tile.load(x, [0, i * 16], [4, 16], [4, 16], target_memory=pl.Mem.Vec)
        n__tile = pl.tile.assemble(acc, c__tile, [0, i * 16])
        r = pl.yield_(n__tile)
    p = pl.yield_(r)
else:
    x__tile = pl.tile.load(x, [0, 0], [4, 64], [4, 64])
    p = pl.yield_(x__tile)
ret0__store = pl.tile.store(p, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(AssembleLoop, HandleLoopKeepsItsSeed) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[2, 64], pl.FP32]) -> pl.Tensor[[2, 64], pl.FP32]:
        buf = x
        for i, (acc,) in pl.range(2, init_values=(buf,)):
            c = pl.tensor.slice(buf, [1, 32], [0, i * 32])
            n = pl.tensor.assemble(acc, c, [0, i * 32])
            r = pl.yield_(n)
        return r
)",
               R"(
buf = x
for i, (acc,) in pl.range(2, init_values=(buf,)):
    c__tile = pl.tile.load(buf, [0, i * 32], [1, 32], [1, 32], target_memory=pl.Mem.Vec)
    n = pl.tile.store(c__tile, [0, i * 32], acc)
    r = pl.yield_(n)
return r
)");
}

TEST(AssembleLoop, AtomicPieceIntoALocal) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[4, 64], pl.FP32]) -> pl.Tensor[[4, 64], pl.FP32]:
        b = pl.tensor.create([4, 64], dtype=pl.FP32)
        for i, (acc,) in pl.range(4, init_values=(b,)):
            c = pl.tensor.slice(x, [4, 16], [0, i * 16])
            n = pl.tensor.assemble(acc, c, [0, i * 16], atomic=1)
            r = pl.yield_(n)
        return r
)",
                "atomic add requires a global-memory destination");
}

}  // namespace
}  // namespace t2t
