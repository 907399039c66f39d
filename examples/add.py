# One line. The front end finds the type of the result and what the operator is called between tensors; the lowering adds
# the loads, the store and the parameter that the result is stored to.
import pypto.language as pl

@pl.jit.incore
def add(a: pl.Tensor[[64, 64], pl.FP32], b: pl.Tensor[[64, 64], pl.FP32]):
    return a + b
