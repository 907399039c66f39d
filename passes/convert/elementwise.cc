// Element-wise operators that need a scratch tile, a row broadcast or a choice by operand kind (op-conversions 4.1 to 4.4).
//
// tensor.add and its kin broadcast freely; the tile operators broadcast a [M, 1] operand only in their row_expand form.
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[32, 64], pl.FP32], m: pl.Tensor[[32, 1], pl.FP32]) -> pl.Tensor[[32, 64], pl.FP32]:
//         x__tile = pl.tile.load(x, [0, 0], [32, 64], [32, 64])
//         x__gm = pl.t2t.as_tensor(x__tile)
//         m__tile = pl.tile.load(m, [0, 0], [32, 1], [32, 1])
//         m__gm = pl.t2t.as_tensor(m__tile)
//         a = pl.tensor.add(m__gm, x__gm)
//         b = pl.tensor.maximum(a, 0.0)
//         return b
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[32, 64], pl.FP32], m: pl.Tensor[[32, 1], pl.FP32]) -> pl.Tensor[[32, 64], pl.FP32]:
//         x__tile = pl.tile.load(x, [0, 0], [32, 64], [32, 64])
//         x__gm = pl.t2t.as_tensor(x__tile)
//         m__tile = pl.tile.load(m, [0, 0], [32, 1], [32, 1])
//         m__gm = pl.t2t.as_tensor(m__tile)
//         a__tile = pl.tile.row_expand_add(x__tile, m__tile)
//         a = pl.t2t.as_tensor(a__tile)
//         b__tile = pl.tile.maximums(a__tile, 0.0)
//         b = pl.t2t.as_tensor(b__tile)
//         return b
#include <string>

#include "ir/core/show.h"
#include "ir/symbolic/prove.h"
#include "passes/convert/broadcast.h"
#include "passes/convert/element_types.h"
#include "passes/convert/families.h"

namespace t2t {
namespace {

// Which operand, if any, is the [M, 1] column that the other, wider one stretches to its rows.
enum class RowBroadcast : uint8_t { kNone, kRhsNarrow, kLhsNarrow };

RowBroadcast RowBroadcastOf(const ConvertContext& c, ExprId lhs, ExprId rhs) {
  if (!c.p.TypeOf(lhs).IsTile() || !c.p.TypeOf(rhs).IsTile()) return RowBroadcast::kNone;
  if (c.Shape(lhs).size() != 2 || c.Shape(rhs).size() != 2) return RowBroadcast::kNone;
  const bool lhs_narrow = c.p.IsConstInt(c.Shape(lhs)[1], 1);
  const bool rhs_narrow = c.p.IsConstInt(c.Shape(rhs)[1], 1);
  if (lhs_narrow == rhs_narrow) return RowBroadcast::kNone;
  return rhs_narrow ? RowBroadcast::kRhsNarrow : RowBroadcast::kLhsNarrow;
}

// The tile operator on both operands, the one that has the shape of the result in front.
absl::StatusOr<ExprId> MakeWideFirst(ConvertContext& c, std::string_view tile_op, AttrsId kwargs) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(c.NeedTile(1));
  ASSIGN_OR_RETURN(const bool swap, RightIsWide(c));
  return c.Make(tile_op, {c.args[swap ? 1 : 0], c.args[swap ? 0 : 1]}, kwargs);
}

// A [M, 1] operand goes to the row form, which wants as many rows as the wide operand has. A single element is no column.
absl::Status CheckRowForm(const ConvertContext& c, ExprId wide, ExprId column) {
  const ExprId rows = c.Shape(column)[0];
  if (!c.p.IsConstInt(rows, 1) || c.p.IsConstInt(c.Shape(wide)[0], 1)) return absl::OkStatus();
  return c.Fail("an operand of one element is not stretched to {}; read it with tensor.read and use it as a scalar",
                ShapeText(c.p, c.Shape(wide)));
}

// Order does not matter for these two, so the wide operand always comes first.
absl::StatusOr<ExprId> ConvertCommutative(ConvertContext& c, std::string_view name) {
  RETURN_IF_ERROR(c.NeedOperands(2, 2));
  const RowBroadcast broadcast = RowBroadcastOf(c, c.args[0], c.args[1]);
  if (broadcast == RowBroadcast::kNone) return MakeWideFirst(c, std::string("tile.") += name, c.call.kwargs);
  const bool swap = broadcast == RowBroadcast::kLhsNarrow;
  const ExprId wide = c.args[swap ? 1 : 0], column = c.args[swap ? 0 : 1];
  RETURN_IF_ERROR(CheckRowForm(c, wide, column));
  return c.Make(std::string("tile.row_expand_") += name, {wide, column});
}

// A narrow minuend cannot change sides: it is stretched to the shape of the other operand first.
absl::StatusOr<ExprId> ConvertSub(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(2, 2));
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(c.NeedTile(1));
  const ExprId lhs = c.args[0];
  const ExprId rhs = c.args[1];
  const RowBroadcast broadcast = RowBroadcastOf(c, lhs, rhs);
  if (broadcast == RowBroadcast::kRhsNarrow) {
    RETURN_IF_ERROR(CheckRowForm(c, lhs, rhs));
    return c.Make("tile.row_expand_sub", {lhs, rhs});
  }
  if (broadcast == RowBroadcast::kLhsNarrow) {
    RETURN_IF_ERROR(CheckRowForm(c, rhs, lhs));
  } else {
    ASSIGN_OR_RETURN(const bool stretch, RightIsWide(c));
    if (!stretch) return c.Make("tile.sub", c.args, c.call.kwargs);
    if (c.Shape(lhs).size() != 2 || c.Shape(rhs).size() != 2) {
      return c.Fail("the left operand {} is not stretched to {}; only two-dimensional ones are, reshape both first",
                    ShapeText(c.p, c.Shape(lhs)), ShapeText(c.p, c.Shape(rhs)));
    }
  }
  ASSIGN_OR_RETURN(const ExprId minuend, EmitStretched(c, "sub_lhs", lhs, rhs));
  return c.Make("tile.sub", {minuend, rhs}, c.call.kwargs);
}

