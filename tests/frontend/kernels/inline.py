"""Functions that are read into their callers, and kernels that call nothing else."""
import pypto.language as pl

T = pl.Tensor[[4, 8], pl.FP32]


@pl.inline
def halve(t, times):
    for i in pl.range(times):
        t = t * 0.5
    return t


@pl.inline
def clamp(t, low, high):
    return pl.minimum(pl.maximum(t, low), high)


@pl.inline
def choose(n, a, b):
    if n > 2:
        return a, b
    n = n + 1
    return b, a * pl.cast(n, pl.FP32)


# run: inlined n=3
# run: inlined n=0
@pl.jit.incore
def inlined(x: T, y: T, n: pl.Scalar[pl.INDEX]):
    t = halve(x, n) + halve(t=y, times=2)
    a, b = choose(n, t, clamp(y, -1, 1))
    return a, b + t
