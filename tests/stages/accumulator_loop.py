# A loop that carries an accumulator: the seed becomes a tile in Acc, the carry keeps the extent its yields prove.
# flags: --dump-after=classify-values,convert-ops,resolve-casts,narrow-acc-carries --verify=strict
import pypto.language as pl

@pl.program
class Stage:
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[64, 256], pl.BF16], b: pl.Tensor[[256, 128], pl.BF16]) -> pl.Tensor[[64, 128], pl.FP32]:
        a0: pl.Tensor[[64, 64], pl.BF16] = pl.tensor.slice(a, [64, 64], [0, 0])
        b0: pl.Tensor[[64, 128], pl.BF16] = pl.tensor.slice(b, [64, 128], [0, 0])
        c0: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.matmul(a0, b0, out_dtype=pl.FP32)
        for i, (c,) in pl.range(64, 256, 64, init_values=(c0,)):
            ai: pl.Tensor[[64, 64], pl.BF16] = pl.tensor.slice(a, [64, 64], [0, i])
            bi: pl.Tensor[[64, 128], pl.BF16] = pl.tensor.slice(b, [64, 128], [i, 0])
            c1: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.matmul_acc(c, ai, bi)
            c2 = pl.yield_(c1)
        return c2
#| exit 0
#| -- stderr
#|   # t2t 0.1.0 stage 06 classify-values
#|   # toggles: none
#|   # reproduce: t2t-pipeline accumulator_loop.py --stop-after=classify-values
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(a: pl.Tensor[[64, 256], pl.BF16], b: pl.Tensor[[256, 128], pl.BF16]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": []})
#|           a0: pl.Tensor[[64, 64], pl.BF16] = pl.tensor.slice(a, [64, 64], [0, 0])
#|           b0: pl.Tensor[[64, 128], pl.BF16] = pl.tensor.slice(b, [64, 128], [0, 0])
#|           c0: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.matmul(a0, b0, out_dtype=pl.FP32)
#|           c__tile: pl.Tile[[64, 128], pl.FP32] = pl.t2t.as_tile(c0)
#|           for i, (c,) in pl.range(64, 256, 64, init_values=(c__tile,)):
#|               c__gm: pl.Tensor[[64, 128], pl.FP32] = pl.t2t.as_tensor(c)
#|               ai: pl.Tensor[[64, 64], pl.BF16] = pl.tensor.slice(a, [64, 64], [0, i])
#|               bi: pl.Tensor[[64, 128], pl.BF16] = pl.tensor.slice(b, [64, 128], [i, 0])
#|               c1: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.matmul_acc(c__gm, ai, bi)
#|               c1__tile: pl.Tile[[64, 128], pl.FP32] = pl.t2t.as_tile(c1)
#|               c2: pl.Tile[[64, 128], pl.FP32] = pl.yield_(c1__tile)
#|           c2__gm: pl.Tensor[[64, 128], pl.FP32] = pl.t2t.as_tensor(c2)
#|           return c2__gm
#|
#|   # t2t 0.1.0 stage 13 convert-ops
#|   # toggles: none
#|   # reproduce: t2t-pipeline accumulator_loop.py --stop-after=convert-ops
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(a: pl.Tensor[[64, 256], pl.BF16], b: pl.Tensor[[256, 128], pl.BF16]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": [], "t2t.param_space": "0:Mat,1:Mat"})
#|           a0__tile: pl.Tile[[64, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(a, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|           a0: pl.Tensor[[64, 64], pl.BF16] = pl.t2t.as_tensor(a0__tile)
#|           b0__tile: pl.Tile[[64, 128], pl.BF16, pl.Mem.Mat] = pl.tile.load(b, [0, 0], [64, 128], [64, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|           b0: pl.Tensor[[64, 128], pl.BF16] = pl.t2t.as_tensor(b0__tile)
#|           c0__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(a0__tile, b0__tile)
#|           c0: pl.Tensor[[64, 128], pl.FP32] = pl.t2t.as_tensor(c0__tile)
#|           for i, (c,) in pl.range(64, 256, 64, init_values=(c0__tile,)):
#|               c__gm: pl.Tensor[[64, 128], pl.FP32] = pl.t2t.as_tensor(c)
#|               ai__tile: pl.Tile[[64, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(a, [0, i], [64, 64], [64, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|               ai: pl.Tensor[[64, 64], pl.BF16] = pl.t2t.as_tensor(ai__tile)
#|               bi__tile: pl.Tile[[64, 128], pl.BF16, pl.Mem.Mat] = pl.tile.load(b, [i, 0], [64, 128], [64, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|               bi: pl.Tensor[[64, 128], pl.BF16] = pl.t2t.as_tensor(bi__tile)
#|               c1__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Acc] = pl.tile.matmul_acc(c, ai__tile, bi__tile)
#|               c1: pl.Tensor[[64, 128], pl.FP32] = pl.t2t.as_tensor(c1__tile)
#|               c2: pl.Tile[[64, 128], pl.FP32, pl.Mem.Acc] = pl.yield_(c1__tile)
#|           c2__gm: pl.Tensor[[64, 128], pl.FP32] = pl.t2t.as_tensor(c2)
#|           return c2__gm
#|
#|   # t2t 0.1.0 stage 14 resolve-casts
#|   # toggles: none
#|   # reproduce: t2t-pipeline accumulator_loop.py --stop-after=resolve-casts
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(a: pl.Tensor[[64, 256], pl.BF16], b: pl.Tensor[[256, 128], pl.BF16]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": [], "t2t.param_space": "0:Mat,1:Mat"})
#|           a0__tile: pl.Tile[[64, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(a, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|           b0__tile: pl.Tile[[64, 128], pl.BF16, pl.Mem.Mat] = pl.tile.load(b, [0, 0], [64, 128], [64, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|           c0__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(a0__tile, b0__tile)
#|           for i, (c,) in pl.range(64, 256, 64, init_values=(c0__tile,)):
#|               ai__tile: pl.Tile[[64, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(a, [0, i], [64, 64], [64, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|               bi__tile: pl.Tile[[64, 128], pl.BF16, pl.Mem.Mat] = pl.tile.load(b, [i, 0], [64, 128], [64, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|               c1__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Acc] = pl.tile.matmul_acc(c, ai__tile, bi__tile)
#|               c2: pl.Tile[[64, 128], pl.FP32, pl.Mem.Acc] = pl.yield_(c1__tile)
#|           c2__gm: pl.Tensor[[64, 128], pl.FP32] = pl.t2t.as_tensor(c2)
#|           return c2__gm
#|
#|   # t2t 0.1.0 stage 20 narrow-acc-carries
#|   # toggles: none
#|   # reproduce: t2t-pipeline accumulator_loop.py --stop-after=narrow-acc-carries
#|   # unchanged: nothing to do
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(a: pl.Tensor[[64, 256], pl.BF16], b: pl.Tensor[[256, 128], pl.BF16], ret0__out: pl.Out[pl.Tensor[[64, 128], pl.FP32]]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": [], "t2t.param_space": "0:Mat,1:Mat"})
#|           a0__tile: pl.Tile[[64, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(a, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|           b0__tile: pl.Tile[[64, 128], pl.BF16, pl.Mem.Mat] = pl.tile.load(b, [0, 0], [64, 128], [64, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|           c0__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(a0__tile, b0__tile)
#|           for i, (c,) in pl.range(64, 256, 64, init_values=(c0__tile,)):
#|               ai__tile: pl.Tile[[64, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(a, [0, i], [64, 64], [64, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|               bi__tile: pl.Tile[[64, 128], pl.BF16, pl.Mem.Mat] = pl.tile.load(b, [i, 0], [64, 128], [64, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|               c1__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Acc] = pl.tile.matmul_acc(c, ai__tile, bi__tile)
#|               c2: pl.Tile[[64, 128], pl.FP32, pl.Mem.Acc] = pl.yield_(c1__tile)
#|           ret0__store: pl.Tensor[[64, 128], pl.FP32] = pl.tile.store(c2, [0, 0], ret0__out)
#|           return ret0__store
#|
#| -- stdout
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(a: pl.Tensor[[64, 256], pl.BF16], b: pl.Tensor[[256, 128], pl.BF16], ret0__out: pl.Out[pl.Tensor[[64, 128], pl.FP32]]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           a0__tile: pl.Tile[[64, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(a, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|           b0__tile: pl.Tile[[64, 128], pl.BF16, pl.Mem.Mat] = pl.tile.load(b, [0, 0], [64, 128], [64, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|           c0__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(a0__tile, b0__tile)
#|           for i, (c,) in pl.range(64, 256, 64, init_values=(c0__tile,)):
#|               ai__tile: pl.Tile[[64, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(a, [0, i], [64, 64], [64, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|               bi__tile: pl.Tile[[64, 128], pl.BF16, pl.Mem.Mat] = pl.tile.load(b, [i, 0], [64, 128], [64, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|               c1__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Acc] = pl.tile.matmul_acc(c, ai__tile, bi__tile)
#|               c2: pl.Tile[[64, 128], pl.FP32, pl.Mem.Acc] = pl.yield_(c1__tile)
#|           ret0__store: pl.Tensor[[64, 128], pl.FP32] = pl.tile.store(c2, [0, 0], ret0__out)
#|           return ret0__store
