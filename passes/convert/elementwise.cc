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

#include "ir/symbolic/prove.h"
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

// Order does not matter for these two, so the wide operand always comes first.
absl::StatusOr<ExprId> ConvertCommutative(ConvertContext& c, std::string_view name) {
  RETURN_IF_ERROR(c.NeedOperands(2, 2));
  const RowBroadcast broadcast = RowBroadcastOf(c, c.args[0], c.args[1]);
  if (broadcast == RowBroadcast::kNone) return c.Make(std::string("tile.") += name, c.args, c.call.kwargs);
  const bool swap = broadcast == RowBroadcast::kLhsNarrow;
  return c.Make(std::string("tile.row_expand_") += name, {c.args[swap ? 1 : 0], c.args[swap ? 0 : 1]});
}

// A narrow minuend cannot change sides: it is stretched to the shape of the other operand first.
absl::StatusOr<ExprId> ConvertSub(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(2, 2));
  const ExprId lhs = c.args[0];
  const ExprId rhs = c.args[1];
  switch (RowBroadcastOf(c, lhs, rhs)) {
    case RowBroadcast::kNone:
      return c.Make("tile.sub", c.args, c.call.kwargs);
    case RowBroadcast::kRhsNarrow:
      return c.Make("tile.row_expand_sub", {lhs, rhs});
    case RowBroadcast::kLhsNarrow:
      break;
  }
  ASSIGN_OR_RETURN(const ExprId target, c.EmitCreate("sub_lhs_target", c.Shape(rhs), c.DTypeOf(lhs)));
  ASSIGN_OR_RETURN(ExprId minuend, c.Emit("sub_lhs", "tile.row_expand", {target, lhs}));
  if (!c.FullyValid(rhs)) {
    // tile.sub takes the valid region of its left operand, which must be that of the result.
    const absl::Span<const ExprId> valid = c.Valid(rhs);
    ASSIGN_OR_RETURN(minuend, c.Emit("sub_lhs_valid", "tile.set_validshape", {minuend, valid[0], valid[1]}));
  }
  return c.Make("tile.sub", {minuend, rhs}, c.call.kwargs);
}

absl::StatusOr<ExprId> DivOperand(ConvertContext& c, std::string_view name, ExprId operand, DType dtype) {
  if (c.DTypeOf(operand) == dtype) return operand;
  return c.Emit(name, "tile.cast", {operand}, c.CastKwargs(dtype, kCastRound));
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
  ASSIGN_OR_RETURN(const ExprId lhs, DivOperand(c, "div_lhs_cast", c.args[0], dtype));
  ASSIGN_OR_RETURN(const ExprId rhs, DivOperand(c, "div_rhs_cast", c.args[1], dtype));
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
  std::string op(tile_op);
  if (c.IsScalar(1)) op += 's';
  return c.Make(op, c.args, c.call.kwargs);
}

absl::StatusOr<ExprId> ConvertRsqrt(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(1, 1));
  if (!c.BoolKwarg("high_precision", false)) return c.Make("tile.rsqrt", c.args);
  RETURN_IF_ERROR(c.NeedTile(0));
  ASSIGN_OR_RETURN(const ExprId scratch, c.EmitCreate("rsqrt_tmp", c.Shape(c.args[0]), c.DTypeOf(c.args[0])));
  return c.Make("tile.rsqrt", {c.args[0], scratch});
}

absl::StatusOr<ExprId> ConvertXor(ConvertContext& c, std::string_view tile_op) {
  RETURN_IF_ERROR(c.NeedOperands(2, 2));
  RETURN_IF_ERROR(c.NeedTile(0));
  ASSIGN_OR_RETURN(const ExprId scratch, c.EmitCreate("xor_tmp", c.Shape(c.args[0]), c.DTypeOf(c.args[0])));
  return c.Make(tile_op, {c.args[0], c.args[1], scratch});
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
  r.Custom("tensor.rsqrt", ConvertRsqrt, "tile.rsqrt, with a scratch tile for high precision");
  r.Custom("tensor.xor", [](ConvertContext& c) { return ConvertXor(c, "tile.xor"); }, "tile.xor with a scratch tile");
  r.Custom("tensor.xors", [](ConvertContext& c) { return ConvertXor(c, "tile.xors"); },
           "tile.xors with a scratch tile");
}

}  // namespace t2t
