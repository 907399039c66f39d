// classify-values: which loop and branch values live on chip (lowering j.5).
#include "tests/passes/pass_testing.h"

namespace t2t {
namespace {

TEST(ClassifyValues, HandleThreadedThroughStores) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[16, 32], pl.FP32], out: pl.Out[pl.Tensor[[16, 128], pl.FP32]]) -> pl.Tensor[[16, 128], pl.FP32]:
        for i, (c,) in pl.range(4, init_values=(out,)):
            t = pl.tensor.exp(x)
            c2 = pl.tensor.assemble(c, t, [0, i * 32])
            r = pl.yield_(c2)
        return r
)",
               R"(
for i, (c,) in pl.range(4, init_values=(out,)):
    x__tile = pl.tile.load(x, [0, 0], [16, 32], [16, 32])
    t__tile = pl.tile.exp(x__tile)
    c2 = pl.tile.store(t__tile, [0, i * 32], c)
    r = pl.yield_(c2)
return r
)");
}

TEST(ClassifyValues, ForwardingBranchYieldsTheSharedTile) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[64], pl.FP32], b: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64], pl.FP32]:
        if n == 0:
            ra = a
            p: pl.Tensor[[64], pl.FP32] = pl.yield_(ra)
        else:
            s = pl.tensor.add(a, b)
            p: pl.Tensor[[64], pl.FP32] = pl.yield_(s)
        return p
)",
               R"(
a__tile = pl.tile.load(a, [0], [64], [64])
b__tile = pl.tile.load(b, [0], [64], [64])
if n == 0:
    ra = a
    p = pl.yield_(a__tile)
else:
    s__tile = pl.tile.add(a__tile, b__tile)
    p = pl.yield_(s__tile)
ret0__store = pl.tile.store(p, [0], ret0__out)
return ret0__store
)");
}

TEST(ClassifyValues, ForwardingBranchLoadsWhereItYields) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.InOut[pl.Tensor[[64], pl.FP32]], b: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX], v: pl.Scalar[pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        pl.tensor.write(a, [0], v)
        if n == 0:
            p: pl.Tensor[[64], pl.FP32] = pl.yield_(a)
        else:
            s = pl.tensor.add(a, b)
            p: pl.Tensor[[64], pl.FP32] = pl.yield_(s)
        return p
)",
               R"(
b__tile = pl.tile.load(b, [0], [64], [64])
pl.tensor.write(a, [0], v)
if n == 0:
    a__tile = pl.tile.load(a, [0], [64], [64])
    p = pl.yield_(a__tile)
else:
    a__tile_1 = pl.tile.load(a, [0], [64], [64])
    s__tile = pl.tile.add(a__tile_1, b__tile)
    p = pl.yield_(s__tile)
ret0__store = pl.tile.store(p, [0], ret0__out)
return ret0__store
)");
}

TEST(ClassifyValues, ProjectionsFollowTheirOwnElement) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[64], pl.FP32], b: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]]:
        if n == 0:
            p, q = pl.yield_(a, b)
        else:
            s = pl.tensor.add(a, b)
            p, q = pl.yield_(s, b)
        t: pl.Tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]] = (p, q)
        u = t[0]
        v = t[1]
        return u, v
)",
               R"(
a__tile = pl.tile.load(a, [0], [64], [64])
b__tile = pl.tile.load(b, [0], [64], [64])
if n == 0:
    p, q = pl.yield_(a__tile, b)
else:
    s__tile = pl.tile.add(a__tile, b__tile)
    p, q = pl.yield_(s__tile, b)
t = [p, q]
u = t[0]
v = t[1]
ret0__store = pl.tile.store(u, [0], ret0__out)
return ret0__store, v
)");
}

TEST(ClassifyValues, HandleInABranch) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Out[pl.Tensor[[64], pl.FP32]], b: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64], pl.FP32]:
        if n == 0:
            s = pl.tensor.exp(b)
            a2 = pl.tensor.assemble(a, s, [0])
            p: pl.Tensor[[64], pl.FP32] = pl.yield_(a2)
        else:
            p: pl.Tensor[[64], pl.FP32] = pl.yield_(a)
        return p
)",
               R"(
b__tile = pl.tile.load(b, [0], [64], [64])
if n == 0:
    s__tile = pl.tile.exp(b__tile)
    a2 = pl.tile.store(s__tile, [0], a)
    p = pl.yield_(a2)
else:
    p = pl.yield_(a)
return p
)");
}

TEST(ClassifyValues, CarriesThatSwap) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[64], pl.FP32], b: pl.Tensor[[64], pl.FP32]) -> tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]]:
        for i, (x, y) in pl.range(3, init_values=(a, b)):
            s = pl.tensor.add(x, y)
            x2, y2 = pl.yield_(y, s)
        return x2, y2
)",
               R"(
