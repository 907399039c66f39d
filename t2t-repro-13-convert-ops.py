# t2t 0.1.0 reproducer for pass 13 convert-ops
# pass 13 convert-ops: said it changed the program and did not
# flags: --passes=convert-ops
# pypto.program: TileStore4PartialRows
import pypto.language as pl

@pl.program
class TileStore4PartialRows:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def rms_rows(x__ssa_v0: pl.Tensor[[128, 256], pl.BF16], n__ssa_v0: pl.Scalar[pl.INDEX], inv__ssa_v0: pl.Out[pl.Tensor[[128, 1], pl.FP32]], y__ssa_v0: pl.Out[pl.Tensor[[8, 128, 256], pl.FP32]]) -> tuple[pl.Tensor[[128, 1], pl.FP32], pl.Tensor[[8, 128, 256], pl.FP32]]:
        pl.func_attr({"t2t.kernel": True, "t2t.returns": "keep,keep", "t2t.written": [2, 3]})
        for tok_inline68__idx_v0 in pl.pipeline(n__ssa_v0, stage=2):
            x_inline68__ssa_v0: pl.Tile[[1, 256], pl.BF16, pl.Mem.Vec] = pl.tile.load(x__ssa_v0, [tok_inline68__idx_v0, 0], [1, 256], [1, 256], target_memory=pl.Mem.Vec)
            xf_inline68__ssa_v0: pl.Tile[[1, 256], pl.FP32, pl.Mem.Vec] = pl.tile.cast(x_inline68__ssa_v0, target_type=pl.FP32, mode='none')
            t__tmp_v0: pl.Tile[[1, 256], pl.FP32, pl.Mem.Vec] = pl.tile.mul(xf_inline68__ssa_v0, xf_inline68__ssa_v0)
            tmp_inline68__ssa_v0: pl.Tile[[1, 256], pl.FP32, pl.Mem.Vec] = pl.tile.create([1, 256], dtype=pl.FP32, target_memory=pl.Mem.Vec)
            sq_inline68__ssa_v0: pl.Tile[[1, 1], pl.FP32, pl.Mem.Vec, pl.TileView(blayout=pl.TileLayout.col_major)] = pl.tile.row_sum(t__tmp_v0, tmp_inline68__ssa_v0)
            r_inline68__ssa_v0: pl.Tile[[1, 1], pl.FP32, pl.Mem.Vec, pl.TileView(blayout=pl.TileLayout.col_major)] = pl.tile.rsqrt(sq_inline68__ssa_v0)
            inv__store: pl.Tensor[[128, 1], pl.FP32] = pl.tile.store(r_inline68__ssa_v0, [tok_inline68__idx_v0, 0], inv__ssa_v0, [1, 1])
            z_inline68__ssa_v0: pl.Tile[[1, 256], pl.FP32, pl.Mem.Vec] = pl.tile.row_expand_mul(xf_inline68__ssa_v0, r_inline68__ssa_v0)
            y__store: pl.Tensor[[8, 128, 256], pl.FP32] = pl.tile.store(z_inline68__ssa_v0, [3, tok_inline68__idx_v0, 0], y__ssa_v0, [1, 1, 256])
        return inv__ssa_v0, y__ssa_v0
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def host(self, x__ssa_v0: pl.Tensor[[128, 256], pl.BF16], n__ssa_v0: pl.Scalar[pl.INDEX], inv__ssa_v0: pl.Out[pl.Tensor[[128, 1], pl.FP32]], y__ssa_v0: pl.Out[pl.Tensor[[8, 128, 256], pl.FP32]]) -> pl.Tensor[[8, 128, 256], pl.FP32]:
        ret__tmp_v0: pl.Tuple[pl.Tensor[[128, 1], pl.FP32], pl.Tensor[[8, 128, 256], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.rms_rows, x__ssa_v0, n__ssa_v0, inv__ssa_v0, y__ssa_v0, allow_early_resolve=True)
        y__ssa_v1: pl.Tensor[[8, 128, 256], pl.FP32] = ret__tmp_v0[1]
        return y__ssa_v1
