# One arm passes the parameter through, the other computes: the pass-through arm loads just before its yield, so that both
# yield tiles.
# flags: --dump-after=classify-values,bridge-operands,resolve-casts --verify=strict
import pypto.language as pl

@pl.program
class Stage:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 128], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64, 128], pl.FP32]:
        if n == 0:
            p: pl.Tensor[[64, 128], pl.FP32] = pl.yield_(x)
        else:
            e: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(x)
            p: pl.Tensor[[64, 128], pl.FP32] = pl.yield_(e)
        y: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.neg(p)
        return y
#| exit 0
#| -- stderr
#|   # t2t 0.1.0 stage 06 classify-values
#|   # toggles: none
#|   # reproduce: t2t-pipeline branch_values.py --stop-after=classify-values
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.Tensor[[64, 128], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": []})
#|           if n == 0:
#|               x__tile: pl.Tile[[64, 128], pl.FP32] = pl.t2t.as_tile(x)
#|               p: pl.Tile[[64, 128], pl.FP32] = pl.yield_(x__tile)
#|           else:
#|               e: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(x)
#|               e__tile: pl.Tile[[64, 128], pl.FP32] = pl.t2t.as_tile(e)
#|               p: pl.Tile[[64, 128], pl.FP32] = pl.yield_(e__tile)
#|           p__gm: pl.Tensor[[64, 128], pl.FP32] = pl.t2t.as_tensor(p)
#|           y: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.neg(p__gm)
#|           return y
#|
#|   # t2t 0.1.0 stage 11 bridge-operands
#|   # toggles: none
#|   # reproduce: t2t-pipeline branch_values.py --stop-after=bridge-operands
#|   # unchanged: nothing to do
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.Tensor[[64, 128], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": []})
#|           x__tile: pl.Tile[[64, 128], pl.FP32] = pl.tile.load(x, [0, 0], [64, 128], [64, 128])
#|           x__gm: pl.Tensor[[64, 128], pl.FP32] = pl.t2t.as_tensor(x__tile)
#|           if n == 0:
#|               x__tile_1: pl.Tile[[64, 128], pl.FP32] = pl.t2t.as_tile(x__gm)
#|               p: pl.Tile[[64, 128], pl.FP32] = pl.yield_(x__tile_1)
#|           else:
#|               e: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(x__gm)
#|               e__tile: pl.Tile[[64, 128], pl.FP32] = pl.t2t.as_tile(e)
#|               p: pl.Tile[[64, 128], pl.FP32] = pl.yield_(e__tile)
#|           p__gm: pl.Tensor[[64, 128], pl.FP32] = pl.t2t.as_tensor(p)
#|           y: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.neg(p__gm)
#|           return y
#|
#|   # t2t 0.1.0 stage 14 resolve-casts
#|   # toggles: none
#|   # reproduce: t2t-pipeline branch_values.py --stop-after=resolve-casts
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.Tensor[[64, 128], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": []})
#|           x__tile: pl.Tile[[64, 128], pl.FP32] = pl.tile.load(x, [0, 0], [64, 128], [64, 128])
#|           if n == 0:
#|               p: pl.Tile[[64, 128], pl.FP32] = pl.yield_(x__tile)
#|           else:
#|               e__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Vec] = pl.tile.exp(x__tile)
#|               p: pl.Tile[[64, 128], pl.FP32] = pl.yield_(e__tile)
#|           y__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Vec] = pl.tile.neg(p)
#|           y: pl.Tensor[[64, 128], pl.FP32] = pl.t2t.as_tensor(y__tile)
#|           return y
#|
#| -- stdout
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.Tensor[[64, 128], pl.FP32], n: pl.Scalar[pl.INDEX], ret0__out: pl.Out[pl.Tensor[[64, 128], pl.FP32]]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           x__tile: pl.Tile[[64, 128], pl.FP32] = pl.tile.load(x, [0, 0], [64, 128], [64, 128])
#|           if n == 0:
#|               p: pl.Tile[[64, 128], pl.FP32] = pl.yield_(x__tile)
#|           else:
#|               e__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Vec] = pl.tile.exp(x__tile)
#|               p: pl.Tile[[64, 128], pl.FP32] = pl.yield_(e__tile)
#|           y__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Vec] = pl.tile.neg(p)
#|           ret0__store: pl.Tensor[[64, 128], pl.FP32] = pl.tile.store(y__tile, [0, 0], ret0__out)
#|           return ret0__store
