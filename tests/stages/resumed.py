# A dump of stage 12 is a program: the chain goes on behind it, and says so in its own dumps.
# flags: --start-after=lower-producers --dump-after=convert-ops
import pypto.language as pl

@pl.program
class Stage:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
        pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": []})
        x__tile: pl.Tile[[64, 128], pl.FP32] = pl.tile.load(x, [0, 0], [64, 128], [64, 128])
        x__gm: pl.Tensor[[64, 128], pl.FP32] = pl.t2t.as_tensor(x__tile)
        y: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(x__gm)
        return y
#| exit 0
#| -- stderr
#|   # t2t 0.1.0 stage 13 convert-ops
#|   # toggles: none
#|   # reproduce: t2t-pipeline resumed.py --start-after=lower-producers --stop-after=convert-ops
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
#|           y__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Vec] = pl.tile.exp(x__tile)
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
#|       def k(x: pl.Tensor[[64, 128], pl.FP32], ret0__out: pl.Out[pl.Tensor[[64, 128], pl.FP32]]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           x__tile: pl.Tile[[64, 128], pl.FP32] = pl.tile.load(x, [0, 0], [64, 128], [64, 128])
#|           y__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Vec] = pl.tile.exp(x__tile)
#|           ret0__store: pl.Tensor[[64, 128], pl.FP32] = pl.tile.store(y__tile, [0, 0], ret0__out)
#|           return ret0__store
