# One block of queries against all keys, in one pass over them: the running maximum `m`, the running sum `l` and the
# output `o` are rescaled with every block of keys. Compare the dump of the front end with what is written here:
#   tools/run examples/flash_attention.py --emit=source
import pypto.language as pl

D = 64               # of one head
KEYS = 1024
BLOCK = 2 * D
SCALE = D ** -0.5

@pl.jit.incore
def attention(q: pl.Tensor[[16, D], pl.BF16], k: pl.Tensor[[KEYS, D], pl.BF16], v: pl.Tensor[[KEYS, D], pl.BF16]):
    o = pl.full([16, D], dtype=pl.FP32, value=0.0)
    m = pl.full([16, 1], dtype=pl.FP32, value=-1e30)
    l = pl.full([16, 1], dtype=pl.FP32, value=0.0)
    for j in pl.range(0, KEYS, BLOCK):
        kb = k[j:j + BLOCK]
        vb = v[j:j + BLOCK]
        s = pl.matmul(q, kb, b_trans=True, out_dtype=pl.FP32) * SCALE
        new_m = pl.maximum(m, pl.row_max(s))
        p = pl.exp(pl.row_expand_sub(s, new_m))
        shrink = pl.exp(m - new_m)           # what the old sums are worth under the new maximum
        l = l * shrink + pl.row_sum(p)
        o = pl.row_expand_mul(o, shrink) + pl.matmul(pl.cast(p, pl.BF16), vb, out_dtype=pl.FP32)
        m = new_m
    return pl.cast(pl.row_expand_div(o, l), pl.BF16)
