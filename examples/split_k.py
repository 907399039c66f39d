# Split-K: the accumulator is created before the loop, carried through it, and boxed together with its operand.
import pypto.language as pl

@pl.program
class SplitK:
    @pl.function(type=pl.FunctionType.InCore)
    def mm(a: pl.Tensor[[40, 256], pl.FP16], b: pl.Tensor[[256, 64], pl.FP16]) -> pl.Tensor[[40, 64], pl.FP32]:
        acc0: pl.Tensor[[40, 64], pl.FP32] = pl.tensor.create([40, 64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
        for k, (acc,) in pl.range(0, 256, 64, init_values=(acc0,)):
            ak: pl.Tensor[[40, 64], pl.FP16] = pl.tensor.slice(a, [40, 64], [0, k])
            bk: pl.Tensor[[64, 64], pl.FP16] = pl.tensor.slice(b, [64, 64], [k, 0])
            n: pl.Tensor[[40, 64], pl.FP32] = pl.tensor.matmul_acc(acc, ak, bk, a_trans=False, b_trans=False)
            r: pl.Tensor[[40, 64], pl.FP32] = pl.yield_(n)
        return r
