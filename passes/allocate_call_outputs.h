// allocate-call-outputs: kernels get their Out parameters, and every caller allocates and passes the storage.
//
// The local allocations tagged t2t.out become parameters of direction Out, after the existing ones but before trailing
// communication contexts. In the same step each call and Submit of such a kernel gets one more operand per output:
// directly before the call, at its nesting level, `tensor.create` makes the storage. The types are those of the callee
// with its dimension symbols and scalar parameters replaced, all at once, by what the call passes. Outputs that a Submit
// left to the runtime are allocated as well when the callee gains others. In Group and Spmd wrappers the creates are
// tagged t2t.private; forward-wrapper-outputs lifts them further up.
//
//   Relies on   t2t.out creates at the top level of kernels (place-exit-stores, record-returns)
//   Promises    no t2t.out is left; every call passes what its callee takes
//   Errors      a kernel that calls a function which gains outputs; operands that do not fit the signature
//   Source      design document, phase 2b and shape instantiation; lowering m.5, q, r.12
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
//         x__tile = pl.tile.load(x, [0], [64], [64])
//         ret0__out = pl.tensor.create([64], dtype=pl.FP32, layout=pl.TensorLayout.ND, attrs={"t2t.out": 0})
//         ret0__store = pl.tile.store(x__tile, [0], ret0__out)
//         return ret0__store
//     @pl.function(type=pl.FunctionType.Orchestration)
//     def host(self, x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
//         r: pl.Tensor[[64], pl.FP32] = self.k(x)
//         return r
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64], pl.FP32], ret0__out: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
//         x__tile = pl.tile.load(x, [0], [64], [64])
//         ret0__store = pl.tile.store(x__tile, [0], ret0__out)
//         return ret0__store
//     @pl.function(type=pl.FunctionType.Orchestration)
//     def host(self, x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
//         ret0__out = pl.tensor.create([64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
//         r: pl.Tensor[[64], pl.FP32] = self.k(x, ret0__out)
//         return r
#pragma once

#include "passes/pass.h"

namespace t2t {

class AllocateCallOutputs final : public Pass {
 public:
  static constexpr std::string_view kName = "allocate-call-outputs";
  absl::StatusOr<Change> Run(PassContext& context) override;
};

}  // namespace t2t