a__tile = pl.tile.load(a, [0], [64], [64])
b__tile = pl.tile.load(b, [0], [64], [64])
for i, (x, y) in pl.range(3, init_values=(a__tile, b__tile)):
    s__tile = pl.tile.add(x, y)
    x2, y2 = pl.yield_(y, s__tile)
ret0__store = pl.tile.store(x2, [0], ret0__out)
ret1__store = pl.tile.store(y2, [0], ret1__out)
return ret0__store, ret1__store
)");
}

TEST(ClassifyValues, LocalAndGlobalElementWrites) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.InOut[pl.Tensor[[16], pl.FP32]], v: pl.Scalar[pl.FP32]) -> pl.Tensor[[16], pl.FP32]:
        y = pl.tensor.create([16], dtype=pl.FP32)
        pl.tensor.write(y, [0], v)
        pl.tensor.write(x, [0], v)
        return y
)",
               R"(
y__tile = pl.tile.create([16], dtype=pl.FP32)
pl.tile.write(y__tile, [0], v)
pl.tensor.write(x, [0], v)
ret0__store = pl.tile.store(y__tile, [0], ret0__out)
return ret0__store
)");
}

TEST(ClassifyValues, TupleYieldedByBranches) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64], pl.FP32]:
        y = pl.tensor.exp(x)
        if n == 0:
            t: pl.Tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]] = (x, y)
            p: pl.Tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]] = pl.yield_(t)
        else:
            t2: pl.Tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]] = (y, x)
            p: pl.Tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]] = pl.yield_(t2)
        a = p[0]
        b = p[1]
        c = pl.tensor.add(a, b)
        return c
)",
               R"(
x__tile = pl.tile.load(x, [0], [64], [64])
y__tile = pl.tile.exp(x__tile)
if n == 0:
    t = [x, y__tile]
    p_0, p_1 = pl.yield_(x__tile, y__tile)
else:
    t2 = [y__tile, x]
    p_0, p_1 = pl.yield_(y__tile, x__tile)
p = [p_0, p_1]
a = p[0]
b = p[1]
c__tile = pl.tile.add(a, b)
ret0__store = pl.tile.store(c__tile, [0], ret0__out)
return ret0__store
)");
}

TEST(ClassifyValues, TupleCarriedByALoop) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64], pl.FP32]:
        y = pl.tensor.exp(x)
        t: pl.Tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]] = (x, y)
        for i, (c,) in pl.range(n, init_values=(t,)):
            a = c[0]
            b = c[1]
            d = pl.tensor.add(a, b)
            t2: pl.Tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]] = (b, d)
            r: pl.Tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]] = pl.yield_(t2)
        e = r[1]
        return e
)",
               R"(
x__tile = pl.tile.load(x, [0], [64], [64])
y__tile = pl.tile.exp(x__tile)
t = [x, y__tile]
for i, (c_0, c_1) in pl.range(n, init_values=(x__tile, y__tile)):
    c = [c_0, c_1]
    a = c[0]
    b = c[1]
    d__tile = pl.tile.add(a, b)
    t2 = [b, d__tile]
    r_0, r_1 = pl.yield_(b, d__tile)
r = [r_0, r_1]
e = r[1]
ret0__store = pl.tile.store(e, [0], ret0__out)
return ret0__store
)");
}

TEST(ClassifyValues, TupleOfHandles) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        t: pl.Tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]] = (x, o)
        b = t[1]
        a = t[0]
        y = pl.tensor.exp(a)
        z = pl.tensor.assemble(b, y, [0])
        return
)",
               R"(
t = [x, o]
b = t[1]
a = t[0]
a__tile = pl.tile.load(a, [0], [64], [64])
y__tile = pl.tile.exp(a__tile)
z = pl.tile.store(y__tile, [0], b)
return
)");
}

TEST(ClassifyValues, AttributeOfALoopNamesTheTile) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        y = pl.tensor.exp(x)
        for i, (c,) in pl.range(4, init_values=(y,), attrs={"dump_vars": [y]}):
            n = pl.tensor.add(c, y)
            r = pl.yield_(n)
        return r
)",
               R"(
x__tile = pl.tile.load(x, [0], [64], [64])
y__tile = pl.tile.exp(x__tile)
for i, (c,) in pl.range(4, init_values=(y__tile,), attrs={"dump_vars": [y__tile]}):
    n__tile = pl.tile.add(c, y__tile)
    r = pl.yield_(n__tile)
ret0__store = pl.tile.store(r, [0], ret0__out)
return ret0__store
)");
}

}  // namespace
}  // namespace t2t
