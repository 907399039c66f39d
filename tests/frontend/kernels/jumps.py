"""break and continue: at the end of a branch, deeper inside, in nested loops and behind a branch that went on."""
import pypto.language as pl

T = [4, 8]


# run: guards n=3
# run: guards n=0
# run: guards n=20
@pl.jit.incore
def guards(x: pl.Tensor[T, pl.FP32], y: pl.Tensor[T, pl.FP32], n: pl.Scalar[pl.INDEX]):
    z = x + 0
    for i in pl.range(2, 20, 3):
        if i == 5:
            continue
        if i > n:
            break
        z = z + y
    return z


# run: chain n=1
# run: chain n=0
# run: chain n=6
@pl.jit.incore
def chain(x: pl.Tensor[T, pl.FP32], y: pl.Tensor[T, pl.FP32], n: pl.Scalar[pl.INDEX]):
    z = x + 0
    for i in pl.range(8):
        if i == 1:
            continue
        elif i == n:
            z = z - 1
        elif i == 6:
            break
        else:
            z = z + 1
        z = z * 0.5 + y
    return z


# run: inside n=3 c=0
# run: inside n=3 c=1
# run: inside n=1 c=1
@pl.jit.incore
def inside(x: pl.Tensor[T, pl.FP32], y: pl.Tensor[T, pl.FP32], n: pl.Scalar[pl.INDEX], c: pl.Scalar[pl.INDEX]):
    z = x + 0
    for i in pl.range(8):
        if c > 0:
            if i == n:
                break
            z = z * 2
            if i == 2:
                continue
            z = z + 3
        z = z + y
        if i == 5:
            break
        z = z * 0.5
    return z


# run: otherwise n=3
# run: otherwise n=0
@pl.jit.incore
def otherwise(x: pl.Tensor[T, pl.FP32], y: pl.Tensor[T, pl.FP32], n: pl.Scalar[pl.INDEX]):
    z = x + 0
    last = 0
    for i in pl.range(9, 0, -2):
        if i > n:
            z = z + pl.cast(i, pl.FP32)
        else:
            break
        last = i
        z = z + y
    return z * pl.cast(last, pl.FP32)


# run: nested n=1
# run: nested n=3
@pl.jit.incore
def nested(x: pl.Tensor[T, pl.FP32], y: pl.Tensor[T, pl.FP32], n: pl.Scalar[pl.INDEX]):
    z = x + 0
    for i in pl.range(4):
        for j in pl.range(4):
            if j > i:
                break
            if j == n:
                continue
            z = z + pl.cast(i * 4 + j, pl.FP32)
        if i == 2:
            break
        z = z * 0.5 + y
    return z


# run: forever n=0
# run: forever n=5
@pl.jit.incore
def forever(x: pl.Tensor[T, pl.FP32], y: pl.Tensor[T, pl.FP32], n: pl.Scalar[pl.INDEX]):
    i = 0
    z = x + 0
    while True:
        i += 1
        if i > n:
            break
        if i % 2 == 0:
            continue
        z = z + y
    return z


# run: blocks n=1
@pl.jit.incore
def blocks(x: pl.Tensor[[16, 8], pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.InOut[pl.Tensor[[16, 8], pl.FP32]]):
    for i in pl.parallel(4):
        if i == n:
            continue
        out[i * 4:i * 4 + 4] = x[i * 4:i * 4 + 4] * 2
    return out
