// convert-ops: every tensor operator becomes its tile operators.
//
// One walk from top to bottom. At each registered call the conversion registry says what to emit; the result is bound to
// a tile, and the old value lives on as `t2t.as_tensor` of it, so that statements further down keep their types until
// they are reached. What depends on a tile's final type follows here, because here it becomes known: casts at seeds and
// yields fold away, carries take the type of their converted seed, branch results that of what the branch yields.
//
//   Relies on   operands brought on chip (bridge-operands, lower-producers); tile-typed carries (classify-values)
//   Promises    no registered tensor operator is left in a kernel but GM reads and writes and creates tagged t2t.out;
//               no t2t.as_tile is left; as_tensor only names what a later statement still calls by its tensor;
//               whatever way leads into a carry or a branch result, its tile is in L0C or it is not (common_spaces.h),
//               and of one element type (common_element_types.h)
//   Source      design document, phase 1 step 3; lowering j.1 to j.6; op-conversions
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
//         pl.func_attr({"t2t.kernel": True})
//         x__tile = pl.tile.load(x, [0], [64], [64])
//         x__gm = pl.t2t.as_tensor(x__tile)
//         y = pl.tensor.add(x__gm, x__gm)
//         return y
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
//         pl.func_attr({"t2t.kernel": True})
//         x__tile = pl.tile.load(x, [0], [64], [64])
//         x__gm = pl.t2t.as_tensor(x__tile)
//         y__tile = pl.tile.add(x__tile, x__tile)
//         y = pl.t2t.as_tensor(y__tile)
//         return y
#pragma once

#include "passes/pass.h"

namespace t2t {

class ConvertOps final : public Pass {
 public:
  static constexpr std::string_view kName = "convert-ops";
  absl::StatusOr<Change> Run(PassContext& context) override;
};

}  // namespace t2t
