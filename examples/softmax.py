# Row-wise softmax of one block: the smallest kernel with a reduction.
import pypto.language as pl

@pl.program
class Softmax:
    @pl.function(type=pl.FunctionType.InCore)
    def softmax(x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
        m: pl.Tensor[[64, 1], pl.FP32] = pl.tensor.row_max(x)
        d: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.row_expand_sub(x, m)
        e: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(d)
        s: pl.Tensor[[64, 1], pl.FP32] = pl.tensor.row_sum(e)
        y: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.row_expand_div(e, s)
        return y
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
        y: pl.Tensor[[64, 128], pl.FP32] = self.softmax(x)
        return y
