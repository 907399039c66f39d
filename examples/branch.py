# A branch: the name that both sides assign is one value behind them.
import pypto.language as pl

@pl.jit.incore
def activate(x: pl.Tensor[[64, 64], pl.FP32], kind: pl.Scalar[pl.INDEX]):
    if kind == 0:
        y = pl.maximum(x, 0.0)
    elif kind == 1:
        y = 1.0 / (pl.exp(-x) + 1.0)
    else:
        y = x
    return y
