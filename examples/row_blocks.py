# A loop over blocks of rows: `out` is assigned part by part, the loop carries it, and the stores go straight to it.
import pypto.language as pl

ROWS = 512
BLOCK = 64

@pl.jit.incore
def exp_rows(x: pl.Tensor[[ROWS, 128], pl.FP32], out: pl.Out[pl.Tensor[[ROWS, 128], pl.FP32]]):
    for i in pl.range(0, ROWS, BLOCK):
        out[i:i + BLOCK, :] = pl.exp(x[i:i + BLOCK, :])
    return out
