# A chain of element-wise operators: every value between the load and the store stays on chip.
import pypto.language as pl

@pl.jit.incore
def gelu(x: pl.Tensor[[64, 256], pl.FP32]):
    # x * sigmoid(1.702 x), the usual approximation
    sigmoid = 1.0 / (pl.exp(x * -1.702) + 1.0)
    return x * sigmoid
