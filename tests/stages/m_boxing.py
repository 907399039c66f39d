# 100 rows do not fill the 16-row fractals of the cube unit: the left operand is loaded into a box of 112 rows of which
# 100 are valid, the accumulator follows.
# flags: --dump-after=infer-consumer-space,box-cube-m,convert-ops --verify=strict
import pypto.language as pl

@pl.program
class Stage:
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[100, 64], pl.BF16], b: pl.Tensor[[64, 128], pl.BF16]) -> pl.Tensor[[100, 128], pl.FP32]:
        c: pl.Tensor[[100, 128], pl.FP32] = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
        return c
#| exit 0
#| -- stderr
#|   # t2t 0.1.0 stage 07 infer-consumer-space
#|   # toggles: none
#|   # reproduce: t2t-pipeline m_boxing.py --stop-after=infer-consumer-space
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(a: pl.Tensor[[100, 64], pl.BF16], b: pl.Tensor[[64, 128], pl.BF16]) -> pl.Tensor[[100, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": [], "t2t.param_space": "0:Mat,1:Mat"})
#|           c: pl.Tensor[[100, 128], pl.FP32] = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
#|           return c
#|
#|   # t2t 0.1.0 stage 08 box-cube-m
#|   # toggles: none
#|   # reproduce: t2t-pipeline m_boxing.py --stop-after=box-cube-m
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(a: pl.Tensor[[100, 64], pl.BF16], b: pl.Tensor[[64, 128], pl.BF16]) -> pl.Tensor[[100, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": [], "t2t.param_space": "0:Mat,1:Mat", "t2t.param_box": "0:0:16"})
#|           c: pl.Tensor[[100, 128], pl.FP32] = pl.tensor.matmul(a, b, out_dtype=pl.FP32, attrs={"t2t.box.0": "0:16"})
#|           return c
#|
#|   # t2t 0.1.0 stage 13 convert-ops
#|   # toggles: none
#|   # reproduce: t2t-pipeline m_boxing.py --stop-after=convert-ops
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(a: pl.Tensor[[100, 64], pl.BF16], b: pl.Tensor[[64, 128], pl.BF16]) -> pl.Tensor[[100, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": [], "t2t.param_space": "0:Mat,1:Mat", "t2t.param_box": "0:0:16"})
#|           a_mat: pl.Tile[[112, 64], pl.BF16, pl.Mem.Mat, pl.TileView(valid_shape=[100, 64])] = pl.tile.load(a, [0, 0], [112, 64], [100, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|           a__gm: pl.Tensor[[100, 64], pl.BF16] = pl.t2t.as_tensor(a_mat)
#|           b_mat: pl.Tile[[64, 128], pl.BF16, pl.Mem.Mat] = pl.tile.load(b, [0, 0], [64, 128], [64, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|           b__gm: pl.Tensor[[64, 128], pl.BF16] = pl.t2t.as_tensor(b_mat)
#|           c__tile: pl.Tile[[112, 128], pl.FP32, pl.Mem.Acc, pl.TileView(valid_shape=[100, 128], compact=pl.CompactMode.normal)] = pl.tile.matmul(a_mat, b_mat)
#|           c: pl.Tensor[[100, 128], pl.FP32] = pl.t2t.as_tensor(c__tile)
#|           return c
#|
#| -- stdout
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(a: pl.Tensor[[100, 64], pl.BF16], b: pl.Tensor[[64, 128], pl.BF16], ret0__out: pl.Out[pl.Tensor[[100, 128], pl.FP32]]) -> pl.Tensor[[100, 128], pl.FP32]:
#|           a_mat: pl.Tile[[112, 64], pl.BF16, pl.Mem.Mat, pl.TileView(valid_shape=[100, 64])] = pl.tile.load(a, [0, 0], [112, 64], [100, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|           b_mat: pl.Tile[[64, 128], pl.BF16, pl.Mem.Mat] = pl.tile.load(b, [0, 0], [64, 128], [64, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|           c__tile: pl.Tile[[112, 128], pl.FP32, pl.Mem.Acc, pl.TileView(valid_shape=[100, 128], compact=pl.CompactMode.normal)] = pl.tile.matmul(a_mat, b_mat)
#|           ret0__store: pl.Tensor[[100, 128], pl.FP32] = pl.tile.store(c__tile, [0, 0], ret0__out)
#|           return ret0__store
