// record-returns, select-kernels: what a kernel returns (lowering a, m).
#include "passes/place_exit_stores.h"
#include "tests/passes/pass_testing.h"

namespace t2t {
namespace {

TEST(RecordReturns, ReturnedTupleIsStoredByElement) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]]:
        y: pl.Tensor[[64], pl.FP32] = pl.tensor.exp(x)
        z: pl.Tensor[[64], pl.FP32] = pl.tensor.neg(y)
        t: pl.Tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]] = (y, z)
        return t
)",
               R"(
x__tile = pl.tile.load(x, [0], [64], [64])
y__tile = pl.tile.exp(x__tile)
z__tile = pl.tile.neg(y__tile)
t = [y__tile, z__tile]
ret0__store = pl.tile.store(y__tile, [0], ret0__out)
ret1__store = pl.tile.store(z__tile, [0], ret1__out)
return [ret0__store, ret1__store]
)");
}

TEST(RecordReturns, ProjectionsOfALiteralAreItsElements) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]]:
        y: pl.Tensor[[64], pl.FP32] = pl.tensor.exp(x)
        t: pl.Tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]] = (y, x)
        return t[0], t[1]
)",
               R"(
x__tile = pl.tile.load(x, [0], [64], [64])
y__tile = pl.tile.exp(x__tile)
t = [y__tile, x]
ret0__store = pl.tile.store(y__tile, [0], ret0__out)
return ret0__store, x
)");
}

TEST(RecordReturns, AliasesOfOneValueShareStorage) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]]:
        y = pl.tensor.exp(x)
        z = y
        w = z
        return w, y
)",
               R"(
x__tile = pl.tile.load(x, [0], [64], [64])
y__tile = pl.tile.exp(x__tile)
z = y__tile
w = z
ret0__store = pl.tile.store(w, [0], ret0__out)
return ret0__store, ret0__store
)");
}

TEST(RecordReturns, OutputsAreCountedWithoutScalars) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32], s: pl.Scalar[pl.FP32]) -> tuple[pl.Tensor[[64], pl.FP32], pl.Scalar[pl.FP32], pl.Tensor[[64], pl.FP32]]:
        y = pl.tensor.exp(x)
        z = pl.tensor.neg(x)
        return y, s, z
)",
               R"(
x__tile = pl.tile.load(x, [0], [64], [64])
y__tile = pl.tile.exp(x__tile)
z__tile = pl.tile.neg(x__tile)
ret0__store = pl.tile.store(y__tile, [0], ret0__out)
ret1__store = pl.tile.store(z__tile, [0], ret1__out)
return ret0__store, s, ret1__store
)");
}

TEST(RecordReturns, WriteBackKeepsItsBindingAndTheTileIsAResultOfItsOwn) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]]:
        y = pl.tensor.exp(x)
        p = pl.tensor.assemble(o, y, [0])
        return p, y
)",
               R"(
x__tile = pl.tile.load(x, [0], [64], [64])
y__tile = pl.tile.exp(x__tile)
p = pl.tile.store(y__tile, [0], o)
ret0__store = pl.tile.store(y__tile, [0], ret0__out)
return p, ret0__store
)");
}

TEST(RecordReturns, WindowOfAParameterIsComputed) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[32], pl.FP32]:
        y = pl.tensor.slice(x, [32], [0])
        return y
)",
               R"(
y__tile = pl.tile.load(x, [0], [32], [32], target_memory=pl.Mem.Vec)
ret0__store = pl.tile.store(y__tile, [0], ret0__out)
return ret0__store
)");
}

TEST(RecordReturns, ParameterIsReturnedAsItIs) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        return x
)",
               R"(
return x
)");
}

TEST(RecordReturns, CarriedHandleIsReturnedAsItIs) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64], pl.FP32]:
        for i, (c,) in pl.range(n, init_values=(x,)):
            r = pl.yield_(c)
        return r
)",
               R"(
for i, (c,) in pl.range(n, init_values=(x,)):
    r = pl.yield_(c)
return r
)");
}

TEST(RecordReturns, AllocationWithoutGmOperatorStaysLocal) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        a = pl.tensor.create([64], dtype=pl.FP32)
        return a
)",
               R"(
a__tile = pl.tile.create([64], dtype=pl.FP32)
ret0__store = pl.tile.store(a__tile, [0], ret0__out)
return ret0__store
)");
}

TEST(RecordReturns, AssembledAllocationStaysLocal) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[32], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        a = pl.tensor.create([64], dtype=pl.FP32)
        b = pl.tensor.assemble(a, x, [0])
        c = pl.tensor.assemble(b, x, [32])
        return c
)",
               R"(
a__tile = pl.tile.create([64], dtype=pl.FP32)
assemble_src = pl.tile.load(x, [0], [32], [32], target_memory=pl.Mem.Vec)
b__tile = pl.tile.assemble(a__tile, assemble_src, [0])
assemble_src_1 = pl.tile.load(x, [0], [32], [32], target_memory=pl.Mem.Vec)
c__tile = pl.tile.assemble(b__tile, assemble_src_1, [32])
ret0__store = pl.tile.store(c__tile, [0], ret0__out)
return ret0__store
)");
}

