# t2t 0.1.0 reproducer for pass 15 place-exit-stores
# pass 15 place-exit-stores: left a program that does not verify:
# flags: --passes=place-exit-stores
# pypto.program: UseBeforeDef
import pypto.language as pl

@pl.program
class UseBeforeDef:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kern(x: pl.Tensor[[16, 64], pl.FP32], o: pl.Out[pl.Tensor[[16, 64], pl.FP32]]) -> pl.Tensor[[16, 64], pl.FP32]:
        pl.func_attr({"t2t.kernel": True, "t2t.returns": "keep", "t2t.written": [1]})
        x__tile: pl.Tile[[16, 64], pl.FP32] = pl.tile.load(x, [0, 0], [16, 64], [16, 64])
        assemble_src: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(y, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
        z: pl.Tensor[[16, 64], pl.FP32] = pl.tile.store(assemble_src, [0, 0], o)
        y__tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tile.exp(x__tile)
        y: pl.Tensor[[16, 64], pl.FP32] = pl.t2t.as_tensor(y__tile)
        return z
