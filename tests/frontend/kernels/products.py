"""Matrix products: accumulated in place, transposed operands, block by block, through inline functions."""
import pypto.language as pl


# run: split_k
@pl.jit.incore
def split_k(a: pl.Tensor[[16, 64], pl.FP32], b: pl.Tensor[[64, 32], pl.FP32]):
    acc = pl.matmul(a[:, 0:16], b[0:16])
    for k in pl.range(16, 64, 16):
        acc = pl.matmul_acc(acc, a[:, k:k + 16], b[k:k + 16, :])
    return acc


# run: trans
@pl.jit.incore
def trans(a: pl.Tensor[[64, 16], pl.FP32], b: pl.Tensor[[32, 64], pl.FP32]):
    c = pl.matmul(a, b, a_trans=True, b_trans=True)
    return pl.transpose(c, 0, 1)


# run: blocks
@pl.jit.incore
def blocks(a: pl.Tensor[[32, 32], pl.FP32], b: pl.Tensor[[32, 32], pl.FP32], out: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    for i in pl.range(2):
        for j in pl.range(2):
            acc = pl.full([16, 16], pl.FP32, 0)
            for k in pl.range(2):
                acc = acc + pl.matmul(a[i * 16:i * 16 + 16, k * 16:k * 16 + 16], b[k * 16:(k + 1) * 16, j * 16:(j + 1) * 16])
            out[i * 16:(i + 1) * 16, j * 16:(j + 1) * 16] = acc
    return out


@pl.inline
def linear(x, w, b=0.0):
    y = pl.matmul(x, w)
    return y + b


@pl.inline
def gelu(x):
    c = 0.7978845608
    inner = c * (x + 0.044715 * x * x * x)
    e = pl.exp(2 * pl.minimum(inner, 8))
    tanh = (e - 1) / (e + 1)
    return 0.5 * x * (tanh + 1)


# run: ffn
@pl.jit.incore
def ffn(x: pl.Tensor[[16, 32], pl.FP32], w1: pl.Tensor[[32, 64], pl.FP32], w2: pl.Tensor[[64, 32], pl.FP32]) -> pl.Tensor[[16, 32], pl.FP32]:
    h = gelu(linear(x, w1))
    return linear(h, w2, b=1) + x
