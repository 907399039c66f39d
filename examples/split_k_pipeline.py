# Split-K as people write it: the first step makes the product, the others add to it, and two steps overlap.
import pypto.language as pl

M, N, K, STEP = 96, 128, 256, 64

@pl.jit.incore
def split_k(x: pl.Tensor[[M, K], pl.INT8], w: pl.Tensor[[N, K], pl.INT8], rows: pl.Scalar[pl.INDEX]):
    acc = pl.create_tensor([M, N], dtype=pl.INT32)
    for k in pl.pipeline(0, K, STEP, stage=2):
        xk = pl.slice(x, [M, STEP], [0, k], valid_shape=[rows, STEP])
        wk = w[:, k:k + STEP]
        if k == 0:
            acc = pl.matmul(xk, wk, b_trans=True, out_dtype=pl.INT32)
        else:
            acc = pl.matmul_acc(acc, xk, wk, b_trans=True)
    return acc
