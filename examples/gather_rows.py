# Rows of a paged pool gathered straight into L1, then multiplied: the indices are read one by one, the rows never pass
# through the vector cores' memory.
import pypto.language as pl

D = 64
PAGE = 64

@pl.jit.incore
def score(q: pl.Tensor[[16, D], pl.BF16], pool: pl.Tensor[[4096, D], pl.BF16], rows: pl.Tensor[[128], pl.INT32],
          pages: pl.Tensor[[64], pl.INT32]):
    keys = pl.paged_gather(pool, rows, pages, block_size=PAGE, size=D, max_indices=128)
    return pl.matmul(q, keys, b_trans=True, out_dtype=pl.FP32)
