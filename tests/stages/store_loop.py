# A loop that fills its result piece by piece and returns it: the pieces are stored where they are made.
# flags: --dump-after=place-exit-stores,finish --verify=strict
import pypto.language as pl

@pl.program
class Stage:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
        o: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.create([64, 128], dtype=pl.FP32)
        for i, (c,) in pl.range(0, 64, 16, init_values=(o,)):
            xi: pl.Tensor[[16, 128], pl.FP32] = pl.tensor.slice(x, [16, 128], [i, 0])
            yi: pl.Tensor[[16, 128], pl.FP32] = pl.tensor.exp(xi)
            c1: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.assemble(c, yi, [i, 0])
            r = pl.yield_(c1)
        return r
#| exit 0
#| -- stderr
#|   # t2t 0.1.0 stage 15 place-exit-stores
#|   # toggles: none
#|   # reproduce: t2t-pipeline store_loop.py --stop-after=place-exit-stores
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": [0]})
#|           ret0__out: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.create([64, 128], dtype=pl.FP32, layout=pl.TensorLayout.ND, attrs={"t2t.out": 0})
#|           for i, (c,) in pl.range(0, 64, 16, init_values=(ret0__out,)):
#|               xi__tile: pl.Tile[[16, 128], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [i, 0], [16, 128], [16, 128], target_memory=pl.Mem.Vec)
#|               yi__tile: pl.Tile[[16, 128], pl.FP32, pl.Mem.Vec] = pl.tile.exp(xi__tile)
#|               c1__tile: pl.Tensor[[64, 128], pl.FP32] = pl.tile.store(yi__tile, [i, 0], c)
#|               r: pl.Tensor[[64, 128], pl.FP32] = pl.yield_(c1__tile)
#|           return r
#|
#|   # t2t 0.1.0 stage 21 finish
#|   # toggles: none
#|   # reproduce: t2t-pipeline store_loop.py --stop-after=finish
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.Tensor[[64, 128], pl.FP32], ret0__out: pl.Out[pl.Tensor[[64, 128], pl.FP32]]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           for i, (c,) in pl.range(0, 64, 16, init_values=(ret0__out,)):
#|               xi__tile: pl.Tile[[16, 128], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [i, 0], [16, 128], [16, 128], target_memory=pl.Mem.Vec)
#|               yi__tile: pl.Tile[[16, 128], pl.FP32, pl.Mem.Vec] = pl.tile.exp(xi__tile)
#|               c1__tile: pl.Tensor[[64, 128], pl.FP32] = pl.tile.store(yi__tile, [i, 0], c)
#|               r: pl.Tensor[[64, 128], pl.FP32] = pl.yield_(c1__tile)
#|           return r
#|
#| -- stdout
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.Tensor[[64, 128], pl.FP32], ret0__out: pl.Out[pl.Tensor[[64, 128], pl.FP32]]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           for i, (c,) in pl.range(0, 64, 16, init_values=(ret0__out,)):
#|               xi__tile: pl.Tile[[16, 128], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [i, 0], [16, 128], [16, 128], target_memory=pl.Mem.Vec)
#|               yi__tile: pl.Tile[[16, 128], pl.FP32, pl.Mem.Vec] = pl.tile.exp(xi__tile)
#|               c1__tile: pl.Tensor[[64, 128], pl.FP32] = pl.tile.store(yi__tile, [i, 0], c)
#|               r: pl.Tensor[[64, 128], pl.FP32] = pl.yield_(c1__tile)
#|           return r
