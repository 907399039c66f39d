// finish: what the chain wrote for itself is taken back, and what it promised is checked.
//
// Every attribute under `t2t.` disappears, and the cache policies of kernels, had apply-cache-policy been switched off.
// A kernel that writes one parameter both in bulk (tile.store, the MTE3 path) and element by element (tensor.write, the
// data cache) is refused: neither order nor coherence of the cache lines can be guaranteed between the two, whatever the
// offsets are.
//
//   Promises    no t2t. attribute, no private cast, no mixed store channels
//   Errors      mixed store channels (the user's)
//   Source      design document, store coherence; lowering d, r.1
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64], pl.FP32], ret0__out: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
//         pl.func_attr({"t2t.kernel": True, "t2t.written": [1]})
//         x__tile = pl.tile.load(x, [0], [64], [64])
//         ret0__store = pl.tile.store(x__tile, [0], ret0__out)
//         return ret0__store
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64], pl.FP32], ret0__out: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
//         x__tile = pl.tile.load(x, [0], [64], [64])
//         ret0__store = pl.tile.store(x__tile, [0], ret0__out)
//         return ret0__store
#pragma once

#include "passes/pass.h"

namespace t2t {

class Finish final : public Pass {
 public:
  static constexpr std::string_view kName = "finish";
  absl::StatusOr<Change> Run(PassContext& context) override;
};

}  // namespace t2t
