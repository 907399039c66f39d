"""Norms, rotation and gate of a transformer layer: operators, calls and keyword forms mixed."""
import pypto.language as pl

ROWS, HIDDEN = 32, 64
EPS = 1e-6


# run: rmsnorm
@pl.jit.incore
def rmsnorm(x: pl.Tensor[[ROWS, HIDDEN], pl.FP32], gamma: pl.Tensor[[1, HIDDEN], pl.FP32]):
    mean = pl.row_sum(x * x) / HIDDEN
    return pl.col_expand_mul(pl.row_expand_mul(x, pl.rsqrt(mean + EPS)), gamma)


# run: layernorm eps=1
@pl.jit.incore
def layernorm(x: pl.Tensor[[ROWS, HIDDEN], pl.FP32], w: pl.Tensor[[1, HIDDEN], pl.FP32], b: pl.Tensor[[1, HIDDEN], pl.FP32],
              eps: pl.Scalar[pl.FP32]):
    inv = 1 / HIDDEN
    mu: pl.Tensor[[ROWS, 1], pl.FP32] = pl.mul(pl.row_sum(x), inv)
    d = pl.row_expand_sub(x, mu)
    var = pl.row_sum(pl.mul(d, d)) * inv
    y = pl.row_expand_div(d, pl.sqrt(var + (eps * 2 + 1)))
    return pl.col_expand_add(pl.col_expand_mul(y, w), b)


# run: rope half=16
@pl.jit.incore
def rope(q: pl.Tensor[[ROWS, 32], pl.FP32], cos: pl.Tensor[[ROWS, 16], pl.FP32], sin: pl.Tensor[[ROWS, 16], pl.FP32],
         out: pl.Out[pl.Tensor[[ROWS, 32], pl.FP32]], half: pl.Scalar[pl.INDEX]):
    lo, hi = q[:, :16], q[:, 16:]
    out[:, 0:16] = lo * cos - hi * sin
    out[:, 16:] = hi * cos + lo * sin
    return out


@pl.inline
def sigmoid(t, one=1.0):
    return one / (pl.exp(-t) + one)


# run: swiglu
@pl.jit.incore
def swiglu(gate: pl.Tensor[[ROWS, HIDDEN], pl.FP32], up: pl.Tensor[[ROWS, HIDDEN], pl.FP32]):
    return gate * sigmoid(gate) * up
