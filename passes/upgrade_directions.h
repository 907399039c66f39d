// upgrade-directions: a parameter declared In that is written becomes Out, or InOut when it is also read.
//
// In a kernel the accesses come from what the operators declare about their operands, followed through aliases, views,
// loop carries and branches. Along the call chain a caller's parameter takes over what its callees do to the operand it
// may stand for: In becomes Out for a callee's Out, anything becomes InOut for a callee's InOut. An operand that may be
// one of several parameters upgrades all of them. Callees are taken before callers; functions that call each other are
// repeated until nothing changes. Declared Out and InOut are never lowered, calls never change.
//
//   Relies on   calls that pass one operand per parameter, outputs omitted by a Submit aside
//   Promises    no parameter that is written in its own function or below it is In
//   Source      design document, phase 1 step 5; lowering n
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64], pl.FP32], o: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
//         pl.func_attr({"t2t.kernel": True})
//         x__tile = pl.tile.load(x, [0], [64], [64])
//         z = pl.tile.store(x__tile, [0], o)
//         return z
//     @pl.function(type=pl.FunctionType.Orchestration)
//     def host(self, x: pl.Tensor[[64], pl.FP32], q: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
//         r: pl.Tensor[[64], pl.FP32] = self.k(x, q)
//         return r
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
//         pl.func_attr({"t2t.kernel": True})
//         x__tile = pl.tile.load(x, [0], [64], [64])
//         z = pl.tile.store(x__tile, [0], o)
//         return z
//     @pl.function(type=pl.FunctionType.Orchestration)
//     def host(self, x: pl.Tensor[[64], pl.FP32], q: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
//         r: pl.Tensor[[64], pl.FP32] = self.k(x, q)
//         return r
#pragma once

#include "passes/pass.h"

namespace t2t {

class UpgradeDirections final : public Pass {
 public:
  static constexpr std::string_view kName = "upgrade-directions";
  absl::StatusOr<Change> Run(PassContext& context) override;
};

}  // namespace t2t
