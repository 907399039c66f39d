# The kernel reads x, overwrites part of it and reads it again: x is never shared, the second load sees the new data,
# and the parameter ends as InOut.
# flags: --dump-after=analyze-effects,share-loads,convert-ops,upgrade-directions
import pypto.language as pl

@pl.program
class Stage:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 128], pl.FP32], y: pl.Tensor[[32, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
        a: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(x)
        x1: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.assemble(x, y, [0, 0])
        b: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.add(a, x1)
        return b
#| exit 0
#| -- stderr
#|   # t2t 0.1.0 stage 05 analyze-effects
#|   # toggles: none
#|   # reproduce: t2t-pipeline read_after_write.py --stop-after=analyze-effects
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.Tensor[[64, 128], pl.FP32], y: pl.Tensor[[32, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": [0]})
#|           a: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(x)
#|           x1: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.assemble(x, y, [0, 0])
#|           b: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.add(a, x1)
#|           return b
#|
#|   # t2t 0.1.0 stage 10 share-loads
#|   # toggles: none
#|   # reproduce: t2t-pipeline read_after_write.py --stop-after=share-loads
#|   # unchanged: nothing to do
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.Tensor[[64, 128], pl.FP32], y: pl.Tensor[[32, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": [0]})
#|           a: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(x)
#|           x1: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.assemble(x, y, [0, 0])
#|           b: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.add(a, x1)
#|           return b
#|
#|   # t2t 0.1.0 stage 13 convert-ops
#|   # toggles: none
#|   # reproduce: t2t-pipeline read_after_write.py --stop-after=convert-ops
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.Tensor[[64, 128], pl.FP32], y: pl.Tensor[[32, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": [0]})
#|           x__tile: pl.Tile[[64, 128], pl.FP32] = pl.tile.load(x, [0, 0], [64, 128], [64, 128])
#|           x__gm: pl.Tensor[[64, 128], pl.FP32] = pl.t2t.as_tensor(x__tile)
#|           a__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Vec] = pl.tile.exp(x__tile)
#|           a: pl.Tensor[[64, 128], pl.FP32] = pl.t2t.as_tensor(a__tile)
#|           assemble_src: pl.Tile[[32, 128], pl.FP32, pl.Mem.Vec] = pl.tile.load(y, [0, 0], [32, 128], [32, 128], target_memory=pl.Mem.Vec)
#|           x1: pl.Tensor[[64, 128], pl.FP32] = pl.tile.store(assemble_src, [0, 0], x)
#|           x1__tile: pl.Tile[[64, 128], pl.FP32] = pl.tile.load(x1, [0, 0], [64, 128], [64, 128])
#|           x1__gm: pl.Tensor[[64, 128], pl.FP32] = pl.t2t.as_tensor(x1__tile)
#|           b__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Vec] = pl.tile.add(a__tile, x1__tile)
#|           b: pl.Tensor[[64, 128], pl.FP32] = pl.t2t.as_tensor(b__tile)
#|           return b
#|
#|   # t2t 0.1.0 stage 19 upgrade-directions
#|   # toggles: none
#|   # reproduce: t2t-pipeline read_after_write.py --stop-after=upgrade-directions
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.InOut[pl.Tensor[[64, 128], pl.FP32]], y: pl.Tensor[[32, 128], pl.FP32], ret0__out: pl.Out[pl.Tensor[[64, 128], pl.FP32]]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": [0]})
#|           x__tile: pl.Tile[[64, 128], pl.FP32] = pl.tile.load(x, [0, 0], [64, 128], [64, 128])
#|           a__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Vec] = pl.tile.exp(x__tile)
#|           assemble_src: pl.Tile[[32, 128], pl.FP32, pl.Mem.Vec] = pl.tile.load(y, [0, 0], [32, 128], [32, 128], target_memory=pl.Mem.Vec)
#|           x1: pl.Tensor[[64, 128], pl.FP32] = pl.tile.store(assemble_src, [0, 0], x)
#|           x1__tile: pl.Tile[[64, 128], pl.FP32] = pl.tile.load(x1, [0, 0], [64, 128], [64, 128])
#|           b__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Vec] = pl.tile.add(a__tile, x1__tile)
#|           ret0__store: pl.Tensor[[64, 128], pl.FP32] = pl.tile.store(b__tile, [0, 0], ret0__out)
#|           return ret0__store
#|
#| -- stdout
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.InOut[pl.Tensor[[64, 128], pl.FP32]], y: pl.Tensor[[32, 128], pl.FP32], ret0__out: pl.Out[pl.Tensor[[64, 128], pl.FP32]]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           x__tile: pl.Tile[[64, 128], pl.FP32] = pl.tile.load(x, [0, 0], [64, 128], [64, 128])
#|           a__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Vec] = pl.tile.exp(x__tile)
#|           assemble_src: pl.Tile[[32, 128], pl.FP32, pl.Mem.Vec] = pl.tile.load(y, [0, 0], [32, 128], [32, 128], target_memory=pl.Mem.Vec)
#|           x1: pl.Tensor[[64, 128], pl.FP32] = pl.tile.store(assemble_src, [0, 0], x)
#|           x1__tile: pl.Tile[[64, 128], pl.FP32] = pl.tile.load(x1, [0, 0], [64, 128], [64, 128])
#|           b__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Vec] = pl.tile.add(a__tile, x1__tile)
#|           ret0__store: pl.Tensor[[64, 128], pl.FP32] = pl.tile.store(b__tile, [0, 0], ret0__out)
#|           return ret0__store
