// scatter and scatter_mask (op-conversions 10.1, 10.3).
//
// The instruction writes by flat element index and does not keep what it leaves out. So the values are scattered into
// zeros, ones into a second tile of zeros, and a select takes the old element wherever no one arrived. A product with the
// mask would do the same on paper, but not every element type can be multiplied.
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[8, 64], pl.FP32], i: pl.Tensor[[1, 16], pl.INT32], s: pl.Tensor[[1, 16], pl.FP32]) -> pl.Tensor[[8, 64], pl.FP32]:
//         x__tile = pl.tile.load(x, [0, 0], [8, 64], [8, 64], target_memory=pl.Mem.Vec)
//         x__gm = pl.t2t.as_tensor(x__tile)
//         i__tile = pl.tile.load(i, [0, 0], [1, 16], [1, 16], target_memory=pl.Mem.Vec)
//         i__gm = pl.t2t.as_tensor(i__tile)
//         s__tile = pl.tile.load(s, [0, 0], [1, 16], [1, 16], target_memory=pl.Mem.Vec)
//         s__gm = pl.t2t.as_tensor(s__tile)
//         y = pl.tensor.scatter(x__gm, i__gm, s__gm, dim=-1)
//         return y
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[8, 64], pl.FP32], i: pl.Tensor[[1, 16], pl.INT32], s: pl.Tensor[[1, 16], pl.FP32]) -> pl.Tensor[[8, 64], pl.FP32]:
//         x__tile = pl.tile.load(x, [0, 0], [8, 64], [8, 64], target_memory=pl.Mem.Vec)
//         x__gm = pl.t2t.as_tensor(x__tile)
//         i__tile = pl.tile.load(i, [0, 0], [1, 16], [1, 16], target_memory=pl.Mem.Vec)
//         i__gm = pl.t2t.as_tensor(i__tile)
//         s__tile = pl.tile.load(s, [0, 0], [1, 16], [1, 16], target_memory=pl.Mem.Vec)
//         s__gm = pl.t2t.as_tensor(s__tile)
//         scatter_values_zero = pl.tile.full([8, 64], dtype=pl.FP32, value=0.0)
//         scatter_values = pl.tile.scatter(scatter_values_zero, s__tile, i__tile)
//         scatter_mask_zero = pl.tile.full([8, 64], dtype=pl.FP32, value=0.0)
//         scatter_ones = pl.tile.full([1, 16], dtype=pl.FP32, value=1.0)
//         scatter_mask = pl.tile.scatter(scatter_mask_zero, scatter_ones, i__tile)
//         scatter_pred = pl.tile.cmps(scatter_mask, 0.0, cmp_type=1)
//         scatter_sel_tmp = pl.tile.create([1, 32], dtype=pl.UINT8, target_memory=pl.Mem.Vec)
//         y__tile = pl.tile.sel(scatter_pred, scatter_values, x__tile, scatter_sel_tmp)
//         y = pl.t2t.as_tensor(y__tile)
//         return y
#include "passes/convert/families.h"
#include "passes/convert/packed_select.h"