TEST(RecordReturns, WindowWrittenBack) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pld.DistributedTensor[[64], pl.FP32]) -> pld.DistributedTensor[[64], pl.FP32]:
        y = pl.tensor.exp(x)
        z = pl.tensor.assemble(x, y, [0])
        return z
)",
               R"(
x__tile = pl.tile.load(x, [0], [64], [64])
y__tile = pl.tile.exp(x__tile)
z = pl.tile.store(y__tile, [0], x)
return z
)");
}

TEST(RecordReturns, DeclaredTypeWithoutTheLocalExtentIsFine) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 64], pl.FP32], c: pl.Tensor[[1], pl.INDEX]) -> pl.Tensor[[64, 64], pl.FP32]:
        n = pl.tensor.read(c, [0])
        s = pl.tensor.slice(x, [64, 64], [0, 0], [n, 64])
        y = pl.tensor.exp(s)
        return y
)",
               R"(
n = pl.tensor.read(c, [0])
s__tile = pl.tile.load(x, [0, 0], [64, 64], [n, 64], target_memory=pl.Mem.Vec)
y__tile = pl.tile.exp(s__tile)
ret0__store = pl.tile.store(y__tile, [0, 0], ret0__out)
return ret0__store
)");
}

TEST(RecordReturns, ExtentComputedInTheBody) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 64], pl.FP32], c: pl.Tensor[[1], pl.INDEX]):
        n = pl.tensor.read(c, [0])
        s = pl.tensor.slice(x, [64, 64], [0, 0], [n, 64])
        y = pl.tensor.exp(s)
        return y
)",
                "result 0 of function k names the extent n");
}

TEST(RecordReturns, ComputedValueAsAWindow) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pld.DistributedTensor[[64], pl.FP32]) -> pld.DistributedTensor[[64], pl.FP32]:
        y: pld.DistributedTensor[[64], pl.FP32] = pl.tensor.exp(x)
        return y
)",
                "position 0 as a DistributedTensor");
}

TEST(SelectKernels, DeclaredResultsWithoutReturn) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        y = pl.tensor.exp(x)
)",
                "kernel k declares results but has no return statement");
}

TEST(SelectKernels, ReturnsAnotherNumberOrKindOfValuesThanDeclared) {
  const auto kernel = [](std::string_view declared, std::string_view returned) {
    return fmt::format(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> {}:
        y: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.exp(x)
        return {}
)", declared, returned);
  };
  constexpr std::string_view kTensor = "pl.Tensor[[64, 64], pl.FP32]";
  EXPECT_EQ(Lower(kernel(kTensor, "y")).verdict, Verdict::kDone);
  ExpectRefused(kernel(kTensor, "y, y"), "kernel k declares 1 result and returns 2");
  ExpectRefused(kernel(kTensor, ""), "kernel k declares 1 result and returns 0");
  ExpectRefused(kernel(fmt::format("tuple[{}, {}]", kTensor, kTensor), "y"), "kernel k declares 2 results and returns 1");
  ExpectRefused(kernel(kTensor, "n"), "but pl.Scalar[pl.INDEX] is returned");
  ExpectRefused(kernel("pl.Scalar[pl.INDEX]", "y"), "result 0 of kernel k is declared pl.Scalar[pl.INDEX], but");
  ExpectRefused(kernel("pl.Tensor[[64], pl.FP32]", "y"), "result 0 of kernel k is declared pl.Tensor[[64], pl.FP32], but");
}

TEST(SelectKernels, ReturnInABranch) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64], pl.FP32]:
        y: pl.Tensor[[64], pl.FP32] = pl.tensor.exp(x)
        if n == 0:
            return x
        return y
)",
                "kernel k returns before the end of its body");
}

TEST(SelectKernels, EmptyReturnIsAdded) {
  ExpectKernel(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]):
        y = pl.tensor.exp(x)
        z = pl.tensor.assemble(o, y, [0])
)",
               R"(
x__tile = pl.tile.load(x, [0], [64], [64])
y__tile = pl.tile.exp(x__tile)
z = pl.tile.store(y__tile, [0], o)
return
)");
}

TEST(ReturnStorage, ValueThatDoesNotFitTheDeclaredResult) {
  constexpr std::string_view kGather = R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(v: pl.Tile[[1, 16], pl.FP32]) -> pl.Tensor[[1, 8], pl.FP32]:
        pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0"})
        y: pl.Tensor[[1, 8], pl.FP32] = pl.t2t.as_tensor(v)
        return y
)";
  const PassRun run = RunPass<PlaceExitStores>(kGather);
  ASSERT_EQ(run.diagnostics.size(), 1u);
  EXPECT_THAT(run.diagnostics[0].message, testing::HasSubstr("result 0 of function k cannot be stored"));
  EXPECT_TRUE(run.diagnostics[0].span.line != 0);
}

}  // namespace
}  // namespace t2t
