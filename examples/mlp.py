# An orchestration of several kernels, one of them behind a wrapper that runs it on many cores: the wrapper gets the output
# parameter that the kernel needs, and the caller allocates it.
import pypto.language as pl

T = 256              # tokens
H = 128              # width
TILE = 32            # tokens of one core

@pl.program
class Mlp:
    @pl.function(type=pl.FunctionType.InCore)
    def up(self, x: pl.Tensor[[T, H], pl.BF16], w: pl.Tensor[[H, H], pl.BF16], y: pl.Out[pl.Tensor[[T, H], pl.FP32]]):
        first = pl.get_block_idx() * TILE
        y[first:first + TILE] = pl.matmul(x[first:first + TILE], w, out_dtype=pl.FP32)
        return y

    @pl.function(type=pl.FunctionType.Spmd)
    def up_all(self, x: pl.Tensor[[T, H], pl.BF16], w: pl.Tensor[[H, H], pl.BF16], y: pl.Out[pl.Tensor[[T, H], pl.FP32]]):
        return self.up(x, w, y)

    @pl.function(type=pl.FunctionType.InCore)
    def silu(self, y: pl.Tensor[[T, H], pl.FP32]):
        return pl.cast(y / (pl.exp(-y) + 1.0), pl.BF16)

    @pl.function(type=pl.FunctionType.InCore)
    def down(self, a: pl.Tensor[[T, H], pl.BF16], w: pl.Tensor[[H, H], pl.BF16]):
        return pl.matmul(a, w, out_dtype=pl.FP32)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[T, H], pl.BF16], w0: pl.Tensor[[H, H], pl.BF16], w1: pl.Tensor[[H, H], pl.BF16]):
        y = pl.create_tensor([T, H], dtype=pl.FP32)
        y, task = pl.spmd_submit(self.up_all, x, w0, y, core_num=T // TILE)
        return self.down(self.silu(y), w1)
