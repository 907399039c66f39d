# Two kernels and their caller: the first returns two results, which the caller unpacks.
import pypto.language as pl

SHAPE = [32, 256]

@pl.jit.incore
def moments(x: pl.Tensor[SHAPE, pl.FP32]):
    n = x.shape[1]
    mean = pl.row_sum(x) / n
    centred = pl.row_expand_sub(x, mean)
    variance = pl.row_sum(centred * centred) / n
    return mean, variance

@pl.jit.incore
def normalise(x: pl.Tensor[SHAPE, pl.FP32], mean: pl.Tensor[[32, 1], pl.FP32], variance: pl.Tensor[[32, 1], pl.FP32]):
    return pl.row_expand_mul(pl.row_expand_sub(x, mean), pl.rsqrt(variance + 1e-5))

@pl.jit
def layer_norm(x: pl.Tensor[SHAPE, pl.FP32]):
    mean, variance = moments(x)
    return normalise(x, mean, variance)
