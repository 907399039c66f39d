"""Early returns that become branches."""
import pypto.language as pl

T = [4, 8]


# run: guards n=4
# run: guards n=2
# run: guards n=0
@pl.jit.incore
def guards(x: pl.Tensor[T, pl.FP32], y: pl.Tensor[T, pl.FP32], n: pl.Scalar[pl.INDEX]):
    if n > 3:
        return x + y, x
    if n > 1:
        return x - y, y
    w = x * y
    return w, w + 1


# run: tree n=1 m=0
# run: tree n=1 m=1
# run: tree n=0 m=0
@pl.jit.incore
def tree(x: pl.Tensor[T, pl.FP32], y: pl.Tensor[T, pl.FP32], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX]):
    if n > 0:
        z = x + 1
        if m > 0:
            return z + y
        return z - y
    else:
        return x * y


# run: written n=0
# run: written n=9
@pl.jit.incore
def written(x: pl.Tensor[T, pl.FP32], n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[T, pl.FP32]]):
    if n > 3:
        out[:] = x
        return out
    out[:] = x + 1
    return out


# run: nothing n=0
# run: nothing n=2
# run: nothing n=5
@pl.jit.incore
def nothing(out: pl.InOut[pl.Tensor[T, pl.FP32]], n: pl.Scalar[pl.INDEX]):
    if n > 3:
        pl.write(out, [0, 1], 2.0)
        return
    if n > 1:
        return
    pl.write(out, [0, 0], 1.0)
