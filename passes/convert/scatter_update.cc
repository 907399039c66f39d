// scatter_update: input[index.flat[k], :] = src[k, :], as an element scatter (op-conversions 10.2; design document,
// "scatter update"). The tensor and the tile operator share it.
//
// Index arithmetic is INT32 to the end: a 2-byte [n, 1] column or [b, s] index would be laid out in ways the cast cannot
// follow, so only the finished row-major [n, d] index is narrowed.
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[32, 32], pl.FP32], i: pl.Tensor[[2, 8], pl.INT32], s: pl.Tensor[[16, 32], pl.FP32]) -> pl.Tensor[[32, 32], pl.FP32]:
//         x__tile = pl.tile.load(x, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Vec)
//         x__gm = pl.t2t.as_tensor(x__tile)
//         i__tile = pl.tile.load(i, [0, 0], [2, 8], [2, 8], target_memory=pl.Mem.Vec)
//         i__gm = pl.t2t.as_tensor(i__tile)
//         s__tile = pl.tile.load(s, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
//         s__gm = pl.t2t.as_tensor(s__tile)
//         y = pl.tensor.scatter_update(x__gm, i__gm, s__gm, dim=-2)
//         return y
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[32, 32], pl.FP32], i: pl.Tensor[[2, 8], pl.INT32], s: pl.Tensor[[16, 32], pl.FP32]) -> pl.Tensor[[32, 32], pl.FP32]:
//         x__tile = pl.tile.load(x, [0, 0], [32, 32], [32, 32], target_memory=pl.Mem.Vec)
//         x__gm = pl.t2t.as_tensor(x__tile)
//         i__tile = pl.tile.load(i, [0, 0], [2, 8], [2, 8], target_memory=pl.Mem.Vec)
//         i__gm = pl.t2t.as_tensor(i__tile)
//         s__tile = pl.tile.load(s, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)
//         s__gm = pl.t2t.as_tensor(s__tile)
//         su_col = pl.tile.ci(pl.const(0, pl.INT32), [1, 32], dtype=pl.INT32, descending=False)
//         su_tmpl = pl.tile.full([16, 32], dtype=pl.INT32, value=0)
//         su_col_nd = pl.tile.col_expand(su_tmpl, su_col)
//         su_idx_flat = pl.tile.reshape(i__tile, [16, 1])
//         su_row_base = pl.tile.muls(su_idx_flat, pl.const(32, pl.INT32))
//         su_flat_idx = pl.tile.row_expand_add(su_col_nd, su_row_base)
//         su_v0 = pl.tile.full([32, 32], dtype=pl.FP32, value=0.0)
//         su_vals = pl.tile.scatter(su_v0, s__tile, su_flat_idx)
//         su_m0 = pl.tile.full([32, 32], dtype=pl.FP32, value=0.0)
//         su_ones = pl.tile.full([16, 32], dtype=pl.FP32, value=1.0)
//         su_mask = pl.tile.scatter(su_m0, su_ones, su_flat_idx)
//         su_pred = pl.tile.cmps(su_mask, 0.0, cmp_type=1)
//         su_tmp = pl.tile.create([1, 32], dtype=pl.UINT8, target_memory=pl.Mem.Vec)
//         y__tile = pl.tile.sel(su_pred, su_vals, x__tile, su_tmp)
//         y = pl.t2t.as_tensor(y__tile)
//         return y
#include <limits>

#include "passes/convert/families.h"
#include "passes/convert/packed_select.h"

