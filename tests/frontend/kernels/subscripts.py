"""Subscripts follow Python and numpy."""
import pypto.language as pl

T = [8, 16]


# run: parts n=2
@pl.jit.incore
def parts(x: pl.Tensor[T, pl.FP32], n: pl.Scalar[pl.INDEX]):
    return x[0:4] + x[-4:], x[-1], x[..., 8:16], x[n:n + 2], x[n * 2:(n + 1) * 2, 0:8], x[2:7][1:3], x[1:7][1:4][2]


# run: elements n=3
@pl.jit.incore
def elements(x: pl.Tensor[T, pl.FP32], n: pl.Scalar[pl.INDEX]):
    return x * x[0, 1] + x[n, n + 1], x * x[-1, -2]


# run: assigned n=3
@pl.jit.incore
def assigned(x: pl.Tensor[T, pl.FP32], y: pl.Tensor[T, pl.FP32], n: pl.Scalar[pl.INDEX]):
    z = x + 0
    z[0:2] = y[0:2]
    z[6:] = 0
    z[:, 0:8] = y[:, 8:16]
    z[n] = y[5]
    z[-1] = y[n]
    return z


# run: whole
@pl.jit.incore
def whole(x: pl.Tensor[T, pl.FP32], y: pl.Tensor[T, pl.FP32], out: pl.Out[pl.Tensor[T, pl.FP32]]):
    out[...] = x + y
    return out


# run: shapes
@pl.jit.incore
def shapes(x: pl.Tensor[T, pl.FP32]):
    rows, columns = x.shape
    return x[rows - 2:rows] + 1, x[:x.shape[0] // 2, x.shape[-1] - 8:columns]
