// analyze-effects, share-loads: when one load serves several readers (lowering g, h).
#include "tests/passes/pass_testing.h"

namespace t2t {
namespace {

TEST(ShareLoads, AReadBehindAWriteLoadsAgain) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.InOut[pl.Tensor[[16, 8], pl.FP32]], c: pl.Scalar[pl.FP32], o: pl.Out[pl.Tensor[[16, 8], pl.FP32]]) -> pl.Tensor[[16, 8], pl.FP32]:
        r = pl.tensor.exp(x)
        pl.tensor.write(x, [0, 0], c)
        q = pl.tensor.exp(x)
        s = pl.tensor.add(r, q)
        u = pl.tensor.assemble(o, s, [0, 0])
        return u
)",
               R"(
x__tile = pl.tile.load(x, [0, 0], [16, 8], [16, 8])
r__tile = pl.tile.exp(x__tile)
pl.tensor.write(x, [0, 0], c)
x__tile_1 = pl.tile.load(x, [0, 0], [16, 8], [16, 8])
q__tile = pl.tile.exp(x__tile_1)
s__tile = pl.tile.add(r__tile, q__tile)
u = pl.tile.store(s__tile, [0, 0], o)
return u
)");
}

TEST(ShareLoads, OneLoadForOneOperandOfOneStatement) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.InOut[pl.Tensor[[16, 8], pl.FP32]], c: pl.Scalar[pl.FP32]) -> pl.Tensor[[16, 8], pl.FP32]:
        r = pl.tensor.add(x, x)
        pl.tensor.write(x, [0, 0], c)
        return r
)",
               R"(
x__tile = pl.tile.load(x, [0, 0], [16, 8], [16, 8])
r__tile = pl.tile.add(x__tile, x__tile)
pl.tensor.write(x, [0, 0], c)
ret0__store = pl.tile.store(r__tile, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(ShareLoads, AliasReadsTheSharedTileAndScalarsReadMemory) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[16, 8], pl.FP32]) -> pl.Tensor[[16, 8], pl.FP32]:
        y = x
        z = y
        r = pl.tensor.add(x, z)
        v = pl.tensor.read(y, [0, 0])
        s = pl.tensor.muls(r, v)
        return s
)",
               R"(
x__tile = pl.tile.load(x, [0, 0], [16, 8], [16, 8])
y = x
z = y
r__tile = pl.tile.add(x__tile, x__tile)
v = pl.tensor.read(y, [0, 0])
s__tile = pl.tile.muls(r__tile, v)
ret0__store = pl.tile.store(s__tile, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(ShareLoads, WritingAComputedValueBlocksWhatItCameFrom) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32], c: pl.Scalar[pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        y = pl.tensor.exp(x)
        pl.tensor.write(y, [0], c)
        z = pl.tensor.add(y, x)
        return z
)",
               R"(
x__tile = pl.tile.load(x, [0], [64], [64])
y__tile = pl.tile.exp(x__tile)
pl.tile.write(y__tile, [0], c)
x__tile_1 = pl.tile.load(x, [0], [64], [64])
z__tile = pl.tile.add(y__tile, x__tile_1)
ret0__store = pl.tile.store(z__tile, [0], ret0__out)
return ret0__store
)");
}

TEST(ShareLoads, ACallIsABarrier) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def h(x: pl.Tensor[[64], pl.FP32]):
        return
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        y = pl.tensor.exp(x)
        self.h(x)
        z = pl.tensor.neg(x)
        w = pl.tensor.add(y, z)
        return w
)",
               R"(
x__tile = pl.tile.load(x, [0], [64], [64])
y__tile = pl.tile.exp(x__tile)
self.h(x)
x__tile_1 = pl.tile.load(x, [0], [64], [64])
z__tile = pl.tile.neg(x__tile_1)
w__tile = pl.tile.add(y__tile, z__tile)
ret0__store = pl.tile.store(w__tile, [0], ret0__out)
return ret0__store
)");
}

TEST(ShareLoads, AWriteThroughACarry) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.InOut[pl.Tensor[[64], pl.FP32]], y: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX], v: pl.Scalar[pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        a = pl.tensor.exp(x)
        for i, (c,) in pl.range(n, init_values=(x,)):
            pl.tensor.write(c, [i], v)
            c2 = pl.yield_(c)
        b = pl.tensor.exp(c2)
        d = pl.tensor.add(a, b)
        e = pl.tensor.assemble(o, d, [0])
        return e
)",
               R"(
