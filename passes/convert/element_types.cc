// Element-wise operators of one tensor whose result has another element type than it (element_types.h).
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[16, 64], pl.BF16]) -> pl.Tensor[[16, 64], pl.FP32]:
//         x__tile = pl.tile.load(x, [0, 0], [16, 64], [16, 64])
//         x__gm = pl.t2t.as_tensor(x__tile)
//         a = pl.tensor.exp(x__gm)
//         b = pl.tensor.muls(a, 0.1)
//         return b
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[16, 64], pl.BF16]) -> pl.Tensor[[16, 64], pl.FP32]:
//         x__tile = pl.tile.load(x, [0, 0], [16, 64], [16, 64])
//         x__gm = pl.t2t.as_tensor(x__tile)
//         a__tile = pl.tile.exp(x__tile)
//         a = pl.t2t.as_tensor(a__tile)
//         muls_cast = pl.tile.cast(a__tile, target_type=pl.FP32, mode='round')
//         b__tile = pl.tile.muls(muls_cast, 0.1)
//         b = pl.t2t.as_tensor(b__tile)
//         return b
#include "passes/convert/element_types.h"

#include <cmath>
#include <optional>
#include <string>

#include "passes/convert/families.h"

namespace t2t {
namespace {

// Normal numbers of a floating type: bits of the mantissa, exponents as frexp counts them.
struct Normal {
  int mantissa, min_exponent, max_exponent;
};
std::optional<Normal> NormalOf(DType dtype) {
  switch (dtype) {
    case DType::kFp16: return Normal{11, -13, 16};
    case DType::kBf16: return Normal{8, -125, 128};
    default: return std::nullopt;
  }
}

// A sum, difference, product or quotient of two numbers of p bits, rounded to the 24 bits of FP32 and then to p, is the number
// rounded once: 24 >= 2 * p + 2 for the 11 bits of FP16 and the 8 of BF16. Below the normal numbers BF16 and FP32 lose bits
// alike, which leaves the distance between them.
bool RoundsOnce(const ConvertContext& c, DType narrow, DType wide) {
  const bool half = narrow == DType::kFp16 || narrow == DType::kBf16;
  return half && wide == DType::kFp32 && c.args.size() == 2 && HoldsConstant(c.p, narrow, c.args[1]);
}

// INDEX is a type for scalars: a count beside a tile of integers is read in the type of the tile, as tile operators do.
DType BesideTile(const ConvertContext& c) {
  const DType tile = c.DTypeOf(c.args[0]), scalar = c.p.TypeOf(c.args[1]).dtype;
  return scalar == DType::kIndex && IsInt(tile) ? tile : Promote(tile, scalar);
}

// As a store rounds (docs/values.md): floats to even, to an integer towards zero.
int64_t StoreMode(DType to) { return IsFloat(to) ? kCastRint : kCastTrunc; }

std::string NameOf(const ConvertContext& c, std::string_view role) {
  const std::string_view op = c.OpName();
  return std::string(op.substr(op.find('.') + 1)).append("_").append(role);
}

// A function of real numbers: integers become FP32.
DType RealType(DType operand) { return IsFloat(operand) ? operand : DType::kFp32; }

absl::StatusOr<ExprId> ConvertReal(ConvertContext& c, std::string_view tile_op) {
  RETURN_IF_ERROR(c.NeedOperands(1, 1));
  RETURN_IF_ERROR(c.NeedTile(0));
  return ComputeAs(c, RealType(c.DTypeOf(c.args[0])), [&](ExprId operand) { return c.Make(tile_op, {operand}, c.call.kwargs); });
}

absl::StatusOr<ExprId> ConvertRsqrt(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(1, 1));
  RETURN_IF_ERROR(c.NeedTile(0));
  return ComputeAs(c, RealType(c.DTypeOf(c.args[0])), [&](ExprId operand) -> absl::StatusOr<ExprId> {
    if (!c.BoolKwarg("high_precision", false)) return c.Make("tile.rsqrt", {operand});
    ASSIGN_OR_RETURN(const ExprId scratch, c.EmitCreate("rsqrt_tmp", c.Shape(operand), c.DTypeOf(operand)));
    return c.Make("tile.rsqrt", {operand, scratch});
  });
}

// tensor.expands keeps the type of its target, tile.expands promotes: the scalar comes in the type of the target.
absl::StatusOr<ExprId> ConvertExpands(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(2, 2));
  RETURN_IF_ERROR(c.NeedTile(0));
  const DType own = c.DTypeOf(c.args[0]);
  ExprId scalar = c.args[1];
  if (Promote(own, c.p.TypeOf(scalar).dtype) != own) {
    const bool constant = IsFloat(own) && c.p[scalar].kind == ExprKind::kConstFloat;
    scalar = constant ? c.p.Float(c.p.FloatValue(scalar), own) : c.p.Unary(ExprKind::kCast, scalar, own);
  }
  return c.Make("tile.expands", {c.args[0], scalar}, c.call.kwargs);
}

}  // namespace

