# Comparisons give 0 or 1 in the type of the operands: the mask is a tensor to multiply with.
import pypto.language as pl

@pl.jit.incore
def clip_mask(x: pl.Tensor[[64, 64], pl.FP32], limit: pl.Scalar[pl.FP32]):
    inside = pl.abs(x) < limit
    return x * inside
