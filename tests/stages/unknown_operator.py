# A misspelt operator and a wrong operand: each is reported at its place, with what to do.
# flags: 
import pypto.language as pl

@pl.program
class Stage:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
        a: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exq(x)
        b: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.add(x)
        return b
#| exit 1
#| -- stderr
#|   unknown_operator.py:9:44: error: unknown operator 'pl.tensor.exq' [unknown-operator]
#|       9 |         a: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exq(x)
#|         |                                            ^~~~~~~~~~~~~
#|   help: did you mean 'pl.tensor.exp'?
#|   unknown_operator.py:10:44: error: tensor.add takes 2 operands, got 1 [call]
#|      10 |         b: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.add(x)
#|         |                                            ^~~~~~~~~~~~~~~~
#|   help: its arguments are lhs, rhs
