"""Parts of tensors written at run-time places, rows picked by indices, quantised rows."""
import pypto.language as pl


# run: kv_update pos=3
# run: kv_update pos=60
@pl.jit.incore
def kv_update(cache: pl.InOut[pl.Tensor[[64, 32], pl.FP32]], new: pl.Tensor[[4, 32], pl.FP32], pos: pl.Scalar[pl.INDEX]):
    cache[pos:pos + 4, :] = new
    return cache


# run: embed
@pl.jit.incore
def embed(table: pl.Tensor[[64, 32], pl.FP32], ids: pl.Tensor[[1, 8], pl.INT32], out: pl.Out[pl.Tensor[[8, 32], pl.FP32]]):
    for i in pl.range(8):
        row = ids[0, i] + 9
        out[i:i + 1, :] = table[row:row + 1, :]
    return out


# run: gather_rows
@pl.jit.incore
def gather_rows(table: pl.Tensor[[64, 32], pl.FP32], ids: pl.Tensor[[8], pl.INT32], out: pl.Out[pl.Tensor[[8, 32], pl.FP32]]):
    for i in pl.range(8):
        row = pl.read(ids, [i])
        if row < 0 or row >= 64:
            row = 0
        out[i, :] = table[row]
    return out


# run: quant
@pl.jit.incore
def quant(x: pl.Tensor[[16, 32], pl.FP32]):
    scale = pl.row_max(abs(x)) / 127 + 1e-6
    q = pl.cast(pl.row_expand_div(x, scale), pl.INT32, mode='round')
    return q, scale


# run: dequant
@pl.jit.incore
def dequant(q: pl.Tensor[[16, 32], pl.INT32], scale: pl.Tensor[[16, 1], pl.FP32]):
    return pl.row_expand_mul(pl.cast(q, pl.FP32), scale)


# run: column_scan
@pl.jit.incore
def column_scan(x: pl.Tensor[[8, 32], pl.FP32], out: pl.Out[pl.Tensor[[8, 32], pl.FP32]]):
    run = x[0:1]
    out[0:1] = run
    for i in pl.range(1, 8):
        run = run * 0.5 + x[i:i + 1]
        out[i:i + 1] = run
    return out


# run: diag
@pl.jit.incore
def diag(x: pl.Tensor[[8, 8], pl.FP32], out: pl.Out[pl.Tensor[[8, 8], pl.FP32]]):
    out[:, :] = 0
    for i in pl.range(8):
        pl.write(out, [i, 7 - i], x[i, i] * 2 - 1)
    return out
