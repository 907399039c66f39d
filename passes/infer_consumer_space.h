// infer-consumer-space: a producer learns in which memory its consumers need the value.
//
// A slice that feeds a matrix product should be loaded into Mat at once, not into Vec and moved from there: the move
// would cross from the vector to the cube core and split the kernel in two. Which consumer needs what is declared in the
// conversion registry; the demand travels back to the producer through everything that only renames the same storage.
//
//   Relies on   t2t.kernel (select-kernels); casts of carries (classify-values)
//   Promises    t2t.space on slices, creates and other calls whose GM result is loaded; t2t.param_space on the kernel.
//               Without it everything is loaded without a space and moved later: correct, slower
//   Source      design document, phase 1 step 1 (ConsumerSpaceCollector); lowering f
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(q: pl.Tensor[[128, 32], pl.FP16], w: pl.Tensor[[32, 64], pl.FP16]) -> pl.Tensor[[64, 64], pl.FP32]:
//         pl.func_attr({"t2t.kernel": True})
//         s = pl.tensor.slice(q, [64, 32], [0, 0])
//         y = pl.tensor.matmul(s, w, a_trans=False, b_trans=False, c_matrix_nz=False, out_dtype=pl.FP32)
//         return y
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(q: pl.Tensor[[128, 32], pl.FP16], w: pl.Tensor[[32, 64], pl.FP16]) -> pl.Tensor[[64, 64], pl.FP32]:
//         pl.func_attr({"t2t.kernel": True, "t2t.param_space": "0:Mat,1:Mat"})
//         s = pl.tensor.slice(q, [64, 32], [0, 0], attrs={"t2t.space": pl.Mem.Mat})
//         y = pl.tensor.matmul(s, w, a_trans=False, b_trans=False, c_matrix_nz=False, out_dtype=pl.FP32)
//         return y
#pragma once

#include "passes/pass.h"

namespace t2t {

class InferConsumerSpace final : public Pass {
 public:
  static constexpr std::string_view kName = "infer-consumer-space";
  absl::StatusOr<Change> Run(PassContext& context) override;
};

}  // namespace t2t
