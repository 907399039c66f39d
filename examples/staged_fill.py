# Element stores beside block stores: the table is built on chip and stored once. Writing `out` itself both ways would be
# refused, because the two ways do not see each other's cache lines.
import pypto.language as pl

@pl.jit.incore
def offsets(start: pl.Tensor[[8], pl.INT32], out: pl.Out[pl.Tensor[[1, 32], pl.INT32]]):
    table = pl.full([1, 32], dtype=pl.INT32, value=-1)
    for i in pl.range(8):
        pl.write(table, [0, i * 4], pl.read(start, [i]))
    out[0:1, 0:32] = table
    return out
