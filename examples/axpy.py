# Scalars beside tensors: `alpha` is an argument, 2 a literal that takes the element type. `y` is assigned twice.
import pypto.language as pl

@pl.jit.incore
def axpy(alpha: pl.Scalar[pl.FP32], x: pl.Tensor[[128, 64], pl.FP32], y: pl.Tensor[[128, 64], pl.FP32]):
    y = y + x * alpha
    y = y * 2
    return y

@pl.jit
def main(alpha: pl.Scalar[pl.FP32], x: pl.Tensor[[128, 64], pl.FP32], y: pl.Tensor[[128, 64], pl.FP32]):
    return axpy(alpha, x, y)
