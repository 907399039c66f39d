// Faults that this lowering really had (docs/field-faults.md), where no test of a single pass answers them.
#include "ir/core/walk.h"
#include "tests/passes/pass_testing.h"

namespace t2t {
namespace {

TEST(FieldFaults, F2_WriteBehindAReductionWithoutAReturn) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.InOut[pl.Tensor[[16, 32], pl.FP32]]):
        r = pl.tensor.row_max(x)
        pl.tensor.write(x, [0, 0], 1.0)
        return
)",
               R"(
x__tile = pl.tile.load(x, [0, 0], [16, 32], [16, 32])
tmp_tile = pl.tile.create([16, 128], dtype=pl.FP32, target_memory=pl.Mem.Vec)
r__tile = pl.tile.row_max(x__tile, tmp_tile)
pl.tensor.write(x, [0, 0], 1.0)
return
)");
}

TEST(FieldFaults, F10_SlicedAndReshapedOperandsOfAnAccumulation) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(q: pl.Tensor[[16, 512], pl.BF16], key: pl.Tensor[[8, 512, 128], pl.BF16], idx: pl.Tensor[[8], pl.INDEX], out: pl.Out[pl.Tensor[[16, 512], pl.FP32]]) -> pl.Tensor[[16, 512], pl.FP32]:
        acc0 = pl.tensor.create([16, 512], dtype=pl.FP32)
        for i, (acc,) in pl.range(4, init_values=(acc0,)):
            o = pl.tensor.read(idx, [i])
            s = pl.tensor.slice(q, [16, 128], [0, i * 128])
            t = pl.tensor.slice(key, [1, 512, 128], [o, 0, 0])
            kk = pl.tensor.reshape(t, [512, 128])
            c = pl.tensor.matmul_acc(acc, s, kk, b_trans=True)
            r = pl.yield_(c)
        o2 = pl.tensor.assemble(out, r, [0, 0])
        return o2
)",
               R"(
acc0__tile = pl.tile.create([16, 512], dtype=pl.FP32)
for i, (acc,) in pl.range(4, init_values=(acc0__tile,)):
    o = pl.tensor.read(idx, [i])
    s__tile = pl.tile.load(q, [0, i * 128], [16, 128], [16, 128], target_memory=pl.Mem.Mat)
    t__tile = pl.tile.load(key, [o, 0, 0], [1, 512, 128], [1, 512, 128], target_memory=pl.Mem.Mat)
    kk__tile = pl.tile.reshape(t__tile, [512, 128])
    kk__tile_mat_t = pl.tile.transpose_view(kk__tile)
    c__tile = pl.tile.matmul_acc(acc, s__tile, kk__tile_mat_t)
    r = pl.yield_(c__tile)
o2 = pl.tile.store(r, [0, 0], out)
return o2
)");
}

TEST(FieldFaults, F20_WindowSlicedIntoATensor) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(win: pld.DistributedTensor[[16, 8], pl.FP32], out: pl.Out[pl.Tensor[[16, 1], pl.FP32]]) -> pl.Tensor[[16, 1], pl.FP32]:
        s = pl.tensor.slice(win, [16, 1], [0, 0])
        o = pl.tensor.assemble(out, s, [0, 0])
        return o
)",
               R"(
s__tile = pl.tile.load(win, [0, 0], [16, 1], [16, 1], target_memory=pl.Mem.Vec)
o = pl.tile.store(s__tile, [0, 0], out)
return o
)");
}

TEST(FieldFaults, F20_StoreIntoAWindowKeepsTheWindow) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(win: pl.Out[pld.DistributedTensor[[16, 8], pl.FP32]], src: pl.Tensor[[32, 8], pl.FP32]) -> pld.DistributedTensor[[16, 8], pl.FP32]:
        s = pl.tensor.slice(src, [16, 8], [0, 0])
        o = pl.tensor.assemble(win, s, [0, 0])
        return o
)",
               R"(
s__tile = pl.tile.load(src, [0, 0], [16, 8], [16, 8], target_memory=pl.Mem.Vec)
o = pl.tile.store(s__tile, [0, 0], win)
return o
)");
}

