// share-loads: one entry load for every parameter that nobody writes.
//
// A kernel that computes with a GM parameter in ten places should move it on chip once. That is sound only while nothing
// in the kernel can change the parameter in GM, so the pass trusts what analyze-effects left on the function and nothing
// else; without that annotation every parameter counts as written and the pass does nothing. The parameter itself keeps
// its identity: reads, stores, views and calls still name it, only computing operands read the loaded tile.
//
//   Relies on   t2t.written, t2t.opaque (analyze-effects); t2t.param_space, t2t.param_box (infer-consumer-space,
//               box-cube-*); as_tile casts of seeds and yields (classify-values)
//   Promises    each default operand, seed and yield that names a shared parameter or a plain alias of it reads the
//               parameter's entry tile; written parameters are untouched
//   Source      design document, phase 1 step 2 and "GM identity"; lowering g.3, g.4, h
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64], pl.FP32], z: pl.InOut[pl.Tensor[[64], pl.FP32]], c: pl.Scalar[pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
//         pl.func_attr({"t2t.kernel": True, "t2t.written": [1]})
//         pl.tensor.write(z, [0], c)
//         y = pl.tensor.add(x, x)
//         w = pl.tensor.add(y, z)
//         return w
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64], pl.FP32], z: pl.InOut[pl.Tensor[[64], pl.FP32]], c: pl.Scalar[pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
//         pl.func_attr({"t2t.kernel": True, "t2t.written": [1]})
//         x__tile = pl.tile.load(x, [0], [64], [64])
//         x__gm = pl.t2t.as_tensor(x__tile)
//         pl.tensor.write(z, [0], c)
//         y = pl.tensor.add(x__gm, x__gm)
//         w = pl.tensor.add(y, z)
//         return w
#pragma once

#include "passes/pass.h"

namespace t2t {

class ShareLoads final : public Pass {
 public:
  static constexpr std::string_view kName = "share-loads";
  absl::StatusOr<Change> Run(PassContext& context) override;
};

}  // namespace t2t