x__tile = pl.tile.load(x, [0], [64], [64])
a__tile = pl.tile.exp(x__tile)
for i, (c,) in pl.range(n, init_values=(x,)):
    pl.tensor.write(c, [i], v)
    c2 = pl.yield_(c)
c2__tile = pl.tile.load(c2, [0], [64], [64])
b__tile = pl.tile.exp(c2__tile)
d__tile = pl.tile.add(a__tile, b__tile)
e = pl.tile.store(d__tile, [0], o)
return e
)");
}

TEST(ShareLoads, AWriteInABranch) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.InOut[pl.Tensor[[64], pl.FP32]], n: pl.Scalar[pl.INDEX], v: pl.Scalar[pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        a = pl.tensor.exp(x)
        if n == 0:
            pl.tensor.write(x, [0], v)
        b = pl.tensor.exp(x)
        d = pl.tensor.add(a, b)
        e = pl.tensor.assemble(o, d, [0])
        return e
)",
               R"(
x__tile = pl.tile.load(x, [0], [64], [64])
a__tile = pl.tile.exp(x__tile)
if n == 0:
    pl.tensor.write(x, [0], v)
x__tile_1 = pl.tile.load(x, [0], [64], [64])
b__tile = pl.tile.exp(x__tile_1)
d__tile = pl.tile.add(a__tile, b__tile)
e = pl.tile.store(d__tile, [0], o)
return e
)");
}

TEST(ShareLoads, SeedOfALoop) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(acc: pl.Tensor[[64], pl.FP32], x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        for i, (r,) in pl.range(3, init_values=(acc,)):
            n = pl.tensor.add(r, x)
            r2 = pl.yield_(n)
        return r2
)",
               R"(
acc__tile = pl.tile.load(acc, [0], [64], [64])
x__tile = pl.tile.load(x, [0], [64], [64])
for i, (r,) in pl.range(3, init_values=(acc__tile,)):
    n__tile = pl.tile.add(r, x__tile)
    r2 = pl.yield_(n__tile)
ret0__store = pl.tile.store(r2, [0], ret0__out)
return ret0__store
)");
}

TEST(ShareLoads, SeedOfAWhile) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(acc: pl.Tensor[[64], pl.FP32], x: pl.Tensor[[64], pl.FP32], m: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64], pl.FP32]:
        z: pl.Scalar[pl.INDEX] = m + 0
        for (r, j) in pl.while_(init_values=(acc, z)):
            pl.cond(j < 3)
            n = pl.tensor.add(r, x)
            j1: pl.Scalar[pl.INDEX] = j + 1
            r2, j2 = pl.yield_(n, j1)
        return r2
)",
               R"(
acc__tile = pl.tile.load(acc, [0], [64], [64])
x__tile = pl.tile.load(x, [0], [64], [64])
z = m + 0
for (r, j) in pl.while_(init_values=(acc__tile, z)):
    pl.cond(j < 3)
    n__tile = pl.tile.add(r, x__tile)
    j1 = j + 1
    r2, j2 = pl.yield_(n__tile, j1)
ret0__store = pl.tile.store(r2, [0], ret0__out)
return ret0__store
)");
}

TEST(ShareLoads, SeedOfASeed) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(acc: pl.Tensor[[64], pl.FP32], x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        for i, (r,) in pl.range(3, init_values=(acc,)):
            for j, (s,) in pl.range(3, init_values=(r,)):
                n = pl.tensor.add(s, x)
                s2 = pl.yield_(n)
            r2 = pl.yield_(s2)
        return r2
)",
               R"(
acc__tile = pl.tile.load(acc, [0], [64], [64])
x__tile = pl.tile.load(x, [0], [64], [64])
for i, (r,) in pl.range(3, init_values=(acc__tile,)):
    for j, (s,) in pl.range(3, init_values=(r,)):
        n__tile = pl.tile.add(s, x__tile)
        s2 = pl.yield_(n__tile)
    r2 = pl.yield_(s2)
ret0__store = pl.tile.store(r2, [0], ret0__out)
return ret0__store
)");
}

