// select-kernels: which functions the chain lowers, and whether they may enter it.
//
// Functional InCore, AIC and AIV functions with an IR body are kernels and get the attribute t2t.kernel. Buffer-stage,
// external and runtime-bound functions, wrappers and host functions stay as they are. A kernel ends with one return;
// one that returns nothing gets an empty return, so that later passes always find the place for exit stores.
//
//   Promises    every function to be lowered carries t2t.kernel and ends with its only return
//   Errors      a kernel that declares results but returns none, another number of them, or values of another kind or rank;
//               a return that is not the last statement of the body; a call among the values of a return, a yield or the
//               seeds of a loop
//   Source      design document, scope table; lowering a, r.9
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]):
//         y = pl.tensor.exp(x)
//         z = pl.tensor.assemble(o, y, [0])
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]):
//         pl.func_attr({"t2t.kernel": True})
//         y = pl.tensor.exp(x)
//         z = pl.tensor.assemble(o, y, [0])
//         return
#pragma once

#include "passes/pass.h"

namespace t2t {

class SelectKernels final : public Pass {
 public:
  static constexpr std::string_view kName = "select-kernels";
  absl::StatusOr<Change> Run(PassContext& context) override;
};

}  // namespace t2t
