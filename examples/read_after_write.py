# GM identity: x is read, written, and read again. The second computation loads what was written.
import pypto.language as pl

@pl.program
class ReadAfterWrite:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.InOut[pl.Tensor[[16, 64], pl.FP32]], c: pl.Scalar[pl.FP32]) -> tuple[pl.Tensor[[16, 1], pl.FP32], pl.Tensor[[16, 64], pl.FP32]]:
        r: pl.Tensor[[16, 1], pl.FP32] = pl.tensor.row_max(x)
        pl.tensor.write(x, [0, 0], c)
        e: pl.Tensor[[16, 64], pl.FP32] = pl.tensor.exp(x)
        return r, e
