# A loop that writes one constant over whole cache lines of a row becomes a fill: one DMA store instead of 64 scalar ones.
# flags: --dump-after=canonicalize-scalar-fills --verify=strict
import pypto.language as pl

@pl.program
class Stage:
    @pl.function(type=pl.FunctionType.InCore)
    def k(d: pl.Out[pl.Tensor[[8, 64], pl.INT32]], r: pl.Scalar[pl.INDEX]) -> pl.Tensor[[8, 64], pl.INT32]:
        for i in pl.range(64):
            pl.tensor.write(d, [r, i], pl.const(7, pl.INT32))
        return d
#| exit 0
#| -- stderr
#|   # t2t 0.1.0 stage 03 canonicalize-scalar-fills
#|   # toggles: none
#|   # reproduce: t2t-pipeline scalar_loop.py --stop-after=canonicalize-scalar-fills
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(d: pl.Out[pl.Tensor[[8, 64], pl.INT32]], r: pl.Scalar[pl.INDEX]) -> pl.Tensor[[8, 64], pl.INT32]:
#|           pl.func_attr({"t2t.kernel": True})
#|           d__scalar_fill_storage: pl.Tensor[[1, 64], pl.INT32] = pl.tensor.full([1, 64], dtype=pl.INT32, value=7)
#|           d__scalar_fill: pl.Tensor[[1, 64], pl.INT32] = pl.tensor.reshape(d__scalar_fill_storage, [1, 64])
#|           pl.tensor.assemble(d, d__scalar_fill, [r, 0])
#|           return d
#|
#| -- stdout
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(d: pl.Out[pl.Tensor[[8, 64], pl.INT32]], r: pl.Scalar[pl.INDEX]) -> pl.Tensor[[8, 64], pl.INT32]:
#|           d__tile: pl.Tile[[1, 64], pl.INT32, pl.Mem.Vec] = pl.tile.full([1, 64], dtype=pl.INT32, value=7)
#|           d__tile_1: pl.Tile[[1, 64], pl.INT32, pl.Mem.Vec] = pl.tile.reshape(d__tile, [1, 64])
#|           pl.tile.store(d__tile_1, [r, 0], d)
#|           return d
