"""Functions that call functions: kernels by an orchestration, inline functions by others."""
import pypto.language as pl


@pl.jit.incore
def double(x: pl.Tensor[[8, 8], pl.FP32]):
    return x * 2


@pl.jit.incore
def split(x: pl.Tensor[[8, 8], pl.FP32], k: pl.Scalar[pl.INDEX]):
    y = x
    if k == 1:
        y = y + 1
    return y, y * y


# run: hostlike n=3
# run: hostlike n=0
@pl.jit
def hostlike(x: pl.Tensor[[8, 8], pl.FP32], n: pl.Scalar[pl.INDEX]):
    a = double(x)
    for i in pl.range(n):
        a, b = split(a, i)
        if i == 1:
            a = double(b)
    return a


@pl.inline
def twice(t, k=2):
    return t * k


@pl.inline
def thrice(t):
    u = twice(t)
    return u + t


# run: nested n=4
@pl.jit.incore
def nested(x: pl.Tensor[[8, 8], pl.FP32], n: pl.Scalar[pl.INDEX]):
    acc = x
    for i in pl.range(n):
        if i % 2 == 1:
            continue
        for j in pl.range(i + 1):
            if j > 2:
                break
            acc = thrice(acc) * 0.25
    return twice(acc, k=4)


# run: swap n=3
# run: swap n=0
@pl.jit.incore
def swap(x: pl.Tensor[[8, 8], pl.FP32], y: pl.Tensor[[8, 8], pl.FP32], n: pl.Scalar[pl.INDEX]):
    a, b = x + 0, y + 0
    for _ in pl.range(n):
        a, b = b, a + b
    return a, b


# run: early n=0
# run: early n=3
# run: early n=20
@pl.jit.incore
def early(x: pl.Tensor[[8, 8], pl.FP32], n: pl.Scalar[pl.INDEX]):
    if n == 0:
        return x
    y = x * 2
    if n > 10:
        return y
    for i in pl.range(n):
        y = y + x
    return y
