# A reduction per row, and one factor per row and per column applied to the whole block.
import pypto.language as pl

ROWS = 32
COLS = 256
EPS = 1e-6

@pl.jit.incore
def rms_norm(x: pl.Tensor[[ROWS, COLS], pl.FP32], weight: pl.Tensor[[1, COLS], pl.FP32]):
    mean = pl.row_sum(x * x) * (1.0 / COLS)
    scale = pl.rsqrt(mean + EPS)             # one number per row
    return pl.col_expand_mul(pl.row_expand_mul(x, scale), weight)
