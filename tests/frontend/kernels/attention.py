"""Softmax under a mask, in one pass over blocks, and attention in blocks."""
import pypto.language as pl


# run: masked n=3
# run: masked n=32
@pl.jit.incore
def masked(scores: pl.Tensor[[16, 32], pl.FP32], mask: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
    s = scores + (1 - mask) * -10.0
    m = pl.row_max(s)
    e = pl.exp(pl.row_expand_sub(s, m))
    p = pl.row_expand_div(e, pl.row_sum(e))
    if n > 16:
        p = p * 0.5
    return p


# run: online tiles=4
# run: online tiles=1
@pl.jit.incore
def online(x: pl.Tensor[[16, 64], pl.FP32], tiles: pl.Scalar[pl.INDEX]):
    top = pl.row_max(x[:, 0:16])
    total = pl.row_sum(pl.exp(pl.row_expand_sub(x[:, 0:16], top)))
    for i in pl.range(1, tiles):
        block = x[:, i * 16:i * 16 + 16]
        new = pl.maximum(top, pl.row_max(block))
        total = total * pl.exp(top - new) + pl.row_sum(pl.exp(pl.row_expand_sub(block, new)))
        top = new
    return top + pl.log(total)


# run: flash
@pl.jit.incore
def flash(q: pl.Tensor[[16, 32], pl.FP32], k: pl.Tensor[[64, 32], pl.FP32], v: pl.Tensor[[64, 32], pl.FP32]):
    scale = 32 ** -0.5
    m = pl.full([16, 1], pl.FP32, -1000)
    l = pl.full([16, 1], pl.FP32, 0)
    o = pl.full([16, 32], pl.FP32, 0)
    for j in pl.range(0, 64, 16):
        s = pl.matmul(q, k[j:j + 16], b_trans=True) * scale
        top = pl.maximum(m, pl.row_max(s))
        p = pl.exp(pl.row_expand_sub(s, top))
        fix = pl.exp(m - top)
        l = l * fix + pl.row_sum(p)
        o = pl.row_expand_mul(o, fix) + pl.matmul(p, v[j:j + 16, :])
        m = top
    return pl.row_expand_div(o, l)