TEST(FieldFaults, F20_CastAndSumOfAWindowSlice) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(win: pld.DistributedTensor[[16, 8], pl.BF16], sh: pl.Tensor[[16, 8], pl.FP32]) -> pl.Tensor[[16, 8], pl.FP32]:
        s = pl.tensor.slice(win, [16, 8], [0, 0])
        c = pl.tensor.cast(s, pl.FP32, mode="none")
        a = pl.tensor.add(sh, c)
        return a
)",
               R"(
sh__tile = pl.tile.load(sh, [0, 0], [16, 8], [16, 8])
s__tile = pl.tile.load(win, [0, 0], [16, 8], [16, 8], target_memory=pl.Mem.Vec)
c__tile = pl.tile.cast(s__tile, target_type=pl.FP32, mode='none')
a__tile = pl.tile.add(sh__tile, c__tile)
ret0__store = pl.tile.store(a__tile, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(FieldFaults, F22_RemoteStoreLoadsItsSource) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[16, 64], pl.FP32], w: pl.Out[pld.DistributedTensor[[16, 64], pl.FP32]], peer: pl.Scalar[pl.INDEX]):
        pld.tensor.remote_store(x, w, peer, [0, 0])
        return
)",
               R"(
x_vec = pl.tile.load(x, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
pld.tile.remote_store(x_vec, w, peer, [0, 0])
return
)");
}

TEST(FieldFaults, F53_DestinationOfAnAssembleThroughAWrapper) {
  const ChainResult run = Lower(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[64, 64], pl.FP32], o: pl.Tensor[[64, 64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64, 64], pl.FP32]:
        s = pl.tensor.slice(a, [16, 64], [n * 16, 0])
        r = pl.tensor.assemble(o, s, [n * 16, 0])
        return r
    @pl.function(type=pl.FunctionType.Spmd)
    def w(self, a: pl.Tensor[[64, 64], pl.FP32], o: pl.Tensor[[64, 64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64, 64], pl.FP32]:
        r = self.k(a, o, n)
        return r
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: pl.Tensor[[64, 64], pl.FP32], o: pl.Tensor[[64, 64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64, 64], pl.FP32]:
        r = self.w(a, o, n)
        return r
)");
  EXPECT_EQ(run.verdict, Verdict::kDone) << run.errors;
  for (const char* name : {"k", "w", "main"}) {
    EXPECT_THAT(Signature(run.text, name), testing::HasSubstr("o: pl.Out[pl.Tensor[[64, 64], pl.FP32]]")) << name;
  }
  EXPECT_EQ(Body(run.text, "w"), "r = self.k(a, o, n)\nreturn r\n");
  EXPECT_EQ(Body(run.text, "main"), "r = self.w(a, o, n)\nreturn r\n");
}

TEST(FieldFaults, F77_AttributesOfCallsAreCopied) {
  ExpectFunction("main", R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32], y: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        z = pl.tensor.add(x, y)
        return z
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64], pl.FP32], y: pl.Tensor[[64], pl.FP32]):
        r = self.k(x, y, attrs={"dump_vars": [x]})
        t = pl.submit(self.k, x, y, attrs={"dump_vars": [y]})
        return
)",
                 R"(
ret0__out = pl.tensor.create([64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
r = self.k(x, y, ret0__out, attrs={"dump_vars": [x]})
ret0__out_1 = pl.tensor.create([64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
t = pl.submit(self.k, x, y, ret0__out_1, dumps=[y])
return
)");
}

TEST(FieldFaults, F82_CubeReadsWhatTheVectorStored) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[16, 128], pl.FP32], w: pl.Tensor[[64, 64], pl.BF16], mid: pl.InOut[pl.Tensor[[16, 128], pl.BF16]]) -> pl.Tensor[[16, 64], pl.FP32]:
        c = pl.tensor.cast(x, pl.BF16, mode="round")
        m = pl.tensor.assemble(mid, c, [0, 0])
        s = pl.tensor.slice(m, [16, 64], [0, 0])
        r = pl.tensor.matmul(s, w, out_dtype=pl.FP32)
        return r
)",
               R"(