bool HoldsConstant(const Program& p, DType dtype, ExprId scalar) {
  const std::optional<Normal> normal = NormalOf(dtype);
  if (!normal || p[scalar].kind != ExprKind::kConstFloat) return false;
  const double value = p.FloatValue(scalar);
  int exponent = 0;
  const double mantissa = std::ldexp(std::frexp(value, &exponent), normal->mantissa);
  return value == 0 || (mantissa == std::trunc(mantissa) && exponent >= normal->min_exponent && exponent <= normal->max_exponent);
}

absl::StatusOr<ExprId> EmitAs(ConvertContext& c, std::string_view name, ExprId tile, DType dtype) {
  if (c.DTypeOf(tile) == dtype) return tile;
  const bool rounds = IsFloat(dtype) || IsFloat(c.DTypeOf(tile));
  return c.Emit(name, "tile.cast", {tile}, c.CastKwargs(dtype, rounds ? kCastRound : kCastNone));
}

absl::StatusOr<ExprId> ComputeAs(ConvertContext& c, DType result,
                                 absl::FunctionRef<absl::StatusOr<ExprId>(ExprId operand)> compute) {
  RETURN_IF_ERROR(c.NeedTile(0));
  const DType own = c.DTypeOf(c.args[0]);
  const bool stored_as_own = own != result && c.StoredAs() == own;
  if (own == result || (stored_as_own && RoundsOnce(c, own, result))) return compute(c.args[0]);
  ASSIGN_OR_RETURN(const ExprId operand, EmitAs(c, NameOf(c, "cast"), c.args[0], result));
  ASSIGN_OR_RETURN(const ExprId computed, compute(operand));
  if (!stored_as_own) return computed;
  const ExprId wide = c.builder().LetVar(NameOf(c, "wide"), computed);
  return c.Make("tile.cast", {wide}, c.CastKwargs(own, StoreMode(own)));
}

absl::StatusOr<ExprId> ConvertWithScalar(ConvertContext& c, std::string_view tile_op) {
  RETURN_IF_ERROR(c.NeedOperands(2, 2));
  RETURN_IF_ERROR(c.NeedTile(0));
  return ComputeAs(c, BesideTile(c), [&](ExprId operand) { return c.Make(tile_op, {operand, c.args[1]}, c.call.kwargs); });
}

void RegisterElementTypeConversions(ConversionRegistryBuilder& r) {
  for (std::string_view name : {"adds", "muls", "divs"}) {
    const std::string tile_op = std::string("tile.") += name;
    r.Custom(std::string("tensor.") += name, [tile_op](ConvertContext& c) { return ConvertWithScalar(c, tile_op); },
             tile_op + ", the tile cast to the type of a wider scalar");
  }
  for (std::string_view name : {"exp", "sqrt", "recip"}) {
    const std::string tile_op = std::string("tile.") += name;
    r.Custom(std::string("tensor.") += name, [tile_op](ConvertContext& c) { return ConvertReal(c, tile_op); },
             tile_op + ", integers cast to FP32");
  }
  r.Custom("tensor.expands", ConvertExpands, "tile.expands, the scalar in the type of the target");
  r.Custom("tensor.rsqrt", ConvertRsqrt, "tile.rsqrt, with a scratch tile for high precision; integers cast to FP32");
}

}  // namespace t2t