namespace t2t {
namespace {

constexpr int64_t kInt16Max = std::numeric_limits<int16_t>::max();

// [n, d] flat element index: index.flat[k] * d + column.
absl::StatusOr<ExprId> FlatIndex(ConvertContext& c, ExprId index, int64_t n, int64_t d, DType dtype) {
  const auto int32 = [&c](int64_t v) { return c.p.Int(v, DType::kInt32); };
  ASSIGN_OR_RETURN(const ExprId column,
                   c.Emit("su_col", "tile.ci", {int32(0), c.IntTuple({1, d})},
                          c.Kwargs({c.DTypeKw("dtype", DType::kInt32), c.p.BoolAttr("descending", false)})));
  ASSIGN_OR_RETURN(const ExprId shape_only, c.EmitFull("su_tmpl", c.Extents({n, d}), DType::kInt32, 0));
  ASSIGN_OR_RETURN(const ExprId columns, c.Emit("su_col_nd", "tile.col_expand", {shape_only, column}));
  if (c.DTypeOf(index) != DType::kInt32) {
    ASSIGN_OR_RETURN(index, c.Emit("su_idx_i32", "tile.cast", {index}, c.CastKwargs(DType::kInt32, kCastNone)));
  }
  ASSIGN_OR_RETURN(const ExprId rows, c.Emit("su_idx_flat", "tile.reshape", {index, c.IntTuple({n, 1})}));
  ASSIGN_OR_RETURN(const ExprId base, c.Emit("su_row_base", "tile.muls", {rows, int32(d)}));
  ASSIGN_OR_RETURN(const ExprId flat, c.Emit("su_flat_idx", "tile.row_expand_add", {columns, base}));
  if (dtype == DType::kInt32) return flat;
  return c.Emit("su_flat_idx_cast", "tile.cast", {flat}, c.CastKwargs(dtype, kCastNone));
}

absl::StatusOr<ExprId> ConvertScatterUpdate(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(3, 3));
  for (size_t i = 0; i < 3; ++i) RETURN_IF_ERROR(c.NeedTile(i));
  const ExprId input = c.args[0];
  const ExprId index = c.args[1];
  const ExprId src = c.args[2];
  if (c.Shape(input).size() != 2 || c.Shape(src).size() != 2) {
    return c.Fail("only 2D input/src is currently supported in lowering, got rank {} and {}; reshape to two dimensions",
                  c.Shape(input).size(), c.Shape(src).size());
  }
  ASSIGN_OR_RETURN(const std::vector<int64_t> to, c.StaticShape(input));
  ASSIGN_OR_RETURN(const std::vector<int64_t> which, c.StaticShape(index));
  ASSIGN_OR_RETURN(const std::vector<int64_t> from, c.StaticShape(src));
  const int64_t m = to[0];
  const int64_t d = to[1];
  const int64_t n = from[0];
  if (which.size() != 2 || n != which[0] * which[1]) {
    return c.Fail("src has {} rows, but the index names another number of them", n);
  }
  const DType index_dtype = ByteSize(c.DTypeOf(input)) == 4 ? DType::kInt32 : DType::kInt16;
  if (index_dtype == DType::kInt16 && d != 0 && m > kInt16Max / d) {
    return c.Fail("an input of {} x {} elements of this type exceeds the i16 flat-index limit of {}; use 4-byte data or "
                  "split the input", m, d, kInt16Max);
  }
  const DType marker = MarkerDType(c.DTypeOf(input));
  ASSIGN_OR_RETURN(const ExprId flat, FlatIndex(c, index, n, d, index_dtype));
  ASSIGN_OR_RETURN(const ExprId base, c.EmitFull("su_v0", c.Shape(input), c.DTypeOf(input), 0));
  ASSIGN_OR_RETURN(const ExprId values, c.Emit("su_vals", "tile.scatter", {base, src, flat}));
  ASSIGN_OR_RETURN(const ExprId blank, c.EmitFull("su_m0", c.Shape(input), marker, 0));
  ASSIGN_OR_RETURN(const ExprId ones, c.EmitFull("su_ones", c.Extents({n, d}), marker, 1));
  ASSIGN_OR_RETURN(const ExprId marks, c.Emit("su_mask", "tile.scatter", {blank, ones, flat}));
  return SelectMarked(c, "su_pred", "su_tmp", marks, values, input);
}

}  // namespace

void RegisterScatterUpdateConversions(ConversionRegistryBuilder& r) {
  for (std::string_view name : {"tensor.scatter_update", "tile.scatter_update"}) {
    r.Custom(name, ConvertScatterUpdate, "an element scatter into zeros, then tile.sel keeps the untouched rows",
             {{.operand = 0, .space = BridgeSpaceOf({"tile.sel"}, 2)},
              {.operand = 1, .space = BridgeSpaceOf({"tile.scatter"}, 2)},
              {.operand = 2, .space = BridgeSpaceOf({"tile.scatter"}, 1)}});
  }
}

}  // namespace t2t