x__tile = pl.tile.load(x, [0, 0], [16, 128], [16, 128])
c__tile = pl.tile.cast(x__tile, target_type=pl.BF16, mode='round')
m = pl.tile.store(c__tile, [0, 0], mid)
s__tile = pl.tile.load(m, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)
w_mat = pl.tile.load(w, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Mat)
r__tile = pl.tile.matmul(s__tile, w_mat)
ret0__store = pl.tile.store(r__tile, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(FieldFaults, F82_VectorReadsWhatTheCubeStored) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[16, 64], pl.BF16], w: pl.Tensor[[64, 64], pl.BF16], g: pl.InOut[pl.Tensor[[16, 64], pl.FP32]], o: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        r = pl.tensor.matmul(a, w, out_dtype=pl.FP32)
        g1 = pl.tensor.assemble(g, r, [0, 0])
        b = pl.tensor.add(g1, g1)
        o1 = pl.tensor.assemble(o, b, [0, 0])
        return o1
)",
               R"(
a_mat = pl.tile.load(a, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)
w_mat = pl.tile.load(w, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Mat)
r__tile = pl.tile.matmul(a_mat, w_mat)
g1 = pl.tile.store(r__tile, [0, 0], g)
g1__tile = pl.tile.load(g1, [0, 0], [16, 64], [16, 64])
b__tile = pl.tile.add(g1__tile, g1__tile)
o1 = pl.tile.store(b__tile, [0, 0], o)
return o1
)");
}

constexpr std::string_view kNarrowedAccumulator = R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 128], pl.BF16], o: pl.Out[pl.Tensor[[16, 128], pl.FP32]]) -> pl.Tensor[[16, 128], pl.FP32]:
        acc = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
        v = pl.tensor.set_validshape(acc, 5, 128)
        r = pl.tensor.assemble(o, v, [0, 0])
        return r
)";

TEST(FieldFaults, F131_NarrowedAccumulator) {
  ExpectKernel(kNarrowedAccumulator, R"(
a_mat = pl.tile.load(a, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)
b_mat = pl.tile.load(b, [0, 0], [64, 128], [64, 128], target_memory=pl.Mem.Mat)
acc__tile = pl.tile.matmul(a_mat, b_mat)
v__tile = pl.tile.set_validshape(acc__tile, 5, 128)
r = pl.tile.store(v__tile, [0, 0], o)
return r
)");
  // The layout is that of the accumulator: a view that spells out no layout is the one of its memory.
  EXPECT_EQ(Annotation(Lower(kNarrowedAccumulator).text, "v__tile"),
            "pl.Tile[[16, 128], pl.FP32, pl.Mem.Acc, pl.TileView(valid_shape=[5, 128])]");
}

TEST(FieldFaults, F133_PadValueOfASlice) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[16, 64], pl.FP32]) -> pl.Tensor[[16, 64], pl.FP32]:
        s = pl.tensor.slice(x, [16, 64], [0, 0], [5, 64], pad_value=pl.PadValue.min)
        y = pl.tensor.exp(s)
        t = pl.tensor.slice(y, [16, 64], [0, 0], [5, 64], pad_value=pl.PadValue.min)
        z = pl.tensor.exp(t)
        return z
)",
               R"(
s__tile = pl.tile.load(x, [0, 0], [16, 64], [5, 64], target_memory=pl.Mem.Vec)
y__tile = pl.tile.exp(s__tile)
t__tile = pl.tile.slice(y__tile, [16, 64], [0, 0], [5, 64], pad_value=pl.PadValue.min)
z__tile = pl.tile.exp(t__tile)
ret0__store = pl.tile.store(z__tile, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(FieldFaults, F134_ColumnsOfACastProduct) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], o: pl.Out[pl.Tensor[[16, 8], pl.BF16]]) -> pl.Tensor[[16, 8], pl.BF16]:
        m = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
        c = pl.tensor.cast(m, pl.BF16, mode="round")
        s = pl.tensor.slice(c, [16, 8], [0, 8])
        r = pl.tensor.assemble(o, s, [0, 0])
        return r
)",
               R"(
