// Callers of kernels that gained outputs, behind the whole chain (lowering p, q).
#include "tests/passes/pass_testing.h"

namespace t2t {
namespace {

TEST(HostCalls, WrapperFillsOmittedOutputs) {
  ExpectFunction("w", R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]], c: pld.CommCtxType) -> tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]]:
        y = pl.tensor.exp(x)
        z = pl.tensor.assemble(o, y, [0])
        w = pl.tensor.neg(x)
        return z, w
    @pl.function(type=pl.FunctionType.Spmd)
    def w(self, x: pl.Tensor[[64], pl.FP32], c: pld.CommCtxType) -> pl.Tensor[[64], pl.FP32]:
        r = pl.submit(self.k, x, c)
        return x
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64], pl.FP32], c: pld.CommCtxType):
        q = self.w(x, c)
        r = pl.submit(self.k, x, c)
        return
)",
                 R"(
r = pl.submit(self.k, x, o, ret0__out, c)
return x
)");
}

TEST(HostCalls, AllocatesAtEachNestingLevel) {
  ExpectFunction("main", R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        y = pl.tensor.exp(x)
        return y
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64], pl.FP32]:
        for i in pl.range(4):
            a: pl.Tensor[[64], pl.FP32] = self.k(x)
        if n == 0:
            b: pl.Tensor[[64], pl.FP32] = self.k(x)
            r: pl.Tensor[[64], pl.FP32] = pl.yield_(b)
        else:
            r: pl.Tensor[[64], pl.FP32] = pl.yield_(self.k(x))
        return self.k(r)
)",
                 R"(
for i in pl.range(4):
    ret0__out = pl.tensor.create([64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
    a = self.k(x, ret0__out)
if n == 0:
    ret0__out_1 = pl.tensor.create([64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
    b = self.k(x, ret0__out_1)
    r = pl.yield_(b)
else:
    ret0__out_2 = pl.tensor.create([64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
    r = pl.yield_(self.k(x, ret0__out_2))
ret0__out_3 = pl.tensor.create([64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
return self.k(r, ret0__out_3)
)");
}

TEST(HostCalls, WrapperKeepsItsOwnTuple) {
  ExpectFunction("w", R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        y = pl.tensor.exp(x)
        return y
    @pl.function(type=pl.FunctionType.Group)
    def w(self, x: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Scalar[pl.INDEX], pl.Tensor[[64], pl.FP32]]:
        a = self.k(x)
        b = self.k(a)
        return n, b
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64], pl.FP32]:
        t = self.w(x, n)
        u = t[1]
        return u
)",
                 R"(
a = self.k(x, ret0__out)
b = self.k(a, ret0__out_1)
return n, b
)");
}

TEST(HostCalls, SymbolsAreReplacedAtOnce) {
  ExpectFunction("main", R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[R, C], pl.FP32]) -> pl.Tensor[[R, C], pl.FP32]:
        y = pl.tensor.exp(x)
        return y
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[C, 256], pl.FP32]) -> pl.Tensor[[C, 256], pl.FP32]:
        r = self.k(x)
        return r
)",
                 R"(
ret0__out = pl.tensor.create([C, 256], dtype=pl.FP32, layout=pl.TensorLayout.ND)
r = self.k(x, ret0__out)
return r
)");
}

TEST(HostCalls, ScalarExtentIsTheOperand) {
  ExpectFunction("main", R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[n, 64], pl.FP32]:
        s = pl.tensor.slice(x, [n, 64], [0, 0])
        y = pl.tensor.exp(s)
        return y
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], m: pl.Scalar[pl.INDEX]):
        r = self.k(x, m * 2)
        return
)",
                 R"(
ret0__out = pl.tensor.create([m * 2, 64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
r = self.k(x, m * 2, ret0__out)
return
)");
}