namespace t2t {
namespace {

// index + row * columns: the index counts within its row, the instruction within the tile.
absl::StatusOr<ExprId> FlatIndex(ConvertContext& c, ExprId index, int64_t rows, int64_t columns) {
  if (rows == 1) return index;
  const DType dtype = c.DTypeOf(index);
  ASSIGN_OR_RETURN(const ExprId numbers,
                   c.Emit("scatter_ci_rows", "tile.ci", {c.p.Int(0, dtype), c.IntTuple({1, rows})},
                          c.Kwargs({c.DTypeKw("dtype", dtype), c.p.BoolAttr("descending", false)})));
  ASSIGN_OR_RETURN(const ExprId column, c.Emit("scatter_row_arange", "tile.reshape", {numbers, c.IntTuple({rows, 1})}));
  ASSIGN_OR_RETURN(const ExprId base, c.Emit("scatter_row_base", "tile.muls", {column, c.p.Int(columns, dtype)}));
  return c.Emit("scatter_flat_idx", "tile.row_expand_add", {index, base});
}

absl::StatusOr<ExprId> ConvertScatter(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(3, 3));
  for (size_t i = 0; i < 3; ++i) RETURN_IF_ERROR(c.NeedTile(i));
  const ExprId input = c.args[0];
  const ExprId index = c.args[1];
  const ExprId src = c.args[2];
  ASSIGN_OR_RETURN(const std::vector<int64_t> to, c.StaticShape(input));
  ASSIGN_OR_RETURN(const std::vector<int64_t> from, c.StaticShape(src));
  const int64_t dim = c.IntKwarg("dim", -1);
  if (to.size() != 2 || from.size() != 2 || (dim != -1 && dim != 1)) {
    return c.Fail("only rank 2 along the last axis is supported, got rank {} and dim {}", to.size(), dim);
  }
  if (c.DTypeOf(index) == DType::kInt16 && to[1] != 0 && from[0] > 32768 / to[1]) {
    return c.Fail("{} rows of {} elements exceeds the INT16 index range; use 4-byte data with an INT32 index, or scatter "
                  "fewer rows at once", from[0], to[1]);
  }
  const DType marker = MarkerDType(c.DTypeOf(input));
  ASSIGN_OR_RETURN(const ExprId flat, FlatIndex(c, index, from[0], to[1]));
  ASSIGN_OR_RETURN(const ExprId base, c.EmitFull("scatter_values_zero", c.Shape(input), c.DTypeOf(input), 0));
  ASSIGN_OR_RETURN(const ExprId values, c.Emit("scatter_values", "tile.scatter", {base, src, flat}));
  ASSIGN_OR_RETURN(const ExprId blank, c.EmitFull("scatter_mask_zero", c.Shape(input), marker, 0));
  ASSIGN_OR_RETURN(const ExprId ones, c.EmitFull("scatter_ones", c.Shape(src), marker, 1));
  ASSIGN_OR_RETURN(const ExprId marks, c.Emit("scatter_mask", "tile.scatter", {blank, ones, flat}));
  return SelectMarked(c, "scatter_pred", "scatter_sel_tmp", marks, values, input);
}

// Here a mask pattern instead of an index says where elements go; the type is that of the destination.
absl::StatusOr<ExprId> ConvertScatterMask(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(2, 2));
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(c.NeedTile(1));
  const ExprId input = c.args[0];
  const ExprId dst = c.args[1];
  RETURN_IF_ERROR(c.StaticShape(input).status());
  RETURN_IF_ERROR(c.StaticShape(dst).status());
  const DType marker = MarkerDType(c.DTypeOf(dst));
  ASSIGN_OR_RETURN(const ExprId base, c.EmitFull("scatter_mask_values_zero", c.Shape(dst), c.DTypeOf(dst), 0));
  ASSIGN_OR_RETURN(const ExprId values, c.Emit("scatter_mask_values", "tile.scatter_mask", {base, input}, c.call.kwargs));
  ASSIGN_OR_RETURN(const ExprId blank, c.EmitFull("scatter_mask_mask_zero", c.Shape(dst), marker, 0));
  ASSIGN_OR_RETURN(const ExprId ones, c.EmitFull("scatter_mask_ones", c.Shape(input), marker, 1));
  ASSIGN_OR_RETURN(const ExprId marks, c.Emit("scatter_mask_mask", "tile.scatter_mask", {blank, ones}, c.call.kwargs));
  return SelectMarked(c, "scatter_mask_pred", "scatter_mask_sel_tmp", marks, values, dst);
}

}  // namespace

void RegisterScatterConversions(ConversionRegistryBuilder& r) {
  r.Custom("tensor.scatter", ConvertScatter, "tile.scatter into zeros, then tile.sel keeps the untouched elements",
           {{.operand = 0, .space = BridgeSpaceOf({"tile.sel"}, 2)},
            {.operand = 1, .space = BridgeSpaceOf({"tile.scatter"}, 2)},
            {.operand = 2, .space = BridgeSpaceOf({"tile.scatter"}, 1)}});
  r.Custom("tensor.scatter_mask", ConvertScatterMask,
           "tile.scatter_mask into zeros, then tile.sel keeps the untouched elements",
           {{.operand = 0, .space = BridgeSpaceOf({"tile.scatter_mask"}, 1)},
            {.operand = 1, .space = BridgeSpaceOf({"tile.sel"}, 2)}});
}

}  // namespace t2t
