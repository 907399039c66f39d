"""What loops carry: several values, exchanged ones, nested loops, scratch names, values that only the body assigns."""
import pypto.language as pl

T = [4, 8]


# run: exchanged
@pl.jit.incore
def exchanged(x: pl.Tensor[T, pl.FP32], y: pl.Tensor[T, pl.FP32]):
    a, b = x + 0, y + 0
    s = 0
    for i in pl.range(3):
        for j in pl.range(2):
            a, b = b, a * 0.5 + b
            s = s + i * j
    return a, b, x[s % 4]


# run: scratch
@pl.jit.incore
def scratch(x: pl.Tensor[T, pl.FP32], y: pl.Tensor[T, pl.FP32]):
    acc = x + 0
    for i in pl.range(4):
        t = acc * 0.5
        acc = t + y
    for i in pl.unroll(2):
        t = acc + 1
        acc = t
    return acc


# run: first_inside
@pl.jit.incore
def first_inside(x: pl.Tensor[T, pl.FP32]):
    for i in pl.range(4):
        for j in pl.range(2):
            t = x * pl.cast(i + j, pl.FP32)
        s = i
    return t, x[s]


# run: counted n=4
# run: counted n=0
@pl.jit.incore
def counted(x: pl.Tensor[T, pl.FP32], n: pl.Scalar[pl.INDEX]):
    z = x[0:1] + 0
    i = 0
    while i < n:
        for j in pl.pipeline(0, 4, 2, stage=2):
            z += x[j:j + 1]
        i += 1
    return z
