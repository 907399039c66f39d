// resolve-casts: the private casts that nobody reads any more disappear.
//
// After conversion a value's tensor name is only read where a tensor is still meant: by a `return` that place-exit-stores
// will turn into a store. All other `t2t.as_tensor` casts are dead. The pass sweeps them, last first, so that a cast kept
// alive only by a dead one goes too.
//
//   Relies on   convert-ops: operands were resolved to tiles as they were reached
//   Promises    casts remain only at returns
//   Source      design document, phase 1 step 4 (what the exit stores start from); lowering u, pass 13
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
//         pl.func_attr({"t2t.kernel": True})
//         x__tile = pl.tile.load(x, [0], [64], [64])
//         x__gm = pl.t2t.as_tensor(x__tile)
//         y__tile = pl.tile.add(x__tile, x__tile)
//         y = pl.t2t.as_tensor(y__tile)
//         return y
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
//         pl.func_attr({"t2t.kernel": True})
//         x__tile = pl.tile.load(x, [0], [64], [64])
//         y__tile = pl.tile.add(x__tile, x__tile)
//         y = pl.t2t.as_tensor(y__tile)
//         return y
#pragma once

#include "passes/pass.h"

namespace t2t {

class ResolveCasts final : public Pass {
 public:
  static constexpr std::string_view kName = "resolve-casts";
  absl::StatusOr<Change> Run(PassContext& context) override;
};

}  // namespace t2t
