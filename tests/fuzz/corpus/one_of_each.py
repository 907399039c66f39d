import pypto.language as pl

M = pl.dynamic("M")

@pl.program
class Seed:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[M, 64], pl.FP32], o: pl.Out[pl.Tensor[[16, 64], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 64], pl.FP32]:
        s: pl.Tensor[[16, 64], pl.FP32] = pl.tensor.slice(x, [16, 64], [n * 16, 0])
        for i, (c,) in pl.range(0, 4, 1, init_values=(s,)):
            t: pl.Tensor[[16, 64], pl.FP32] = pl.tensor.exp(c)
            if i < 2:
                u: pl.Tensor[[16, 64], pl.FP32] = pl.tensor.add(t, s)
                v: pl.Tensor[[16, 64], pl.FP32] = pl.yield_(u)
            else:
                v: pl.Tensor[[16, 64], pl.FP32] = pl.yield_(t)
            r: pl.Tensor[[16, 64], pl.FP32] = pl.yield_(v)
        z: pl.Tensor[[16, 64], pl.FP32] = pl.tensor.assemble(o, r, [0, 0])
        return z
    @pl.function(type=pl.FunctionType.InCore)
    def mm(a: pl.Tensor[[17, 32], pl.FP16], b: pl.Tensor[[32, 64], pl.FP16]) -> pl.Tensor[[17, 64], pl.FP32]:
        c: pl.Tensor[[17, 64], pl.FP32] = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
        return c
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[M, 64], pl.FP32], o: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        y: pl.Tensor[[16, 64], pl.FP32] = self.k(x, o, 1)
        return y
