// analyze-effects: which parameters may be written while the kernel runs.
//
// Sharing one load of a parameter among all its readers is sound only when nothing can change it in between. The answer
// is deliberately coarse: a write to anything computed from a parameter counts as a write to the parameter, and a call of
// another function may do anything. The pass only leaves attributes; without them every parameter counts as written.
//
//   Relies on   t2t.kernel (select-kernels)
//   Promises    t2t.written on every kernel: indices of parameters that may be written; t2t.opaque where a function call
//               or Submit occurs
//   Source      design document, phase 1 step 2; lowering g.1, g.3
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.InOut[pl.Tensor[[64], pl.FP32]], y: pl.Tensor[[64], pl.FP32], c: pl.Scalar[pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
//         pl.func_attr({"t2t.kernel": True})
//         pl.tensor.write(x, [0], c)
//         z = pl.tensor.add(x, y)
//         return z
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.InOut[pl.Tensor[[64], pl.FP32]], y: pl.Tensor[[64], pl.FP32], c: pl.Scalar[pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
//         pl.func_attr({"t2t.kernel": True, "t2t.written": [0]})
//         pl.tensor.write(x, [0], c)
//         z = pl.tensor.add(x, y)
//         return z
#pragma once

#include "passes/pass.h"

namespace t2t {

class AnalyzeEffects final : public Pass {
 public:
  static constexpr std::string_view kName = "analyze-effects";
  absl::StatusOr<Change> Run(PassContext& context) override;
};

}  // namespace t2t
