// lower-producers: slices and accumulators are made the way their consumers need them.
//
// A slice of GM whose consumers demand a memory space becomes one load into that space, boxed if they ask for it; all of
// them share it. An accumulator cannot be loaded, nothing but the matrix unit writes L0C: where its M axis must be boxed,
// the allocation itself is made larger, declared compact - the unit packs rows at the valid height rounded to 16, not at
// the physical one - and narrowed to its true extents by a separate statement.
//
//   Relies on   t2t.space, t2t.box on slices and creates (infer-consumer-space, box-cube-m, box-cube-n)
//   Promises    no slice of GM and no create has a t2t.space left that a load or boxed allocation could answer. Without the
//               pass slices load into Vec and are moved, accumulators are not boxed
//   Source      design document, "MatmulSlice" and "accumulator of matmul_acc"; lowering i.2, k.5
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(q: pl.Tensor[[128, 32], pl.FP16]) -> pl.Tensor[[40, 32], pl.FP16]:
//         pl.func_attr({"t2t.kernel": True})
//         s = pl.tensor.slice(q, [40, 32], [64, 0], attrs={"t2t.space": pl.Mem.Mat, "t2t.box": "0:16"})
//         return s
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(q: pl.Tensor[[128, 32], pl.FP16]) -> pl.Tensor[[40, 32], pl.FP16]:
//         pl.func_attr({"t2t.kernel": True})
//         s__tile = pl.tile.load(q, [64, 0], [48, 32], [40, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
//         s: pl.Tensor[[40, 32], pl.FP16] = pl.t2t.as_tensor(s__tile)
//         return s
#pragma once

#include "passes/pass.h"

namespace t2t {

class LowerProducers final : public Pass {
 public:
  static constexpr std::string_view kName = "lower-producers";
  absl::StatusOr<Change> Run(PassContext& context) override;
};

}  // namespace t2t
