// place-exit-stores: computed results go to memory, once, at the end.
//
// For every added output that record-returns counted the pass makes its storage - a local tensor.create tagged
// t2t.out = k, which allocate-call-outputs turns into a parameter - and stores the tile into it directly before the
// return. A result that is assembled piece by piece in one returned loop is stored piece by piece instead: the loop then
// carries the output itself, and the tile it used to fill is not needed.
//
//   Relies on   t2t.returns (record-returns); as_tensor casts at the return (resolve-casts)
//   Promises    no private cast is left in a kernel; returned values and declared return types agree; each added output k
//               has exactly one create tagged t2t.out = k
//   Source      design document, phase 1 step 4; lowering m.2, m.3, m.7
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
//         pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0"})
//         x__tile = pl.tile.load(x, [0], [64], [64])
//         y__tile = pl.tile.add(x__tile, x__tile)
//         y = pl.t2t.as_tensor(y__tile)
//         return y
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
//         pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0"})
//         x__tile = pl.tile.load(x, [0], [64], [64])
//         y__tile = pl.tile.add(x__tile, x__tile)
//         ret0__out = pl.tensor.create([64], dtype=pl.FP32, layout=pl.TensorLayout.ND, attrs={"t2t.out": 0})
//         ret0__store = pl.tile.store(y__tile, [0], ret0__out)
//         return ret0__store
#pragma once

#include "passes/pass.h"

namespace t2t {

class PlaceExitStores final : public Pass {
 public:
  static constexpr std::string_view kName = "place-exit-stores";
  absl::StatusOr<Change> Run(PassContext& context) override;
};

}  // namespace t2t
