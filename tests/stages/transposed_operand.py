# A transposed right operand is a view of the loaded tile; nothing is copied.
# flags: --dump-after=bridge-operands,convert-ops --verify=strict
import pypto.language as pl

@pl.program
class Stage:
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[64, 64], pl.BF16], b: pl.Tensor[[128, 64], pl.BF16]) -> pl.Tensor[[64, 128], pl.FP32]:
        c: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.matmul(a, b, b_trans=True, out_dtype=pl.FP32)
        return c
#| exit 0
#| -- stderr
#|   # t2t 0.1.0 stage 11 bridge-operands
#|   # toggles: none
#|   # reproduce: t2t-pipeline transposed_operand.py --stop-after=bridge-operands
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(a: pl.Tensor[[64, 64], pl.BF16], b: pl.Tensor[[128, 64], pl.BF16]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": [], "t2t.param_space": "0:Mat,1:Mat"})
#|           a_mat: pl.Tile[[64, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(a, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|           a__gm: pl.Tensor[[64, 64], pl.BF16] = pl.t2t.as_tensor(a_mat)
#|           b_mat: pl.Tile[[128, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(b, [0, 0], [128, 64], [128, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|           b_mat_t: pl.Tile[[64, 128], pl.BF16, pl.Mem.Mat, pl.TileView(blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.col_major)] = pl.tile.transpose_view(b_mat)
#|           b__gm: pl.Tensor[[64, 128], pl.BF16] = pl.t2t.as_tensor(b_mat_t)
#|           c: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.matmul(a__gm, b__gm, b_trans=False, out_dtype=pl.FP32)
#|           return c
#|
#|   # t2t 0.1.0 stage 13 convert-ops
#|   # toggles: none
#|   # reproduce: t2t-pipeline transposed_operand.py --stop-after=convert-ops
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(a: pl.Tensor[[64, 64], pl.BF16], b: pl.Tensor[[128, 64], pl.BF16]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": [], "t2t.param_space": "0:Mat,1:Mat"})
#|           a_mat: pl.Tile[[64, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(a, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|           a__gm: pl.Tensor[[64, 64], pl.BF16] = pl.t2t.as_tensor(a_mat)
#|           b_mat: pl.Tile[[128, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(b, [0, 0], [128, 64], [128, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|           b_mat_t: pl.Tile[[64, 128], pl.BF16, pl.Mem.Mat, pl.TileView(blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.col_major)] = pl.tile.transpose_view(b_mat)
#|           b__gm: pl.Tensor[[64, 128], pl.BF16] = pl.t2t.as_tensor(b_mat_t)
#|           c__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(a_mat, b_mat_t)
#|           c: pl.Tensor[[64, 128], pl.FP32] = pl.t2t.as_tensor(c__tile)
#|           return c
#|
#| -- stdout
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(a: pl.Tensor[[64, 64], pl.BF16], b: pl.Tensor[[128, 64], pl.BF16], ret0__out: pl.Out[pl.Tensor[[64, 128], pl.FP32]]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           a_mat: pl.Tile[[64, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(a, [0, 0], [64, 64], [64, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|           b_mat: pl.Tile[[128, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(b, [0, 0], [128, 64], [128, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|           b_mat_t: pl.Tile[[64, 128], pl.BF16, pl.Mem.Mat, pl.TileView(blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.col_major)] = pl.tile.transpose_view(b_mat)
#|           c__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(a_mat, b_mat_t)
#|           ret0__store: pl.Tensor[[64, 128], pl.FP32] = pl.tile.store(c__tile, [0, 0], ret0__out)
#|           return ret0__store
