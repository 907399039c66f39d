# A full initialisation and a scalar update of the same tensor: the update goes to the on-chip value, stored once.
# flags: --dump-after=stage-full-writes --verify=strict
import pypto.language as pl

@pl.program
class Stage:
    @pl.function(type=pl.FunctionType.InCore)
    def k(m: pl.Out[pl.Tensor[[1, 32], pl.INT32]], v: pl.Scalar[pl.INT32]) -> pl.Tensor[[1, 32], pl.INT32]:
        f: pl.Tensor[[1, 32], pl.INT32] = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
        u: pl.Tensor[[1, 32], pl.INT32] = pl.tensor.assemble(m, f, [0, 0])
        pl.tensor.write(u, [0, 3], v)
        return u
#| exit 0
#| -- stderr
#|   # t2t 0.1.0 stage 02 stage-full-writes
#|   # toggles: none
#|   # reproduce: t2t-pipeline staged_write.py --stop-after=stage-full-writes
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(m: pl.Out[pl.Tensor[[1, 32], pl.INT32]], v: pl.Scalar[pl.INT32]) -> pl.Tensor[[1, 32], pl.INT32]:
#|           pl.func_attr({"t2t.kernel": True})
#|           f: pl.Tensor[[1, 32], pl.INT32] = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
#|           pl.tensor.write(f, [0, 3], v)
#|           u: pl.Tensor[[1, 32], pl.INT32] = pl.tensor.assemble(m, f, [0, 0])
#|           return u
#|
#| -- stdout
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(m: pl.Out[pl.Tensor[[1, 32], pl.INT32]], v: pl.Scalar[pl.INT32]) -> pl.Tensor[[1, 32], pl.INT32]:
#|           f__tile: pl.Tile[[1, 32], pl.INT32, pl.Mem.Vec] = pl.tile.full([1, 32], dtype=pl.INT32, value=0)
#|           pl.tile.write(f__tile, [0, 3], v)
#|           u: pl.Tensor[[1, 32], pl.INT32] = pl.tile.store(f__tile, [0, 0], m)
#|           return u
