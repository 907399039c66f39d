# The same kernel with share-loads switched off: a load in front of each reader.
# flags: --dump-after=share-loads,bridge-operands --disable=share-loads
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
#|   # toggles: --disable=share-loads
#|   # reproduce: t2t-pipeline shared_load_off.py --disable=share-loads --stop-after=share-loads
#|   # skipped: disabled
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": []})
#|           a: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(x)
#|           b: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.add(a, x)
#|           return b
#|
#|   # t2t 0.1.0 stage 11 bridge-operands
#|   # toggles: --disable=share-loads
#|   # reproduce: t2t-pipeline shared_load_off.py --disable=share-loads --stop-after=bridge-operands
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
#|           x__tile_1: pl.Tile[[64, 128], pl.FP32] = pl.tile.load(x, [0, 0], [64, 128], [64, 128])
#|           x__gm_1: pl.Tensor[[64, 128], pl.FP32] = pl.t2t.as_tensor(x__tile_1)
#|           b: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.add(a, x__gm_1)
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
#|           x__tile_1: pl.Tile[[64, 128], pl.FP32] = pl.tile.load(x, [0, 0], [64, 128], [64, 128])
#|           b__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Vec] = pl.tile.add(a__tile, x__tile_1)
#|           ret0__store: pl.Tensor[[64, 128], pl.FP32] = pl.tile.store(b__tile, [0, 0], ret0__out)
#|           return ret0__store