TEST(ShareLoads, HandWrittenTilesNeedNoLoad) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(q: pl.Tensor[[16, 64], pl.FP16], w: pl.Tensor[[64, 64], pl.FP16], o: pl.Tensor[[16, 64], pl.FP32]) -> pl.Tensor[[16, 64], pl.FP32]:
        a = pl.tile.load(q, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)
        b = pl.tile.load(w, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Mat)
        l = pl.tile.move(a, target_memory=pl.Mem.Left)
        r = pl.tile.move(b, target_memory=pl.Mem.Right)
        c = pl.tile.matmul(l, r)
        s = pl.tile.store(c, [0, 0], o)
        return s
)",
               R"(
a = pl.tile.load(q, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)
b = pl.tile.load(w, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Mat)
l = pl.tile.move(a, target_memory=pl.Mem.Left)
r = pl.tile.move(b, target_memory=pl.Mem.Right)
c = pl.tile.matmul(l, r)
s = pl.tile.store(c, [0, 0], o)
return s
)");
}

TEST(ShareLoads, WrittenWindowKeepsItsIdentity) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pld.DistributedTensor[[16, 32], pl.FP32], o: pl.Out[pl.Tensor[[16, 1], pl.FP32]]) -> pl.Tensor[[16, 1], pl.FP32]:
        r = pl.tensor.row_max(x)
        o2 = pl.tensor.assemble(o, r, [0, 0])
        pl.tensor.write(x, [0, 0], 1.0)
        return o2
)",
               R"(
x__tile = pl.tile.load(x, [0, 0], [16, 32], [16, 32])
tmp_tile = pl.tile.create([16, 128], dtype=pl.FP32, target_memory=pl.Mem.Vec)
r__tile = pl.tile.row_max(x__tile, tmp_tile)
o2 = pl.tile.store(r__tile, [0, 0], o)
pl.tensor.write(x, [0, 0], 1.0)
return o2
)");
}

TEST(ShareLoads, ExtentIsAskedOfMemory) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[N, 64], pl.FP32], o: pl.Out[pl.Tensor[[1], pl.INDEX]]) -> pl.Tensor[[N, 64], pl.FP32]:
        y = pl.tensor.exp(x)
        d = pl.tensor.dim(x, 0)
        pl.tensor.write(o, [0], d)
        return y
)",
               R"(
x__tile = pl.tile.load(x, [0, 0], [N, 64], [N, 64])
y__tile = pl.tile.exp(x__tile)
d = pl.tensor.dim(x, 0)
pl.tensor.write(o, [0], d)
ret0__store = pl.tile.store(y__tile, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(ShareLoads, WindowIsLoadedWhereItIsTaken) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.InOut[pl.Tensor[[64], pl.FP32]], v: pl.Scalar[pl.FP32]) -> pl.Tensor[[32], pl.FP32]:
        s = pl.tensor.slice(x, [32], [0])
        pl.tensor.write(x, [0], v)
        y = pl.tensor.exp(s)
        return y
)",
               R"(
s__tile = pl.tile.load(x, [0], [32], [32], target_memory=pl.Mem.Vec)
pl.tensor.write(x, [0], v)
y__tile = pl.tile.exp(s__tile)
ret0__store = pl.tile.store(y__tile, [0], ret0__out)
return ret0__store
)");
}

TEST(ShareLoads, EvaluationsDoNotMakeAParameterUsed) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]):
        pl.tensor.assemble(o, x, [0])
        return
)",
               R"(
assemble_src = pl.tile.load(x, [0], [16], [16], target_memory=pl.Mem.Vec)
pl.tile.store(assemble_src, [0], o)
return
)");
}

// The parameter is at fault, and its line is named.
TEST(ShareLoads, AParameterWithoutDimensionsIsRefusedWhereItIsDeclared) {
  std::optional<Program> program = ReadFunctions(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[16], pl.FP32],
          s: pl.Tensor[[], pl.FP32]) -> pl.Tensor[[], pl.FP32]:
        y = pl.tensor.exp(s)
        return y
)");
  ASSERT_TRUE(program.has_value());
  Diagnostics diagnostics;
  EXPECT_EQ(RunWholeChain(*program, diagnostics), Verdict::kInputWrong);
  ASSERT_EQ(diagnostics.all().size(), 1u);
  const Diagnostic& d = diagnostics.all()[0];
  EXPECT_EQ(d.kind, "conversion");
  EXPECT_EQ(d.message, "'s' has no dimensions, and rank-0 tiles do not exist; give it one unit axis, or read the element with "
                       "tensor.read");
  EXPECT_EQ(d.span.line, 9u);
  EXPECT_EQ(d.span.column, 11u);
}

}  // namespace
}  // namespace t2t