a_mat = pl.tile.load(a, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)
b_mat = pl.tile.load(b, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat)
m__tile = pl.tile.matmul(a_mat, b_mat)
c__tile = pl.tile.cast(m__tile, target_type=pl.BF16, mode='round')
s__tile = pl.tile.slice(c__tile, [16, 8], [0, 8])
r = pl.tile.store(s__tile, [0, 0], o)
return r
)");
}

TEST(FieldFaults, F142_CallInsideAYield) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[4, 64], pl.FP32], acc0: pl.Tensor[[1, 64], pl.FP32]) -> pl.Tensor[[1, 64], pl.FP32]:
        for i, (acc,) in pl.range(4, init_values=(acc0,)):
            r: pl.Tensor[[1, 64], pl.FP32] = pl.yield_(pl.tensor.add(acc, pl.tensor.slice(x, [1, 64], [i, 0])))
        return r
)",
                "the call of tensor.slice stands inside an operand");
}

TEST(FieldFaults, F146_ConditionalAccumulationOfBatches) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[2, 16, 64], pl.BF16], b: pl.Tensor[[2, 64, 64], pl.BF16], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[2, 16, 64], pl.FP32]:
        acc = pl.tensor.create([2, 16, 64], dtype=pl.FP32)
        c = pl.tensor.matmul_acc(acc, a, b, n == 0)
        return c
)",
                "does not support init_cond on operands of rank > 2");
}

TEST(FieldFaults, F145_VectorOperandOfAProduct) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[64, 16], pl.BF16], v: pl.Tensor[[64], pl.BF16]) -> pl.Tensor[[16], pl.FP32]:
        c = pl.tensor.matmul(a, v, a_trans=True, out_dtype=pl.FP32)
        return c
)",
                "rhs must have 2 dimensions");
}

TEST(FieldFaults, F83_FillBesideBulkStores) {
  const ChainResult run = Lower(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(dst: pl.Out[pl.Tensor[[16, 1], pl.FP32]], aux: pl.Out[pl.Tensor[[16, 1], pl.FP32]], valid: pl.Scalar[pl.INDEX]):
        if valid > 0:
            a = pl.tensor.full([16, 1], dtype=pl.FP32, value=1.0)
            d1 = pl.tensor.assemble(dst, a, [0, 0])
            b = pl.tensor.full([16, 1], dtype=pl.FP32, value=2.0)
            e1 = pl.tensor.assemble(aux, b, [0, 0])
        else:
            for i in pl.range(16):
                pl.tensor.write(dst, [i, 0], 0.0)
                pl.tensor.write(aux, [i, 0], -1.0)
        return
)");
  EXPECT_EQ(run.verdict, Verdict::kDone) << run.errors;
  EXPECT_EQ(Count(run.text, "pl.tile.store("), 4u);
  EXPECT_EQ(Count(run.text, "pl.tile.full("), 4u);
  EXPECT_EQ(Count(run.text, "pl.tensor.write("), 0u);
}

TEST(FieldFaults, F140_StatementsPointAtWhatTheyComeFrom) {
  std::optional<Program> program = ReadFunctions(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(
            x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        y = pl.tensor.exp(x)

        return y
)");
  ASSERT_TRUE(program.has_value());
  Diagnostics diagnostics;
  ASSERT_EQ(RunWholeChain(*program, diagnostics), Verdict::kDone);
  std::vector<std::pair<std::string, uint32_t>> lines;
  ForEachStmt(*program, (*program)[FuncId(0)].body, [&](StmtId stmt) {
    const Stmt& s = (*program)[stmt];
    if (s.kind == StmtKind::kAssign) lines.emplace_back((*program)[(*program)[s.var()].name], s.span.line);
  });
  const std::vector<std::pair<std::string, uint32_t>> expected = {{"x__tile", 9}, {"y__tile", 10}, {"ret0__store", 12}};
  EXPECT_EQ(lines, expected);
}

TEST(FieldFaults, F142_CallInsideAReturn) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        return pl.tensor.exp(x)
)",
                "the call of tensor.exp stands inside a return");
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        for i, (c,) in pl.range(4, init_values=(x,)):
            r: pl.Tensor[[64], pl.FP32] = pl.yield_(pl.tensor.exp(c))
        return r
)",
                "the call of tensor.exp stands inside a yield");
}

}  // namespace
}  // namespace t2t
