# A wrapper between caller and kernel forwards the kernel's new output instead of allocating it.
# flags: --dump-after=allocate-call-outputs,forward-wrapper-outputs --verify=strict
import pypto.language as pl

@pl.program
class Stage:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
        y: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(x)
        return y
    @pl.function(type=pl.FunctionType.Group)
    def g(self, x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
        y: pl.Tensor[[64, 128], pl.FP32] = self.k(x)
        return y
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
        y: pl.Tensor[[64, 128], pl.FP32] = self.g(x)
        return y
#| exit 0
#| -- stderr
#|   # t2t 0.1.0 stage 17 allocate-call-outputs
#|   # toggles: none
#|   # reproduce: t2t-pipeline wrapper.py --stop-after=allocate-call-outputs
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.Tensor[[64, 128], pl.FP32], ret0__out: pl.Out[pl.Tensor[[64, 128], pl.FP32]]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": []})
#|           x__tile: pl.Tile[[64, 128], pl.FP32] = pl.tile.load(x, [0, 0], [64, 128], [64, 128])
#|           y__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Vec] = pl.tile.exp(x__tile)
#|           ret0__store: pl.Tensor[[64, 128], pl.FP32] = pl.tile.store(y__tile, [0, 0], ret0__out)
#|           return ret0__store
#|       @pl.function(type=pl.FunctionType.Group, level=pl.Level.CORE_GROUP, role=pl.Role.SubWorker)
#|       def g(x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           ret0__out: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.create([64, 128], dtype=pl.FP32, layout=pl.TensorLayout.ND, attrs={"t2t.private": 0})
#|           y: pl.Tensor[[64, 128], pl.FP32] = self.k(x, ret0__out)
#|           return y
#|       @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
#|       def main(self, x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           y: pl.Tensor[[64, 128], pl.FP32] = self.g(x)
#|           return y
#|
#|   # t2t 0.1.0 stage 18 forward-wrapper-outputs
#|   # toggles: none
#|   # reproduce: t2t-pipeline wrapper.py --stop-after=forward-wrapper-outputs
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.Tensor[[64, 128], pl.FP32], ret0__out: pl.Out[pl.Tensor[[64, 128], pl.FP32]]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": []})
#|           x__tile: pl.Tile[[64, 128], pl.FP32] = pl.tile.load(x, [0, 0], [64, 128], [64, 128])
#|           y__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Vec] = pl.tile.exp(x__tile)
#|           ret0__store: pl.Tensor[[64, 128], pl.FP32] = pl.tile.store(y__tile, [0, 0], ret0__out)
#|           return ret0__store
#|       @pl.function(type=pl.FunctionType.Group, level=pl.Level.CORE_GROUP, role=pl.Role.SubWorker)
#|       def g(x: pl.Tensor[[64, 128], pl.FP32], ret0__out: pl.Out[pl.Tensor[[64, 128], pl.FP32]]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           y: pl.Tensor[[64, 128], pl.FP32] = self.k(x, ret0__out)
#|           return y
#|       @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
#|       def main(self, x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           ret0__out: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.create([64, 128], dtype=pl.FP32, layout=pl.TensorLayout.ND)
#|           y: pl.Tensor[[64, 128], pl.FP32] = self.g(x, ret0__out)
#|           return y
#|
#| -- stdout
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.Tensor[[64, 128], pl.FP32], ret0__out: pl.Out[pl.Tensor[[64, 128], pl.FP32]]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           x__tile: pl.Tile[[64, 128], pl.FP32] = pl.tile.load(x, [0, 0], [64, 128], [64, 128])
#|           y__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Vec] = pl.tile.exp(x__tile)
#|           ret0__store: pl.Tensor[[64, 128], pl.FP32] = pl.tile.store(y__tile, [0, 0], ret0__out)
#|           return ret0__store
#|       @pl.function(type=pl.FunctionType.Group, level=pl.Level.CORE_GROUP, role=pl.Role.SubWorker)
#|       def g(x: pl.Tensor[[64, 128], pl.FP32], ret0__out: pl.Out[pl.Tensor[[64, 128], pl.FP32]]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           y: pl.Tensor[[64, 128], pl.FP32] = self.k(x, ret0__out)
#|           return y
#|       @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
#|       def main(self, x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           ret0__out: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.create([64, 128], dtype=pl.FP32, layout=pl.TensorLayout.ND)
#|           y: pl.Tensor[[64, 128], pl.FP32] = self.g(x, ret0__out)
#|           return y
