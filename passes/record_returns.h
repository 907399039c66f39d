// record-returns: what each result of a kernel is, and where its storage will come from.
//
// A kernel returns GM values: parameters and write-backs, which keep their binding, and computed values, which need an
// Out parameter and a store at the exit. The pass looks at every logical result before anything is lowered, writes one
// word per position into t2t.returns and settles what the rest must not decide again:
//   keep      scalars, and values that already name a parameter's memory
//   new:<k>   a computed value: added output k gets an exit store
//   same:<k>  the same computed value once more: shares output k
//   alloc:<k> a local tensor.create that explicit GM memory operators need and that is returned whole: promoted, its
//             create is tagged t2t.out = k and becomes added output k itself
// A returned tuple is replaced by a literal of its elements (positions count depth first); a signature without return
// types gets those of the returned expressions, and its calls follow. An Out type that names an extent computed in the
// body, and a computed value returned as a window, are refused: no caller could allocate them. Tuples that loops carry
// and branches yield are taken apart, so that each element has a fate of its own.
//
//   Relies on   t2t.kernel (select-kernels); updates staged or bulk-filled (stage-full-writes, canonicalize-scalar-fills)
//   Promises    t2t.returns on every kernel that returns something; promoted creates are tagged
//   Source      design document, algorithm overview; lowering e, m.1, m.4, m.6, r.6, r.12
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64], pl.FP32]) -> tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]]:
//         pl.func_attr({"t2t.kernel": True})
//         y = pl.tensor.exp(x)
//         return y, x, y
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64], pl.FP32]) -> tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32], pl.Tensor[[64], pl.FP32]]:
//         pl.func_attr({"t2t.kernel": True, "t2t.returns": "new:0,keep,same:0"})
//         y = pl.tensor.exp(x)
//         return y, x, y
#pragma once

#include "passes/pass.h"

namespace t2t {

class RecordReturns final : public Pass {
 public:
  static constexpr std::string_view kName = "record-returns";
  absl::StatusOr<Change> Run(PassContext& context) override;
};

}  // namespace t2t