// tile.div wants operands of one type and one shape; row_expand_div exists for a [M, 1] divisor only.
absl::StatusOr<ExprId> ConvertDiv(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(2, 2));
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(c.NeedTile(1));
  const DType dtype = Promote(c.DTypeOf(c.args[0]), c.DTypeOf(c.args[1]));
  const RowBroadcast broadcast = RowBroadcastOf(c, c.args[0], c.args[1]);
  if (broadcast == RowBroadcast::kLhsNarrow) {
    return c.Fail("row-vector lhs broadcast is not supported: the dividend has one column and the divisor more; "
                  "expand the dividend with row_expand first");
  }
  if (broadcast == RowBroadcast::kRhsNarrow) {
    if (c.BoolKwarg("high_precision", false)) {
      return c.Fail("high_precision does not support row broadcasting; expand the divisor with row_expand first");
    }
    if (dtype != DType::kFp16 && dtype != DType::kFp32) {
      return c.Fail("row broadcasting supports only FP16 or FP32, not {}; cast the operands first", DTypeName(dtype));
    }
  }
  ASSIGN_OR_RETURN(const ExprId lhs, EmitAs(c, "div_lhs_cast", c.args[0], dtype));
  ASSIGN_OR_RETURN(const ExprId rhs, EmitAs(c, "div_rhs_cast", c.args[1], dtype));
  if (broadcast == RowBroadcast::kNone) return c.Make("tile.div", {lhs, rhs}, c.call.kwargs);
  if (!ProvenLe(c.p, c.Valid(lhs)[0], c.Valid(rhs)[0])) {
    return c.Fail("row broadcasting needs divisor valid rows to cover the dividend");
  }
  if (!ProvenEq(c.p, c.Valid(rhs)[1], c.p.Int(1))) {
    return c.Fail("row broadcasting needs the divisor's first column to be valid");
  }
  return c.Make("tile.row_expand_div", {lhs, rhs});
}

// One tensor operator for both kinds of right operand, two tile operators.
absl::StatusOr<ExprId> ConvertExtremum(ConvertContext& c, std::string_view tile_op) {
  RETURN_IF_ERROR(c.NeedOperands(2, 2));
  if (c.IsScalar(1)) return ConvertWithScalar(c, std::string(tile_op) += 's');
  return MakeWideFirst(c, tile_op, c.call.kwargs);
}

