// box-cube-m: the M axis of matrix products is padded to whole fractal boxes.
//
// The matrix unit takes any logical M from the valid region, but its tiles must physically consist of whole boxes: 16
// rows, or 32 / sizeof(dtype) columns where M runs along the columns of a transposed operand. Everything M runs through -
// left operand and accumulator - must agree, so the left operand alone decides. Padding is free: loads move the valid
// region only, and the unit computes ceil(M / 16) blocks either way.
//
//   Relies on   t2t.space (infer-consumer-space) on producers that answer the demand; without it only bridge loads box
//   Promises    t2t.box / t2t.param_box on producers all of whose readers ask for it, t2t.box.<i> on matrix products
//               whose operand i is loaded for them. K, dynamic extents and operands of rank 3 and more are never boxed
//   Source      design document, "M-axis boxing"; lowering k.1 to k.3, f.4
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(a: pl.Tensor[[100, 256], pl.FP16], b: pl.Tensor[[256, 512], pl.FP16]) -> pl.Tensor[[100, 512], pl.FP32]:
//         pl.func_attr({"t2t.kernel": True})
//         y = pl.tensor.matmul(a, b, a_trans=False, b_trans=False, c_matrix_nz=False, out_dtype=pl.FP32)
//         return y
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(a: pl.Tensor[[100, 256], pl.FP16], b: pl.Tensor[[256, 512], pl.FP16]) -> pl.Tensor[[100, 512], pl.FP32]:
//         pl.func_attr({"t2t.kernel": True})
//         y = pl.tensor.matmul(a, b, a_trans=False, b_trans=False, c_matrix_nz=False, out_dtype=pl.FP32, attrs={"t2t.box.0": "0:16"})
//         return y
#pragma once

#include "passes/pass.h"

namespace t2t {

class BoxCubeM final : public Pass {
 public:
  static constexpr std::string_view kName = "box-cube-m";
  absl::StatusOr<Change> Run(PassContext& context) override;
};

}  // namespace t2t
