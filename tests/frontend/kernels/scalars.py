"""Scalars of several types beside integer literals, carried by loops and decided by branches."""
import pypto.language as pl


# run: clip f=2
# run: clip f=-1
@pl.jit.incore
def clip(x: pl.Tensor[[8, 8], pl.FP32], f: pl.Scalar[pl.FP32]):
    low = 0 - f * 2
    if f > 0:
        return pl.minimum(pl.maximum(x, low), f * 2)
    elif f == 0:
        return x * 0
    return x + 2 * f


# run: count n=5
@pl.jit.incore
def count(x: pl.Tensor[[8, 8], pl.FP32], n: pl.Scalar[pl.INT32]):
    c = n
    for i in pl.range(8):
        if x[i, 0] > 0:
            c = c + 1
    return x * pl.cast(c, pl.FP32)


# run: find n=3
@pl.jit.incore
def find(x: pl.Tensor[[8, 8], pl.FP32], n: pl.Scalar[pl.INDEX]):
    at = 0
    best = x[0, 0]
    for i in pl.range(1, 8):
        v = x[i, 0]
        if v > best:
            best = v
            at = i
    return x[at:at + 1, :] + best


# run: powers f=2
@pl.jit.incore
def powers(x: pl.Tensor[[8, 8], pl.FP32], f: pl.Scalar[pl.FP32]):
    g = f ** 2 / 4 - 1
    h = -f + 3
    lo, hi = min(g, h), max(g, h, 0)
    return (x - lo) * hi + abs(lo - 1)


# run: fib n=10
# run: fib n=0
@pl.jit.incore
def fib(x: pl.Tensor[[8, 8], pl.FP32], n: pl.Scalar[pl.INT32]):
    a, b = 0, 1
    while n > 0:
        a, b = b, a + b
        n = n - 1
    return x + pl.cast(a, pl.FP32)


# run: beam limit=50
# run: beam limit=2
@pl.jit.incore
def beam(scores: pl.Tensor[[8, 8], pl.FP32], limit: pl.Scalar[pl.FP32]):
    best = pl.const(0, pl.INT32)
    i = 0
    total = scores[0, 0]
    while i < 7 and total < limit:
        i += 1
        total = total + scores[i, 0] * 2
        if total > 1:
            break
        best = best + 1
    return scores * pl.cast(best, pl.FP32) + total


# run: collatz n=7
# run: collatz n=1
@pl.jit.incore
def collatz(x: pl.Tensor[[8, 8], pl.FP32], n: pl.Scalar[pl.INDEX]):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return x * pl.cast(steps, pl.FP32)
