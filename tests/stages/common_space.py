# One side of a branch yields a product, which is in L0C, the other a vector tile. Nothing moves into L0C, so the product is
# moved out, in the layout of the other side. The loop begins with a product and goes on with vector tiles: its seed moves.
# flags: --dump-after=convert-ops --verify=strict --check-values
import pypto.language as pl

@pl.program
class Stage:
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[16, 32], pl.FP32], pl.Tensor[[16, 32], pl.FP32]]:
        if n == 0:
            p: pl.Tensor[[16, 32], pl.FP32] = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
            y: pl.Tensor[[16, 32], pl.FP32] = pl.yield_(p)
        else:
            q: pl.Tensor[[16, 32], pl.FP32] = pl.tensor.add(x, x)
            y: pl.Tensor[[16, 32], pl.FP32] = pl.yield_(q)
        s: pl.Tensor[[16, 32], pl.FP32] = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
        for i, (c,) in pl.range(4, init_values=(s,)):
            m: pl.Tensor[[16, 32], pl.FP32] = pl.tensor.add(c, x)
            z: pl.Tensor[[16, 32], pl.FP32] = pl.yield_(m)
        return y, z
#| exit 0
#| -- stderr
#|   # t2t 0.1.0 stage 13 convert-ops
#|   # toggles: none
#|   # reproduce: t2t-pipeline common_space.py --stop-after=convert-ops
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[16, 32], pl.FP32], pl.Tensor[[16, 32], pl.FP32]]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0,new:1", "t2t.written": [], "t2t.param_space": "0:Mat,1:Mat"})
#|           x__tile: pl.Tile[[16, 32], pl.FP32] = pl.tile.load(x, [0, 0], [16, 32], [16, 32])
#|           x__gm: pl.Tensor[[16, 32], pl.FP32] = pl.t2t.as_tensor(x__tile)
#|           if n == 0:
#|               a_mat: pl.Tile[[16, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(a, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|               a__gm: pl.Tensor[[16, 64], pl.BF16] = pl.t2t.as_tensor(a_mat)
#|               b_mat: pl.Tile[[64, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(b, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|               b__gm: pl.Tensor[[64, 32], pl.BF16] = pl.t2t.as_tensor(b_mat)
#|               p__tile: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(a_mat, b_mat)
#|               p: pl.Tensor[[16, 32], pl.FP32] = pl.t2t.as_tensor(p__tile)
#|               p__tile_vec: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.move(p__tile, target_memory=pl.Mem.Vec, blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box)
#|               y: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(p__tile_vec)
#|           else:
#|               q__tile: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(x__tile, x__tile)
#|               q: pl.Tensor[[16, 32], pl.FP32] = pl.t2t.as_tensor(q__tile)
#|               y: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(q__tile)
#|           y__gm: pl.Tensor[[16, 32], pl.FP32] = pl.t2t.as_tensor(y)
#|           a_mat_1: pl.Tile[[16, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(a, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|           a__gm_1: pl.Tensor[[16, 64], pl.BF16] = pl.t2t.as_tensor(a_mat_1)
#|           b_mat_1: pl.Tile[[64, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(b, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|           b__gm_1: pl.Tensor[[64, 32], pl.BF16] = pl.t2t.as_tensor(b_mat_1)
#|           s__tile: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(a_mat_1, b_mat_1)
#|           s: pl.Tensor[[16, 32], pl.FP32] = pl.t2t.as_tensor(s__tile)
#|           s__tile_vec: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.move(s__tile, target_memory=pl.Mem.Vec, blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box)
#|           for i, (c,) in pl.range(4, init_values=(s__tile_vec,)):
#|               c__gm: pl.Tensor[[16, 32], pl.FP32] = pl.t2t.as_tensor(c)
#|               m__tile: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(c, x__tile)
#|               m: pl.Tensor[[16, 32], pl.FP32] = pl.t2t.as_tensor(m__tile)
#|               z: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(m__tile)
#|           z__gm: pl.Tensor[[16, 32], pl.FP32] = pl.t2t.as_tensor(z)
#|           return y__gm, z__gm
#|
#|   values: 1 functions, 36 runs compared, 165888 elements equal, 0 undefined before
#| -- stdout
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX], ret0__out: pl.Out[pl.Tensor[[16, 32], pl.FP32]], ret1__out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> tuple[pl.Tensor[[16, 32], pl.FP32], pl.Tensor[[16, 32], pl.FP32]]:
#|           x__tile: pl.Tile[[16, 32], pl.FP32] = pl.tile.load(x, [0, 0], [16, 32], [16, 32])
#|           if n == 0:
#|               a_mat: pl.Tile[[16, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(a, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|               b_mat: pl.Tile[[64, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(b, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|               p__tile: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(a_mat, b_mat)
#|               p__tile_vec: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.move(p__tile, target_memory=pl.Mem.Vec, blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box)
#|               y: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(p__tile_vec)
#|           else:
#|               q__tile: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(x__tile, x__tile)
#|               y: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(q__tile)
#|           a_mat_1: pl.Tile[[16, 64], pl.BF16, pl.Mem.Mat] = pl.tile.load(a, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|           b_mat_1: pl.Tile[[64, 32], pl.BF16, pl.Mem.Mat] = pl.tile.load(b, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
#|           s__tile: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(a_mat_1, b_mat_1)
#|           s__tile_vec: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.move(s__tile, target_memory=pl.Mem.Vec, blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box)
#|           for i, (c,) in pl.range(4, init_values=(s__tile_vec,)):
#|               m__tile: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.add(c, x__tile)
#|               z: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.yield_(m__tile)
#|           ret0__store: pl.Tensor[[16, 32], pl.FP32] = pl.tile.store(y, [0, 0], ret0__out)
#|           ret1__store: pl.Tensor[[16, 32], pl.FP32] = pl.tile.store(z, [0, 0], ret1__out)
#|           return ret0__store, ret1__store
