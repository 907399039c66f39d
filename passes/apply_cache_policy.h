// apply-cache-policy: the declared cache policy of a parameter becomes the cache kwarg of the loads that read it.
//
// Outlining leaves the declarations of a kernel in the function attribute cache_policy, a list of (parameter index,
// policy). Every tile.load of such a parameter - made by the chain or written by the user, from the parameter itself or
// from a loop carry seeded by it - gets `cache=policy`, unless it names a policy of its own, which wins even when it is
// the default one. The attribute goes away here, because parameter indices do not survive added outputs.
//
//   Relies on   nothing but the attribute; an alias by plain assignment is not followed
//   Promises    no kernel carries cache_policy
//   Errors      an index without a parameter
//   Source      design document, cache policy declarations; lowering o
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64], pl.FP32], y: pl.Tensor[[64], pl.FP32]):
//         pl.func_attr({"t2t.kernel": True, "cache_policy": [(0, 1)]})
//         x__tile = pl.tile.load(x, [0], [64], [64])
//         again = pl.tile.load(x, [0], [64], [64], cache=0)
//         y__tile = pl.tile.load(y, [0], [64], [64])
//         return
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64], pl.FP32], y: pl.Tensor[[64], pl.FP32]):
//         pl.func_attr({"t2t.kernel": True})
//         x__tile = pl.tile.load(x, [0], [64], [64], cache=1)
//         again = pl.tile.load(x, [0], [64], [64], cache=0)
//         y__tile = pl.tile.load(y, [0], [64], [64])
//         return
#pragma once

#include "passes/pass.h"

namespace t2t {

class ApplyCachePolicy final : public Pass {
 public:
  static constexpr std::string_view kName = "apply-cache-policy";
  absl::StatusOr<Change> Run(PassContext& context) override;
};

}  // namespace t2t
