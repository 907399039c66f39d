# Just outside: 7 elements do not fill a 32-byte line, the loop stays.
# flags: --dump-after=canonicalize-scalar-fills --verify=strict
import pypto.language as pl

@pl.program
class Stage:
    @pl.function(type=pl.FunctionType.InCore)
    def k(d: pl.Out[pl.Tensor[[8, 64], pl.INT32]], r: pl.Scalar[pl.INDEX]) -> pl.Tensor[[8, 64], pl.INT32]:
        for i in pl.range(7):
            pl.tensor.write(d, [r, i], pl.const(7, pl.INT32))
        return d
#| exit 0
#| -- stderr
#|   # t2t 0.1.0 stage 03 canonicalize-scalar-fills
#|   # toggles: none
#|   # reproduce: t2t-pipeline scalar_loop_short_line.py --stop-after=canonicalize-scalar-fills
#|   # unchanged: nothing to do
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(d: pl.Out[pl.Tensor[[8, 64], pl.INT32]], r: pl.Scalar[pl.INDEX]) -> pl.Tensor[[8, 64], pl.INT32]:
#|           pl.func_attr({"t2t.kernel": True})
#|           for i in pl.range(7):
#|               pl.tensor.write(d, [r, i], pl.const(7, pl.INT32))
#|           return d
#|
#| -- stdout
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(d: pl.Out[pl.Tensor[[8, 64], pl.INT32]], r: pl.Scalar[pl.INDEX]) -> pl.Tensor[[8, 64], pl.INT32]:
#|           for i in pl.range(7):
#|               pl.tensor.write(d, [r, i], pl.const(7, pl.INT32))
#|           return d
