"""Conditions that read memory: in a while, and behind `and` and `or`, which look at their right side only when it counts."""
import pypto.language as pl

T = [4, 8]


# run: reads
@pl.jit.incore
def reads(x: pl.Tensor[T, pl.FP32], count: pl.Tensor[[8], pl.INT32]):
    z = x + 0
    i = 0
    while i < 8 and count[i] > -5:
        z = z + x
        i = i + 1
    return z


# run: broken
@pl.jit.incore
def broken(x: pl.Tensor[T, pl.FP32], count: pl.Tensor[[8], pl.INT32]):
    z = x + 0
    i = 0
    while count[i] > -9:
        z = z + x * pl.cast(count[i], pl.FP32)
        i = i + 1
        if i == 8:
            break
    return z


# run: either n=3
# run: either n=8
# run: either n=100
@pl.jit.incore
def either(x: pl.Tensor[T, pl.FP32], count: pl.Tensor[[8], pl.INT32], n: pl.Scalar[pl.INDEX]):
    z = x + 0
    if n >= 8 or count[n] > 0 or count[n] == -1:
        z = z + x
    if not (n < 8 and count[n] > 0):
        z = z * 3
    return z
