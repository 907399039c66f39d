// classify-values: loop carries and branch results that will live on chip get tile types now.
//
// A carried tensor is either a handle of GM memory, threaded through writes, or data that each iteration computes anew.
// Only the second kind becomes a tile. The decision is a value-flow analysis over the whole kernel (tile_values.h); the
// pass writes it into the program with the two private casts, so that everything later reads it from the types: seeds
// and yields go in through `t2t.as_tile`, uses come out through `t2t.as_tensor`.
//
//   Relies on   t2t.kernel (select-kernels)
//   Promises    a carry or branch result of a kernel has a tile type iff it becomes a tile
//   Source      design document, phase 1 step 3 (value-flow analysis); lowering j.5
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
//         pl.func_attr({"t2t.kernel": True})
//         for i, (a,) in pl.range(4, init_values=(x,)):
//             n = pl.tensor.add(a, x)
//             r: pl.Tensor[[64], pl.FP32] = pl.yield_(n)
//         return r
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
//         pl.func_attr({"t2t.kernel": True})
//         a__tile = pl.t2t.as_tile(x)
//         for i, (a,) in pl.range(4, init_values=(a__tile,)):
//             a__gm = pl.t2t.as_tensor(a)
//             n = pl.tensor.add(a__gm, x)
//             n__tile = pl.t2t.as_tile(n)
//             r: pl.Tile[[64], pl.FP32] = pl.yield_(n__tile)
//         r__gm = pl.t2t.as_tensor(r)
//         return r__gm
#pragma once

#include "passes/pass.h"

namespace t2t {

class ClassifyValues final : public Pass {
 public:
  static constexpr std::string_view kName = "classify-values";
  absl::StatusOr<Change> Run(PassContext& context) override;
};

}  // namespace t2t