// Is every element that is valid in `inner` valid in `outer`, which has the same shape?
bool ProvenToCover(ConvertContext& c, ExprId outer, ExprId inner) {
  for (size_t i = 0; i < c.Shape(outer).size(); ++i) {
    const ExprId have = c.Valid(outer)[i];
    if (!DimEq(c.p, have, c.Shape(outer)[i]) && !ProvenLe(c.p, c.Valid(inner)[i], have)) return false;
  }
  return true;
}

// Where only one operand is valid the result is that one's element, so the operand that is valid in more of it is the one
// whose valid region the result must have.
absl::StatusOr<ExprId> ConvertPart(ConvertContext& c, std::string_view tile_op) {
  RETURN_IF_ERROR(c.NeedOperands(2, 2));
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(c.NeedTile(1));
  ASSIGN_OR_RETURN(bool swap, RightIsWide(c));
  if (!swap && SameShape(c.p, c.Shape(c.args[0]), c.Shape(c.args[1]))) {
    swap = !ProvenToCover(c, c.args[0], c.args[1]) && ProvenToCover(c, c.args[1], c.args[0]);
  }
  return c.Make(tile_op, {c.args[swap ? 1 : 0], c.args[swap ? 0 : 1]}, c.call.kwargs);
}

// The scratch must match the left operand in everything, its valid region included.
absl::StatusOr<ExprId> ConvertXor(ConvertContext& c, std::string_view tile_op) {
  RETURN_IF_ERROR(c.NeedOperands(2, 2));
  RETURN_IF_ERROR(c.NeedTile(0));
  const ExprId lhs = c.args[0];
  ASSIGN_OR_RETURN(ExprId scratch, c.EmitCreate("xor_tmp", c.Shape(lhs), c.DTypeOf(lhs)));
  if (!c.FullyValid(lhs)) {
    const absl::Span<const ExprId> valid = c.Valid(lhs);
    if (valid.size() != 2) {
      return c.Fail("operand 0 is valid only in {} of {}, and the scratch tile can be narrowed to that in two dimensions "
                    "only; reshape it first", ShapeText(c.p, valid), ShapeText(c.p, c.Shape(lhs)));
    }
    ASSIGN_OR_RETURN(scratch, c.Emit("xor_tmp_valid", "tile.set_validshape", {scratch, valid[0], valid[1]}));
  }
  return c.Make(tile_op, {lhs, c.args[1], scratch});
}

}  // namespace

void RegisterElementwiseConversions(ConversionRegistryBuilder& r) {
  r.Custom("tensor.add", [](ConvertContext& c) { return ConvertCommutative(c, "add"); },
           "tile.add, or tile.row_expand_add when one operand is [M, 1]");
  r.Custom("tensor.mul", [](ConvertContext& c) { return ConvertCommutative(c, "mul"); },
           "tile.mul, or tile.row_expand_mul when one operand is [M, 1]");
  r.Custom("tensor.sub", ConvertSub, "tile.sub, or tile.row_expand_sub for a [M, 1] subtrahend");
  r.Custom("tensor.div", ConvertDiv, "casts to the common type, then tile.div or tile.row_expand_div");
  r.Custom("tensor.maximum", [](ConvertContext& c) { return ConvertExtremum(c, "tile.maximum"); },
           "tile.maximum, or tile.maximums with a scalar");
  r.Custom("tensor.minimum", [](ConvertContext& c) { return ConvertExtremum(c, "tile.minimum"); },
           "tile.minimum, or tile.minimums with a scalar");
  for (std::string_view name : {"part_add", "part_mul", "part_max", "part_min"}) {
    const std::string tile_op = std::string("tile.") += name;
    r.Custom(std::string("tensor.") += name, [tile_op](ConvertContext& c) { return ConvertPart(c, tile_op); },
             tile_op + ", the operand that is valid in more of it in front");
  }
  r.Custom("tensor.xor", [](ConvertContext& c) { return ConvertXor(c, "tile.xor"); }, "tile.xor with a scratch tile");
  r.Custom("tensor.xors", [](ConvertContext& c) { return ConvertXor(c, "tile.xors"); },
           "tile.xors with a scratch tile");
}

}  // namespace t2t
