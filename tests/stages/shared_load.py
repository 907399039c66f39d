# x is read twice and written by nobody: one load. Without the pass each reader loads for itself, which is as right.
# flags: --dump-after=share-loads,bridge-operands
import pypto.language as pl

@pl.program
class Stage:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
        a: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(x)
        b: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.add(a, x)
        return b
#| exit 0
#| -- stderr
#|   # t2t 0.1.0 stage 10 share-loads
#|   # toggles: none
#|   # reproduce: t2t-pipeline shared_load.py --stop-after=share-loads
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": []})
#|           x__tile: pl.Tile[[64, 128], pl.FP32] = pl.tile.load(x, [0, 0], [64, 128], [64, 128])
#|           x__gm: pl.Tensor[[64, 128], pl.FP32] = pl.t2t.as_tensor(x__tile)
#|           a: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(x__gm)
#|           b: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.add(a, x__gm)
#|           return b
#|
#|   # t2t 0.1.0 stage 11 bridge-operands
#|   # toggles: none
#|   # reproduce: t2t-pipeline shared_load.py --stop-after=bridge-operands
#|   # unchanged: nothing to do
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": []})
#|           x__tile: pl.Tile[[64, 128], pl.FP32] = pl.tile.load(x, [0, 0], [64, 128], [64, 128])
#|           x__gm: pl.Tensor[[64, 128], pl.FP32] = pl.t2t.as_tensor(x__tile)
#|           a: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(x__gm)
#|           b: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.add(a, x__gm)
#|           return b
#|
#| -- stdout
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.Tensor[[64, 128], pl.FP32], ret0__out: pl.Out[pl.Tensor[[64, 128], pl.FP32]]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           x__tile: pl.Tile[[64, 128], pl.FP32] = pl.tile.load(x, [0, 0], [64, 128], [64, 128])
#|           a__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Vec] = pl.tile.exp(x__tile)
#|           b__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Vec] = pl.tile.add(a__tile, x__tile)
#|           ret0__store: pl.Tensor[[64, 128], pl.FP32] = pl.tile.store(b__tile, [0, 0], ret0__out)
#|           return ret0__store
