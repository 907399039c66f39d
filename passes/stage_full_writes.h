// stage-full-writes: full initialisation plus scalar updates happen on chip and are stored once.
//
// Filling a GM tensor in bulk and then writing single elements would use two store paths that are not coherent: MTE3 and
// the scalar data cache. Where a kernel fills a whole parameter with a private tensor.full and afterwards touches it only
// by scalar writes, those writes can go to the private value instead, and the bulk store moves to the exit.
//
//   Relies on   t2t.kernel (select-kernels)
//   Promises    the staged parameter is written by one assemble directly before the return. Refused: an initialisation
//               that does not cover the shape from offset zero, a local target, an atomic assemble, any other mention of
//               the source, the result, or the parameter's buffer. Without the pass such kernels mix store channels
//   Source      design document, "GM store coherence", staging; lowering c
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(m: pl.Out[pl.Tensor[[1, 32], pl.INT32]], v: pl.Scalar[pl.INT32]) -> pl.Tensor[[1, 32], pl.INT32]:
//         pl.func_attr({"t2t.kernel": True})
//         f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
//         u = pl.tensor.assemble(m, f, [0, 0])
//         pl.tensor.write(u, [0, 3], v)
//         return u
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(m: pl.Out[pl.Tensor[[1, 32], pl.INT32]], v: pl.Scalar[pl.INT32]) -> pl.Tensor[[1, 32], pl.INT32]:
//         pl.func_attr({"t2t.kernel": True})
//         f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
//         pl.tensor.write(f, [0, 3], v)
//         u = pl.tensor.assemble(m, f, [0, 0])
//         return u
#pragma once

#include "passes/pass.h"

namespace t2t {

class StageFullWrites final : public Pass {
 public:
  static constexpr std::string_view kName = "stage-full-writes";
  absl::StatusOr<Change> Run(PassContext& context) override;
};

}  // namespace t2t
