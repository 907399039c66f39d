// box-cube-n: the N axis of the right operand is padded to whole fractal boxes.
//
// N reconciles memory spaces instead of tiles: the right operand is loaded into Mat, moved to Right, where rows and
// columns of the box change places, and the product lands in Acc with blocks of 16. Each space enforces its own granule,
// so N is padded to the least common multiple of the three. The padding lies outside the valid region of the result and
// nobody reads it. The right operand of matmul_acc is not padded: its accumulator would have to follow.
//
//   Relies on   t2t.space (infer-consumer-space) on producers that answer the demand; without it only bridge loads box
//   Promises    t2t.box / t2t.param_box on producers all of whose readers ask for it, t2t.box.<i> on matrix products
//   Source      design document, "granularity of N"; lowering k.4, k.6
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(a: pl.Tensor[[16, 256], pl.FP32], b: pl.Tensor[[256, 24], pl.FP32]) -> pl.Tensor[[16, 24], pl.FP32]:
//         pl.func_attr({"t2t.kernel": True})
//         y = pl.tensor.matmul(a, b, a_trans=False, b_trans=False, c_matrix_nz=False, out_dtype=pl.FP32)
//         return y
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(a: pl.Tensor[[16, 256], pl.FP32], b: pl.Tensor[[256, 24], pl.FP32]) -> pl.Tensor[[16, 24], pl.FP32]:
//         pl.func_attr({"t2t.kernel": True})
//         y = pl.tensor.matmul(a, b, a_trans=False, b_trans=False, c_matrix_nz=False, out_dtype=pl.FP32, attrs={"t2t.box.1": "1:16"})
//         return y
#pragma once

#include "passes/pass.h"

namespace t2t {

class BoxCubeN final : public Pass {
 public:
  static constexpr std::string_view kName = "box-cube-n";
  absl::StatusOr<Change> Run(PassContext& context) override;
};

}  // namespace t2t
