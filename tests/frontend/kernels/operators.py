"""Operators between tensors, tiles and numbers, on either side, and in place."""
import math

import pypto.language as pl

T = [4, 8]


# run: floats
@pl.jit.incore
def floats(x: pl.Tensor[T, pl.FP32], y: pl.Tensor[T, pl.FP32]):
    z = (x + y) * 2 - y / 4
    return 1 - x + 3 * z, 2 / (pl.exp(-x) + 1), abs(x - y)


# run: ints
@pl.jit.incore
def ints(x: pl.Tensor[T, pl.INT32], y: pl.Tensor[T, pl.INT32]):
    return 7 - x, (x & 3) | (y & x), 2 * x - y


# run: compared
@pl.jit.incore
def compared(x: pl.Tensor[T, pl.FP32], y: pl.Tensor[T, pl.FP32]):
    return x > 0.5, 0.5 >= x, x <= y


# run: in_place
@pl.jit.incore
def in_place(x: pl.Tensor[T, pl.FP32], y: pl.Tensor[T, pl.FP32]):
    z = x + 0
    z += y
    z -= 1
    z *= 2
    z /= 4
    z[1:3] += x[0:2]
    z[0:1] *= 2
    return z


# run: tiles
@pl.jit.incore
def tiles(x: pl.Tensor[T, pl.FP32], y: pl.Tensor[T, pl.FP32], out: pl.Out[pl.Tensor[T, pl.FP32]]):
    t = pl.load(x, [0, 0], T)
    u = pl.load(y, [0, 0], T)
    v = 1 - (t + u) * 2
    v = pl.maximum(-v, 0)
    out = pl.store(abs(v) * 0.5 - 3, [0, 0], out)
    return out


# run: scalars n=37
# run: scalars n=0
@pl.jit.incore
def scalars(x: pl.Tensor[T, pl.FP32], n: pl.Scalar[pl.INDEX]):
    m = (n * 2 + 3) // 4 % 8
    m <<= 2
    m |= 1
    m ^= 3
    m >>= 1
    m **= 2
    return x * pl.cast(m, pl.FP32), x[min(n, 3, 2)], x[max(0, n - 40, 1)]


# run: between n=3
# run: between n=10
# run: between n=0
@pl.jit.incore
def between(x: pl.Tensor[T, pl.FP32], n: pl.Scalar[pl.INDEX]):
    z = x + 0
    if 0 < n < 10:
        z = z + 1
    if 0 <= n <= 3 != n:
        z = z * 3
    return z


SCALE = 1.0 / math.sqrt(64)
WIDTH: int = max(abs(-2), min(4, 8), round(2.5))
SIZES = [1, 2, 3]


# run: constants
@pl.jit.incore
def constants(x: pl.Tensor[T, pl.FP32]):
    half = WIDTH // 2
    return x[:, 0:2 * WIDTH] * SCALE + len(SIZES), x[0:half] * sum(SIZES) ** -0.5 + int(3.7)
