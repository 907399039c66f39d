# A matrix product with what follows it: M = 100 is boxed to 112 rows by the lowering, N and K fit as they are.
import pypto.language as pl

@pl.jit.incore
def linear(x: pl.Tensor[[100, 128], pl.FP16], w: pl.Tensor[[64, 128], pl.FP16]):
    return pl.matmul(x, w, b_trans=True, out_dtype=pl.FP32)

@pl.jit.incore
def bias_relu(y: pl.Tensor[[100, 64], pl.FP32], bias: pl.Tensor[[1, 64], pl.FP32]):
    return pl.maximum(pl.col_expand_add(y, bias), 0.0)

@pl.jit
def main(x: pl.Tensor[[100, 128], pl.FP16], w: pl.Tensor[[64, 128], pl.FP16], bias: pl.Tensor[[1, 64], pl.FP32]):
    return bias_relu(linear(x, w), bias)
