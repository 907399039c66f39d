# t2t 0.1.0 reproducer for pass 13 convert-ops
# pass 13 convert-ops: left a program that does not verify:
# flags: --passes=convert-ops
# pypto.program: ScalarAddressArithmetic
import pypto.language as pl

@pl.program
class ScalarAddressArithmetic:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def addr(x__ssa_v0: pl.Tensor[[512, 64], pl.FP32], tab__ssa_v0: pl.Tensor[[32, 4], pl.INT32], pos__ssa_v0: pl.Tensor[[32], pl.INT64], base__ssa_v0: pl.Scalar[pl.INT32], n__ssa_v0: pl.Scalar[pl.INDEX], o__ssa_v0: pl.Out[pl.Tensor[[512, 64], pl.FP32]]) -> pl.Tensor[[512, 64], pl.FP32]:
        pl.func_attr({"t2t.kernel": True, "t2t.returns": "keep", "t2t.written": [5]})
        for i__idx_v0 in pl.range(0, n__ssa_v0 * 2 - 1, 2):
            p__ssa_v0: pl.Scalar[pl.INT64] = pl.tensor.read(pos__ssa_v0, [i__idx_v0 // 2 % 32])
            c__ssa_v0: pl.Scalar[pl.INT32] = pl.cast(p__ssa_v0, pl.INT32)
            j__ssa_v0: pl.Scalar[pl.INDEX] = pl.cast((c__ssa_v0 + base__ssa_v0) % pl.const(4, pl.INT32), pl.INDEX)
            b__ssa_v0: pl.Scalar[pl.INT32] = pl.tensor.read(tab__ssa_v0, [pl.cast(base__ssa_v0 // pl.const(2, pl.INT32), pl.INDEX), j__ssa_v0])
            r__ssa_v0: pl.Scalar[pl.INDEX] = (pl.cast(b__ssa_v0, pl.INDEX) * 16 + (i__idx_v0 + 1) % 16) % 32 * 16
            w__ssa_v0: pl.Scalar[pl.INDEX] = pl.min(pl.cast(c__ssa_v0 - base__ssa_v0, pl.INDEX) + -1, 16)
            z__ssa_v0: pl.Scalar[pl.INDEX] = pl.max(pl.cast(p__ssa_v0, pl.INDEX), 1) - (i__idx_v0 - n__ssa_v0 * 2)
            hit__ssa_v0: pl.Scalar[pl.INT32] = pl.cast(z__ssa_v0 < n__ssa_v0, pl.INT32)
            s__ssa_v0: pl.Scalar[pl.INDEX] = r__ssa_v0 + pl.cast(hit__ssa_v0, pl.INDEX) * 0
            if pl.cast(b__ssa_v0, pl.INDEX) < n__ssa_v0 and z__ssa_v0 == n__ssa_v0 * 2 - 1 or w__ssa_v0 <= r__ssa_v0:
                v__ssa_v0: pl.Tensor[[16, 64], pl.FP32, pl.TensorView(valid_shape=[pl.max(w__ssa_v0, pl.const(1, pl.INDEX)), 64], stride=[], layout=pl.TensorLayout.ND)] = pl.tensor.slice(x__ssa_v0, [16, 64], [s__ssa_v0, 0], [pl.max(w__ssa_v0, 1), 64])
                u__ssa_v0: pl.Tensor[[16, 64], pl.FP32, pl.TensorView(valid_shape=[pl.max(w__ssa_v0, pl.const(1, pl.INDEX)), 64], stride=[], layout=pl.TensorLayout.ND)] = pl.tensor.sqrt(v__ssa_v0)
                o__ssa_v1: pl.Tensor[[512, 64], pl.FP32] = pl.tensor.assemble(o__ssa_v0, u__ssa_v0, [s__ssa_v0, 0])
        return o__ssa_v0
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def host(self, x__ssa_v0: pl.Tensor[[512, 64], pl.FP32], tab__ssa_v0: pl.Tensor[[32, 4], pl.INT32], pos__ssa_v0: pl.Tensor[[32], pl.INT64], base__ssa_v0: pl.Scalar[pl.INT32], n__ssa_v0: pl.Scalar[pl.INDEX], o__ssa_v0: pl.Out[pl.Tensor[[512, 64], pl.FP32]]) -> pl.Tensor[[512, 64], pl.FP32]:
        o__ssa_v1: pl.Tensor[[512, 64], pl.FP32] = self.addr(x__ssa_v0, tab__ssa_v0, pos__ssa_v0, base__ssa_v0, n__ssa_v0, o__ssa_v0)
        return o__ssa_v1
