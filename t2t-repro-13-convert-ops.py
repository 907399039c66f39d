# t2t 0.1.0 reproducer for pass 13 convert-ops
# pass 13 convert-ops: left a program that does not verify:
# flags: --passes=convert-ops
# pypto.program: PipelineFirstStepIf
import pypto.language as pl

T_DYN = pl.dynamic("T_DYN")

@pl.program
class PipelineFirstStepIf:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def mix_linear(t_dim_inline40__ssa_v0: pl.Scalar[pl.INDEX], x_inline40__ssa_v0: pl.Tensor[[T_DYN, 512], pl.FP32], w_inline40__ssa_v0: pl.Tensor[[24, 512], pl.FP32], part_inline40__ssa_v0: pl.Out[pl.Tensor[[T_DYN, 32], pl.FP32]]) -> pl.Tensor[[T_DYN, 32], pl.FP32]:
        pl.func_attr({"t2t.kernel": True, "t2t.returns": "keep", "t2t.written": [3], "t2t.param_space": "1:Mat,2:Mat"})
        task_inline40__ssa_v0: pl.Scalar[pl.INDEX] = pl.tile.get_block_idx()
        t0_inline40__ssa_v0: pl.Scalar[pl.INDEX] = task_inline40__ssa_v0 * 16
        rows_inline40__ssa_v0: pl.Scalar[pl.INDEX] = pl.min(t_dim_inline40__ssa_v0 - t0_inline40__ssa_v0, 16)
        acc_inline40__ssa_v0: pl.Tensor[[16, 32], pl.FP32] = pl.tensor.create([16, 32], dtype=pl.FP32, layout=pl.TensorLayout.ND, attrs={"t2t.space": pl.Mem.Acc})
        acc_inline40__tile: pl.Tile[[16, 32], pl.FP32] = pl.t2t.as_tile(acc_inline40__ssa_v0)
        for kb_inline40__idx_v0, (acc_inline40__iter_v1,) in pl.pipeline(4, stage=2, init_values=(acc_inline40__tile,)):
            acc_inline40__gm: pl.Tensor[[16, 32], pl.FP32] = pl.t2t.as_tensor(acc_inline40__iter_v1)
            k0_inline40__ssa_v0: pl.Scalar[pl.INDEX] = kb_inline40__idx_v0 * 128
            xc_inline40__tile: pl.Tile[[16, 128], pl.FP32, pl.Mem.Mat, pl.TileView(valid_shape=[rows_inline40__ssa_v0, 128])] = pl.tile.load(x_inline40__ssa_v0, [t0_inline40__ssa_v0, k0_inline40__ssa_v0], [16, 128], [rows_inline40__ssa_v0, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            xc_inline40__ssa_v0: pl.Tensor[[16, 128], pl.FP32, pl.TensorView(valid_shape=[rows_inline40__ssa_v0, 128], stride=[], layout=pl.TensorLayout.ND)] = pl.t2t.as_tensor(xc_inline40__tile)
            wc_inline40__tile: pl.Tile[[32, 128], pl.FP32, pl.Mem.Mat, pl.TileView(valid_shape=[24, 128])] = pl.tile.load(w_inline40__ssa_v0, [0, k0_inline40__ssa_v0], [32, 128], [24, 128], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
            wc_inline40__ssa_v0: pl.Tensor[[32, 128], pl.FP32, pl.TensorView(valid_shape=[24, 128], stride=[], layout=pl.TensorLayout.ND)] = pl.t2t.as_tensor(wc_inline40__tile)
            if kb_inline40__idx_v0 == 0:
                wc_inline40__tile_1: pl.Tile[[32, 128], pl.FP32, pl.TileView(valid_shape=[24, 128])] = pl.t2t.as_tile(wc_inline40__ssa_v0)
                wc_inline40__tile_mat: pl.Tile[[32, 128], pl.FP32, pl.Mem.Mat, pl.TileView(valid_shape=[24, 128])] = pl.tile.move(wc_inline40__tile_1, target_memory=pl.Mem.Mat, attrs={"t2t.bridge_move": True})
                wc_inline40__tile_mat_t: pl.Tile[[128, 32], pl.FP32, pl.Mem.Mat, pl.TileView(valid_shape=[128, 24], blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.col_major)] = pl.tile.transpose_view(wc_inline40__tile_mat)
                wc_inline40__gm: pl.Tensor[[128, 32], pl.FP32, pl.TensorView(valid_shape=[128, 24], stride=[], layout=pl.TensorLayout.ND)] = pl.t2t.as_tensor(wc_inline40__tile_mat_t)
                acc_inline40__ssa_v3: pl.Tensor[[16, 32], pl.FP32] = pl.tensor.matmul(xc_inline40__ssa_v0, wc_inline40__gm, a_trans=False, b_trans=False, c_matrix_nz=False, out_dtype=pl.FP32)
                acc_inline40__tile_1: pl.Tile[[16, 32], pl.FP32] = pl.t2t.as_tile(acc_inline40__ssa_v3)
                acc_inline40__phi_v5: pl.Tile[[16, 32], pl.FP32] = pl.yield_(acc_inline40__tile_1)
            else:
                wc_inline40__tile_2: pl.Tile[[32, 128], pl.FP32, pl.TileView(valid_shape=[24, 128])] = pl.t2t.as_tile(wc_inline40__ssa_v0)
                wc_inline40__tile_mat_1: pl.Tile[[32, 128], pl.FP32, pl.Mem.Mat, pl.TileView(valid_shape=[24, 128])] = pl.tile.move(wc_inline40__tile_2, target_memory=pl.Mem.Mat, attrs={"t2t.bridge_move": True})
                wc_inline40__tile_mat_t_1: pl.Tile[[128, 32], pl.FP32, pl.Mem.Mat, pl.TileView(valid_shape=[128, 24], blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.col_major)] = pl.tile.transpose_view(wc_inline40__tile_mat_1)
                wc_inline40__gm_1: pl.Tensor[[128, 32], pl.FP32, pl.TensorView(valid_shape=[128, 24], stride=[], layout=pl.TensorLayout.ND)] = pl.t2t.as_tensor(wc_inline40__tile_mat_t_1)
                acc_inline40__ssa_v4: pl.Tensor[[16, 32], pl.FP32] = pl.tensor.matmul_acc(acc_inline40__gm, xc_inline40__ssa_v0, wc_inline40__gm_1, a_trans=False, b_trans=False)
                acc_inline40__tile_2: pl.Tile[[16, 32], pl.FP32] = pl.t2t.as_tile(acc_inline40__ssa_v4)
                acc_inline40__phi_v5: pl.Tile[[16, 32], pl.FP32] = pl.yield_(acc_inline40__tile_2)
            acc_inline40__gm_1: pl.Tensor[[16, 32], pl.FP32] = pl.t2t.as_tensor(acc_inline40__phi_v5)
            acc_inline40__tile_3: pl.Tile[[16, 32], pl.FP32] = pl.t2t.as_tile(acc_inline40__gm_1)
            acc_inline40__rv_v2: pl.Tile[[16, 32], pl.FP32] = pl.yield_(acc_inline40__tile_3)
        acc_inline40__gm_2: pl.Tensor[[16, 32], pl.FP32] = pl.t2t.as_tensor(acc_inline40__rv_v2)
        part_inline40__ssa_v1: pl.Tensor[[T_DYN, 32], pl.FP32] = pl.tensor.assemble(part_inline40__ssa_v0, acc_inline40__gm_2, [t0_inline40__ssa_v0, 0])
        return part_inline40__ssa_v0
    @pl.function(type=pl.FunctionType.Spmd)
    def mix_linear_spmd(self, t_dim_inline40__ssa_v0: pl.Scalar[pl.INDEX], x_inline40__ssa_v0: pl.Tensor[[T_DYN, 512], pl.FP32], w_inline40__ssa_v0: pl.Tensor[[24, 512], pl.FP32], part_inline40__ssa_v0: pl.Out[pl.Tensor[[T_DYN, 32], pl.FP32]]) -> pl.Tensor[[T_DYN, 32], pl.FP32]:
        part_inline40__ssa_v1: pl.Tensor[[T_DYN, 32], pl.FP32] = self.mix_linear(t_dim_inline40__ssa_v0, x_inline40__ssa_v0, w_inline40__ssa_v0, part_inline40__ssa_v0)
        return part_inline40__ssa_v0
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def host(self, x__ssa_v0: pl.Tensor[[T_DYN, 512], pl.FP32], w__ssa_v0: pl.Tensor[[24, 512], pl.FP32]) -> pl.Tensor[[T_DYN, 32], pl.FP32]:
        n_inline40__ssa_v0: pl.Scalar[pl.INDEX] = (T_DYN + 15) // 16
        part_inline40__ssa_v0: pl.Tensor[[T_DYN, 32], pl.FP32] = pl.tensor.create([T_DYN, 32], dtype=pl.FP32, layout=pl.TensorLayout.ND)
        ret__tmp_v0: pl.Tuple[pl.Tensor[[T_DYN, 32], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.spmd_submit(self.mix_linear_spmd, T_DYN, x__ssa_v0, w__ssa_v0, part_inline40__ssa_v0, core_num=n_inline40__ssa_v0, allow_early_resolve=True)
        part_inline40__ssa_v1: pl.Tensor[[T_DYN, 32], pl.FP32] = ret__tmp_v0[0]
        return part_inline40__ssa_v1
