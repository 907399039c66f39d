// Matrix products (op-conversions 7.1, 7.2). Operands arrive in L1, already viewed as transposed where the call asked for
// it, so the kwargs end here; the result type is that of the accumulator and a cast happens when it is stored.
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[16, 64], pl.FP16], w: pl.Tensor[[64, 32], pl.FP16]) -> pl.Tensor[[16, 32], pl.FP32]:
//         x__tile = pl.tile.load(x, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)
//         x__gm = pl.t2t.as_tensor(x__tile)
//         w__tile = pl.tile.load(w, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat)
//         w__gm = pl.t2t.as_tensor(w__tile)
//         y = pl.tensor.matmul(x__gm, w__gm, a_trans=False, b_trans=False, c_matrix_nz=False, out_dtype=pl.FP32)
//         return y
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[16, 64], pl.FP16], w: pl.Tensor[[64, 32], pl.FP16]) -> pl.Tensor[[16, 32], pl.FP32]:
//         x__tile = pl.tile.load(x, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)
//         x__gm = pl.t2t.as_tensor(x__tile)
//         w__tile = pl.tile.load(w, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat)
//         w__gm = pl.t2t.as_tensor(w__tile)
//         y__tile = pl.tile.matmul(x__tile, w__tile)
//         y = pl.t2t.as_tensor(y__tile)
//         return y
#include <algorithm>

#include "ir/core/show.h"
#include "passes/convert/families.h"

namespace t2t {
namespace {

absl::Status NeedShaped(const ConvertContext& c, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (!c.IsTile(i) && !c.IsGm(i)) return c.Fail("operand {} must be a tensor or a tile", i);
  }
  return absl::OkStatus();
}

bool AnyBatched(const ConvertContext& c, size_t count) {
  return std::any_of(c.args.begin(), c.args.begin() + static_cast<std::ptrdiff_t>(count),
                     [&](ExprId operand) { return c.Shape(operand).size() > 2; });
}

absl::StatusOr<ExprId> ConvertMatmul(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(2, 2));
  RETURN_IF_ERROR(NeedShaped(c, 2));
  return c.Make(AnyBatched(c, 2) ? "tile.batch_matmul" : "tile.matmul", c.args);
}

absl::StatusOr<ExprId> ConvertMatmulAcc(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(3, 4));
  RETURN_IF_ERROR(NeedShaped(c, 3));
  if (c.IsGm(0)) {
    return c.Fail("operand 0 (acc) must be a Tile, but is {}, and no load reaches L0C; start from tensor.create in the "
                  "kernel, and add what is in global memory to the finished product", TypeText(c.p, c.p[c.args[0]].type));
  }
  if (!AnyBatched(c, 3)) return c.Make("tile.matmul_acc", c.args);
  if (c.args.size() == 4) {
    return c.Fail("matmul_acc does not support init_cond on operands of rank > 2; "
                  "clear the accumulator before the loop instead");
  }
  return c.Make("tile.batch_matmul_acc", c.args);
}

}  // namespace

void RegisterMatmulConversions(ConversionRegistryBuilder& r) {
  // Every operator that the rank dispatch may choose is listed: the operand lands in the same buffer either way.
  r.Custom("tensor.matmul", ConvertMatmul, "tile.matmul, or tile.batch_matmul above rank 2",
           {{.operand = 0,
             .space = BridgeSpaceOf({"tile.matmul", "tile.batch_matmul"}, 0),
             .transpose_kwarg = "a_trans",
             .cube_m_axis = true},
            {.operand = 1,
             .space = BridgeSpaceOf({"tile.matmul", "tile.batch_matmul"}, 1),
             .transpose_kwarg = "b_trans",
             .cube_n_axis = true}});
  // The accumulator is never loaded, and its rows follow the left operand. The right operand's columns are not boxed: that
  // would have to reach the accumulator's allocation too (design document, "N granule").
  r.Custom("tensor.matmul_acc", ConvertMatmulAcc, "tile.matmul_acc, or tile.batch_matmul_acc above rank 2",
           {{.operand = 0,
             .space = OperandSpaceOf({"tile.matmul_acc", "tile.batch_matmul_acc"}, 0),
             .cube_m_axis = true,
             .m_align_from_operand = 1},
            {.operand = 1,
             .space = BridgeSpaceOf({"tile.matmul_acc", "tile.batch_matmul_acc"}, 1),
             .transpose_kwarg = "a_trans",
             .cube_m_axis = true},
            {.operand = 2,
             .space = BridgeSpaceOf({"tile.matmul_acc", "tile.batch_matmul_acc"}, 2),
             .transpose_kwarg = "b_trans"}});
}

}  // namespace t2t
