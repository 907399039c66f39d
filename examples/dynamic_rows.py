# An extent known at run time: M is a symbol of the program; the last block holds fewer valid rows than the box.
import pypto.language as pl

M = pl.dynamic("M")

@pl.jit.incore
def scale_rows(x: pl.Tensor[[M, 128], pl.FP32], first: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[M, 128], pl.FP32]]):
    rows = pl.min(M - first, 64)
    block = pl.slice(x, [64, 128], [first, 0], valid_shape=[rows, 128])
    out = pl.assemble(out, block * 0.5, [first, 0])
    return out

@pl.jit
def main(x: pl.Tensor[[M, 128], pl.FP32], out: pl.Out[pl.Tensor[[M, 128], pl.FP32]]):
    n = pl.tensor.dim(x, 0)
    for i in pl.range((n + 63) // 64):
        out = scale_rows(x, i * 64, out)
    return out