TEST(HostCalls, UnboundExtentIsCopied) {
  ExpectFunction("main", R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[N * 2, 64], pl.FP32]) -> pl.Tensor[[N * 2, 64], pl.FP32]:
        y = pl.tensor.exp(x)
        return y
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], z: pl.Tensor[[64, 64], pl.FP32]):
        r = self.k(x)
        s = self.k(z)
        return
)",
                 R"(
ret0__out = pl.tensor.create([N * 2, 64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
r = self.k(x, ret0__out)
ret0__out_1 = pl.tensor.create([N * 2, 64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
s = self.k(z, ret0__out_1)
return
)");
}

TEST(HostCalls, AicAndAivInAGroup) {
  ExpectFunction("w", R"(
    @pl.function(type=pl.FunctionType.AIC)
    def k(x: pl.Tensor[[64, 64], pl.BF16], y: pl.Tensor[[64, 64], pl.BF16]) -> pl.Tensor[[64, 64], pl.FP32]:
        z = pl.tensor.matmul(x, y, out_dtype=pl.FP32)
        return z
    @pl.function(type=pl.FunctionType.AIV)
    def v(x: pl.Tensor[[64, 64], pl.FP32]) -> pl.Tensor[[64, 64], pl.FP32]:
        z = pl.tensor.exp(x)
        return z
    @pl.function(type=pl.FunctionType.Group)
    def w(self, x: pl.Tensor[[64, 64], pl.BF16], y: pl.Tensor[[64, 64], pl.BF16]) -> pl.Tensor[[64, 64], pl.FP32]:
        a = self.k(x, y)
        b = self.v(a)
        return b
    @pl.function(type=pl.FunctionType.Opaque)
    def main(self, x: pl.Tensor[[64, 64], pl.BF16], y: pl.Tensor[[64, 64], pl.BF16]) -> pl.Tensor[[64, 64], pl.FP32]:
        b = self.w(x, y)
        return b
)",
                 R"(
a = self.k(x, y, ret0__out)
b = self.v(a, ret0__out_1)
return b
)");
}

TEST(HostCalls, UntouchedCallBetweenTwoRewritten) {
  ExpectFunction("main", R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        y = pl.tensor.exp(x)
        return y
    @pl.function(type=pl.FunctionType.InCore)
    def h(x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        y = pl.tensor.exp(x)
        z = pl.tensor.assemble(o, y, [0])
        return z
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        y = self.k(x)
        y_1 = self.h(x, o)
        z = self.k(y_1)
        return z
)",
                 R"(
ret0__out = pl.tensor.create([64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
y = self.k(x, ret0__out)
y_1 = self.h(x, o)
ret0__out_1 = pl.tensor.create([64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
z = self.k(y_1, ret0__out_1)
return z
)");
}

TEST(HostCalls, UnannotatedKernelThroughAWrapper) {
  ExpectFunction("main", R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]):
        y = pl.tensor.exp(x)
        return y
    @pl.function(type=pl.FunctionType.Spmd)
    def w(self, x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        y = self.k(x)
        return y
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64], pl.FP32]):
        for i in pl.range(4):
            r = self.w(x)
        q = self.k(x)
        return
)",
                 R"(
for i in pl.range(4):
    ret0__out = pl.tensor.create([64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
    r = self.w(x, ret0__out)
ret0__out_1 = pl.tensor.create([64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
q = self.k(x, ret0__out_1)
return
)");
}

TEST(HostCalls, ConflictingExtents) {
  ExpectRefused(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[N, 64], pl.FP32], y: pl.Tensor[[N, 64], pl.FP32]) -> pl.Tensor[[N, 64], pl.FP32]:
        z = pl.tensor.add(x, y)
        return z
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Tensor[[32, 64], pl.FP32]):
        r: pl.Tensor[[64, 64], pl.FP32] = self.k(x, y)
        return
)",
                "extent N is 64 by one operand and 32 by another");
}

}  // namespace
}  // namespace t2t
