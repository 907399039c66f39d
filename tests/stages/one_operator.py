# The smallest kernel there is, behind every pass that changes it.
# flags: --dump-after=changed --verify=strict
import pypto.language as pl

@pl.program
class Stage:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
        y: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(x)
        return y
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
        y: pl.Tensor[[64, 128], pl.FP32] = self.k(x)
        return y
#| exit 0
#| -- stderr
#|   # t2t 0.1.0 stage 00 frontend
#|   # toggles: none
#|   # reproduce: t2t-pipeline one_operator.py --passes=none
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           y: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(x)
#|           return y
#|       @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
#|       def main(self, x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           y: pl.Tensor[[64, 128], pl.FP32] = self.k(x)
#|           return y
#|
#|   # t2t 0.1.0 stage 01 select-kernels
#|   # toggles: none
#|   # reproduce: t2t-pipeline one_operator.py --stop-after=select-kernels
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True})
#|           y: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(x)
#|           return y
#|       @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
#|       def main(self, x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           y: pl.Tensor[[64, 128], pl.FP32] = self.k(x)
#|           return y
#|
#|   # t2t 0.1.0 stage 04 record-returns
#|   # toggles: none
#|   # reproduce: t2t-pipeline one_operator.py --stop-after=record-returns
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0"})
#|           y: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(x)
#|           return y
#|       @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
#|       def main(self, x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           y: pl.Tensor[[64, 128], pl.FP32] = self.k(x)
#|           return y
#|
#|   # t2t 0.1.0 stage 05 analyze-effects
#|   # toggles: none
#|   # reproduce: t2t-pipeline one_operator.py --stop-after=analyze-effects
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": []})
#|           y: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(x)
#|           return y
#|       @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
#|       def main(self, x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           y: pl.Tensor[[64, 128], pl.FP32] = self.k(x)
#|           return y
#|
#|   # t2t 0.1.0 stage 10 share-loads
#|   # toggles: none
#|   # reproduce: t2t-pipeline one_operator.py --stop-after=share-loads
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": []})
#|           x__tile: pl.Tile[[64, 128], pl.FP32] = pl.tile.load(x, [0, 0], [64, 128], [64, 128])
#|           x__gm: pl.Tensor[[64, 128], pl.FP32] = pl.t2t.as_tensor(x__tile)
#|           y: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(x__gm)
#|           return y
#|       @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
#|       def main(self, x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           y: pl.Tensor[[64, 128], pl.FP32] = self.k(x)
#|           return y
#|
#|   # t2t 0.1.0 stage 13 convert-ops
#|   # toggles: none
#|   # reproduce: t2t-pipeline one_operator.py --stop-after=convert-ops
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": []})
#|           x__tile: pl.Tile[[64, 128], pl.FP32] = pl.tile.load(x, [0, 0], [64, 128], [64, 128])
#|           x__gm: pl.Tensor[[64, 128], pl.FP32] = pl.t2t.as_tensor(x__tile)
#|           y__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Vec] = pl.tile.exp(x__tile)
#|           y: pl.Tensor[[64, 128], pl.FP32] = pl.t2t.as_tensor(y__tile)
#|           return y
#|       @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
#|       def main(self, x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           y: pl.Tensor[[64, 128], pl.FP32] = self.k(x)
#|           return y
#|
#|   # t2t 0.1.0 stage 14 resolve-casts
#|   # toggles: none
#|   # reproduce: t2t-pipeline one_operator.py --stop-after=resolve-casts
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": []})
#|           x__tile: pl.Tile[[64, 128], pl.FP32] = pl.tile.load(x, [0, 0], [64, 128], [64, 128])
#|           y__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Vec] = pl.tile.exp(x__tile)
#|           y: pl.Tensor[[64, 128], pl.FP32] = pl.t2t.as_tensor(y__tile)
#|           return y
#|       @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
#|       def main(self, x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           y: pl.Tensor[[64, 128], pl.FP32] = self.k(x)
#|           return y
#|
#|   # t2t 0.1.0 stage 15 place-exit-stores
#|   # toggles: none
#|   # reproduce: t2t-pipeline one_operator.py --stop-after=place-exit-stores
#|   # pypto.program: Stage
#|   import pypto.language as pl
#|
#|   @pl.program
#|   class Stage:
#|       @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
#|       def k(x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0", "t2t.written": []})
#|           x__tile: pl.Tile[[64, 128], pl.FP32] = pl.tile.load(x, [0, 0], [64, 128], [64, 128])
#|           y__tile: pl.Tile[[64, 128], pl.FP32, pl.Mem.Vec] = pl.tile.exp(x__tile)
#|           ret0__out: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.create([64, 128], dtype=pl.FP32, layout=pl.TensorLayout.ND, attrs={"t2t.out": 0})
#|           ret0__store: pl.Tensor[[64, 128], pl.FP32] = pl.tile.store(y__tile, [0, 0], ret0__out)
#|           return ret0__store
#|       @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
#|       def main(self, x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           y: pl.Tensor[[64, 128], pl.FP32] = self.k(x)
#|           return y
#|
#|   # t2t 0.1.0 stage 17 allocate-call-outputs
#|   # toggles: none
#|   # reproduce: t2t-pipeline one_operator.py --stop-after=allocate-call-outputs
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
#|       @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
#|       def main(self, x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           ret0__out: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.create([64, 128], dtype=pl.FP32, layout=pl.TensorLayout.ND)
#|           y: pl.Tensor[[64, 128], pl.FP32] = self.k(x, ret0__out)
#|           return y
#|
#|   # t2t 0.1.0 stage 21 finish
#|   # toggles: none
#|   # reproduce: t2t-pipeline one_operator.py --stop-after=finish
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
#|       @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
#|       def main(self, x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           ret0__out: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.create([64, 128], dtype=pl.FP32, layout=pl.TensorLayout.ND)
#|           y: pl.Tensor[[64, 128], pl.FP32] = self.k(x, ret0__out)
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
#|       @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
#|       def main(self, x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
#|           ret0__out: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.create([64, 128], dtype=pl.FP32, layout=pl.TensorLayout.ND)
#|           y: pl.Tensor[[64, 128], pl.FP32] = self.k(x, ret0__out)
#|           return y
