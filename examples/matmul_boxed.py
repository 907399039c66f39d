# A matrix product whose M = 100 is no multiple of the fractal height: the operand is loaded into a box of 112 rows.
import pypto.language as pl

@pl.program
class MatmulBoxed:
    @pl.function(type=pl.FunctionType.InCore)
    def mm(a: pl.Tensor[[100, 256], pl.FP16], b: pl.Tensor[[512, 256], pl.FP16]) -> pl.Tensor[[100, 512], pl.FP32]:
        c: pl.Tensor[[100, 512], pl.FP32] = pl.tensor.matmul(a, b, a_trans=False, b_trans=True, c_matrix_nz=False, out_dtype=pl.FP32)
        return c
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: pl.Tensor[[100, 256], pl.FP16], b: pl.Tensor[[512, 256], pl.FP16]) -> pl.Tensor[[100, 512], pl.FP32]:
        c: pl.Tensor[[100, 512], pl.FP32] = self.mm(a, b)
        return c
