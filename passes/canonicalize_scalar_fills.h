// canonicalize-scalar-fills: a loop that writes one constant over a contiguous run becomes a bulk fill.
//
// Such a loop goes element by element through the scalar data cache; as tensor.full plus tensor.assemble it is one DMA
// store. The rewriting is tentative for the whole function: if some GM tensor would then be written by DMA here and by
// scalar stores there, which the hardware does not keep coherent, every fill loop of the function stays as it was.
//
//   Relies on   t2t.kernel (select-kernels)
//   Promises    a sequential loop from 0 in steps of 1 over a constant extent, whose body only writes literal constants
//               to a GM tensor, each over a contiguous run of whole 32-byte lines, is replaced; fills of local values stay
//   Source      design document, "GM store coherence", constant fills; lowering b
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(d: pl.Out[pl.Tensor[[8, 64], pl.INT32]], r: pl.Scalar[pl.INDEX]) -> pl.Tensor[[8, 64], pl.INT32]:
//         pl.func_attr({"t2t.kernel": True})
//         for i in pl.range(64):
//             pl.tensor.write(d, [r, i], pl.const(7, pl.INT32))
//         return d
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(d: pl.Out[pl.Tensor[[8, 64], pl.INT32]], r: pl.Scalar[pl.INDEX]) -> pl.Tensor[[8, 64], pl.INT32]:
//         pl.func_attr({"t2t.kernel": True})
//         d__scalar_fill_storage = pl.tensor.full([1, 64], dtype=pl.INT32, value=7)
//         d__scalar_fill = pl.tensor.reshape(d__scalar_fill_storage, [1, 64])
//         pl.tensor.assemble(d, d__scalar_fill, [r, 0])
//         return d
#pragma once

#include "passes/pass.h"

namespace t2t {

class CanonicalizeScalarFills final : public Pass {
 public:
  static constexpr std::string_view kName = "canonicalize-scalar-fills";
  absl::StatusOr<Change> Run(PassContext& context) override;
};

}  // namespace t2t
