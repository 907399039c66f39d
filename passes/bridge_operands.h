// bridge-operands: every operand that computes arrives as a tile.
//
// In front of each converted call the pass puts what brings its GM operands on chip: first the loads of default operands,
// then, operand by operand, what the conversion registry requires - a load into the demanded space, boxed where
// box-cube-m and box-cube-n asked for it, and for a transposed matrix operand a zero-copy view of the natural load. A GM
// value is loaded anew at every statement that computes with it: what was written in between is seen.
//
//   Relies on   t2t.box.<i> on consumers, t2t.param_space and t2t.space on what is loaded (infer-consumer-space,
//               box-cube-*); casts of shared parameters (share-loads)
//   Promises    default and required operands of registered calls, and operands of t2t.as_tile, are tiles or stand for
//               tiles; a_trans and b_trans are False on calls whose operands were bridged; no t2t.box.<i> is left
//   Source      design document, phase 1 step 3 and "bridge load"; lowering h.2, i.1, i.3
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(a: pl.Tensor[[64, 32], pl.FP16], b: pl.Tensor[[16, 32], pl.FP16]) -> pl.Tensor[[64, 16], pl.FP32]:
//         pl.func_attr({"t2t.kernel": True})
//         c = pl.tensor.matmul(a, b, a_trans=False, b_trans=True, c_matrix_nz=False, out_dtype=pl.FP32)
//         return c
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(a: pl.Tensor[[64, 32], pl.FP16], b: pl.Tensor[[16, 32], pl.FP16]) -> pl.Tensor[[64, 16], pl.FP32]:
//         pl.func_attr({"t2t.kernel": True})
//         a_mat = pl.tile.load(a, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
//         a__gm = pl.t2t.as_tensor(a_mat)
//         b_mat = pl.tile.load(b, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat, attrs={"__compiler_tensor_to_tile_mat_bridge": True})
//         b_mat_t = pl.tile.transpose_view(b_mat)
//         b__gm = pl.t2t.as_tensor(b_mat_t)
//         c = pl.tensor.matmul(a__gm, b__gm, a_trans=False, b_trans=False, c_matrix_nz=False, out_dtype=pl.FP32)
//         return c
#pragma once

#include "passes/pass.h"

namespace t2t {

class BridgeOperands final : public Pass {
 public:
  static constexpr std::string_view kName = "bridge-operands";
  absl::StatusOr<Change> Run(PassContext& context) override;
};

// Set on the `tile.move` that brings a computed tile to Mat before its transposed view. Whether the move is needed is
// known only when the tile's space is: convert-ops drops it when the tile already is in Mat.
inline constexpr std::string_view kBridgeMoveAttr = "t2t.bridge_move";

}  // namespace t2t
