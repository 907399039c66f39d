// forward-wrapper-outputs: Group and Spmd wrappers hand outputs through instead of allocating them.
//
// What a wrapper allocates for the calls in it (creates tagged t2t.private) becomes a private Out parameter of the
// wrapper, and the wrapper's own callers follow. Wrappers are taken in call-graph post-order, so that a wrapper around a
// wrapper sees the final signature of the inner one. Each call site has storage of its own. An output that a Submit in a
// wrapper leaves to the runtime is passed too, whether or not the callee gained any: a wrapper must name every operand.
// Declared results of a wrapper do not change.
//
//   Relies on   t2t.private creates (allocate-call-outputs)
//   Promises    no t2t.private is left
//   Errors      wrappers that call each other in a cycle and would gain outputs; an output whose type names a value that
//               exists only inside the wrapper
//   Source      design document, phase 2a; lowering p, r.6, r.12
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64], pl.FP32], ret0__out: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
//         x__tile = pl.tile.load(x, [0], [64], [64])
//         ret0__store = pl.tile.store(x__tile, [0], ret0__out)
//         return ret0__store
//     @pl.function(type=pl.FunctionType.Spmd)
//     def w(self, x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
//         ret0__out = pl.tensor.create([64], dtype=pl.FP32, layout=pl.TensorLayout.ND, attrs={"t2t.private": 0})
//         y: pl.Tensor[[64], pl.FP32] = self.k(x, ret0__out)
//         return y
//     @pl.function(type=pl.FunctionType.Orchestration)
//     def host(self, x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
//         r: pl.Tensor[[64], pl.FP32] = self.w(x)
//         return r
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64], pl.FP32], ret0__out: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
//         x__tile = pl.tile.load(x, [0], [64], [64])
//         ret0__store = pl.tile.store(x__tile, [0], ret0__out)
//         return ret0__store
//     @pl.function(type=pl.FunctionType.Spmd)
//     def w(self, x: pl.Tensor[[64], pl.FP32], ret0__out: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
//         y: pl.Tensor[[64], pl.FP32] = self.k(x, ret0__out)
//         return y
//     @pl.function(type=pl.FunctionType.Orchestration)
//     def host(self, x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
//         ret0__out = pl.tensor.create([64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
//         r: pl.Tensor[[64], pl.FP32] = self.w(x, ret0__out)
//         return r
#pragma once

#include "passes/pass.h"

namespace t2t {

class ForwardWrapperOutputs final : public Pass {
 public:
  static constexpr std::string_view kName = "forward-wrapper-outputs";
  absl::StatusOr<Change> Run(PassContext& context) override;
};

}  // namespace t2t
