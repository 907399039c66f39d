# One kernel writes y through the DMA engine and through scalar stores, which the hardware does not keep in order.
# flags: 
import pypto.language as pl

@pl.program
class Stage:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 128], pl.FP32], y: pl.Out[pl.Tensor[[64, 128], pl.FP32]]) -> pl.Tensor[[64, 128], pl.FP32]:
        e: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(x)
        y1: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.assemble(y, e, [0, 0])
        y2: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.write(y1, [0, 0], 1.0)
        return y2
#| exit 1
#| -- stderr
#|   mixed_stores.py:11:9: error: parameter y of kernel k mixes MTE3 and scalar stores inside one InCore function: tile.store and tensor.assemble go through MTE3 (line 10), tensor.write through the scalar D-cache, and neither their order nor the coherence of the cache lines can be guaranteed [mixed-store-channels]
#|      11 |         y2: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.write(y1, [0, 0], 1.0)
#|         |         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#|   help: update one UB tile with tile.write and store it once, or write every element of this tensor with tensor.write
