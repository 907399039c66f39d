// tile.* element-wise operators (types-and-ops 6B.1 to 6B.3).
#include "ir/core/show.h"
#include "ir/ops/paired_rules.h"
#include "ir/ops/register_all.h"
#include "ir/symbolic/prove.h"

namespace t2t {
namespace {

using enum DType;
using enum MemorySpace;

absl::Status TwoTiles(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  return c.NeedTile(1);
}

// Broadcast shape, the left operand's valid region and view.
absl::StatusOr<TypeId> LeftShaped(DeduceContext& c, DType dtype) {
  if (c.Shape(0) == c.Shape(1)) return KeepTile(c, 0, dtype);
  absl::StatusOr<Shape> shape = Broadcast(c.p, c.Shape(0), c.Shape(1));
  if (!shape.ok()) return Named(c, shape.status());
  if (shape->size() != c.Valid(0).size()) {
    return c.Fail("lhs {} has fewer dimensions than the result {}", ShapeText(c.p, c.Shape(0)), ShapeText(c.p, *shape));
  }
  return Tile(c.p, dtype, *shape, c.Valid(0), InheritView(c, 0));
}

absl::StatusOr<TypeId> Arithmetic(DeduceContext& c) {
  RETURN_IF_ERROR(TwoTiles(c));
  return LeftShaped(c, Promote(c.TypeOf(0).dtype, c.TypeOf(1).dtype));
}

// Same type, extents and valid region on operands 0 and 1.
absl::Status Alike(DeduceContext& c, size_t i, size_t j) {
  RETURN_IF_ERROR(c.NeedTile(i));
  RETURN_IF_ERROR(c.NeedTile(j));
  RETURN_IF_ERROR(NeedSameDType(c, i, j));
  RETURN_IF_ERROR(NeedSameShape(c, i, j));
  return NeedSameValid(c, i, j);
}

absl::StatusOr<TypeId> Division(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(NeedDType(c, 0, {kInt16, kInt32, kFp16, kFp32}));
  RETURN_IF_ERROR(Alike(c, 0, 1));
  if (c.BoolKwarg("high_precision", false) && !IsFloat(c.TypeOf(0).dtype)) {
    return c.Fail("high_precision needs floating-point operands");
  }
  return KeepTile(c, 0);
}

// Scratch of rem and rems: 2-D, same type, not provably too small.
absl::Status RemainderScratch(DeduceContext& c, size_t i, int64_t rows) {
  RETURN_IF_ERROR(c.NeedTile(i));
  RETURN_IF_ERROR(NeedSameDType(c, 0, i));
  RETURN_IF_ERROR(NeedRank(c, 0, 2));
  RETURN_IF_ERROR(NeedRank(c, i, 2));
  if (ProvenGt(c.p, c.p.Int(rows), c.Valid(i)[0])) return c.Fail("tmp must have at least {} valid rows", rows);
  if (ProvenGt(c.p, c.Valid(0)[1], c.Valid(i)[1])) return c.Fail("tmp must have the columns of lhs");
  return absl::OkStatus();
}

constexpr std::initializer_list<DType> kRemainderTypes = {kInt16, kUint16, kInt32, kUint32, kFp16, kFp32};

absl::StatusOr<TypeId> FMod(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(NeedDType(c, 0, kRemainderTypes));
  RETURN_IF_ERROR(Alike(c, 0, 1));
  return KeepTile(c, 0);
}
absl::StatusOr<TypeId> Remainder(DeduceContext& c) {
  ASSIGN_OR_RETURN(const TypeId type, FMod(c));
  RETURN_IF_ERROR(RemainderScratch(c, 2, 2));
  return type;
}
absl::StatusOr<TypeId> FMods(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(NeedDType(c, 0, kRemainderTypes));
  RETURN_IF_ERROR(c.NeedScalar(1));
  RETURN_IF_ERROR(NeedSameDType(c, 0, 1));
  return KeepTile(c, 0);
}
absl::StatusOr<TypeId> Remainders(DeduceContext& c) {
  ASSIGN_OR_RETURN(const TypeId type, FMods(c));
  RETURN_IF_ERROR(RemainderScratch(c, 2, 1));
  return type;
}

constexpr std::initializer_list<DType> kBitTypes = {kInt8, kUint8, kInt16, kUint16, kInt32, kUint32};

absl::StatusOr<TypeId> Bits(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(NeedDType(c, 0, kBitTypes));
  RETURN_IF_ERROR(Alike(c, 0, 1));
  return KeepTile(c, 0);
}
absl::Status XorScratch(DeduceContext& c, size_t tmp, size_t sources) {
  RETURN_IF_ERROR(Alike(c, 0, tmp));
  for (size_t i = 0; i < sources; ++i) {
    if (c.args[i] == c.args[tmp]) return c.Fail("tmp must not be a source");
  }
  return absl::OkStatus();
}
absl::StatusOr<TypeId> Xor(DeduceContext& c) {
  ASSIGN_OR_RETURN(const TypeId type, Bits(c));
  RETURN_IF_ERROR(XorScratch(c, 2, 2));
  return type;
}
DType SignedOf(DType t) {
  switch (t) {
    case kUint8: return kInt8;
    case kUint16: return kInt16;
    case kUint32: return kInt32;
    default: return t;
  }
}
absl::StatusOr<TypeId> ScalarBits(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(NeedDType(c, 0, kBitTypes));
  RETURN_IF_ERROR(c.NeedScalar(1));
  const DType wanted = SignedOf(c.TypeOf(0).dtype);
  if (c.TypeOf(1).dtype != wanted) {
    return c.Fail("the scalar must be {}, got {}", DTypeName(wanted), DTypeName(c.TypeOf(1).dtype));
  }
  return KeepTile(c, 0);
}
absl::StatusOr<TypeId> ScalarXor(DeduceContext& c) {
  ASSIGN_OR_RETURN(const TypeId type, ScalarBits(c));
  RETURN_IF_ERROR(XorScratch(c, 2, 1));
  return type;
}

absl::Status IntOperands(DeduceContext& c) {
  if (IsInt(c.TypeOf(0).dtype) && IsInt(c.TypeOf(1).dtype)) return absl::OkStatus();
  return c.Fail("operands must be integers, got {} and {}", DTypeName(c.TypeOf(0).dtype), DTypeName(c.TypeOf(1).dtype));
}
absl::StatusOr<TypeId> Shift(DeduceContext& c) {
  RETURN_IF_ERROR(TwoTiles(c));
  RETURN_IF_ERROR(IntOperands(c));
  return LeftShaped(c, c.TypeOf(0).dtype);
}
absl::StatusOr<TypeId> ScalarShift(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(c.NeedScalar(1));
  RETURN_IF_ERROR(IntOperands(c));
  return KeepTile(c, 0);
}

absl::StatusOr<TypeId> Carry(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(NeedDType(c, 0, {kInt16, kInt32, kFp16, kFp32}));
  RETURN_IF_ERROR(Alike(c, 0, 1));
  RETURN_IF_ERROR(Alike(c, 0, 2));
  return KeepTile(c, 0);
}
absl::StatusOr<TypeId> ScalarCarry(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(NeedDType(c, 0, {kInt16, kInt32, kFp16, kFp32}));
  RETURN_IF_ERROR(c.NeedScalar(1));
  RETURN_IF_ERROR(NeedSameDType(c, 0, 1));
  RETURN_IF_ERROR(Alike(c, 0, 2));
  return KeepTile(c, 0);
}

// The packed predicate: one bit per element, rows padded to 32 bytes.
TypeId Predicate(DeduceContext& c, absl::Span<const ExprId> full) {
  Shape shape(full.begin(), full.end()), valid(c.Valid(0).begin(), c.Valid(0).end());
  valid.back() = CeilDiv(c.p, valid.back(), 8);
  shape.back() = Times(c.p, CeilDiv(c.p, CeilDiv(c.p, shape.back(), 8), 32), 32);
  return Tile(c.p, kUint8, shape, valid, InheritView(c, 0));
}
absl::StatusOr<TypeId> Comparison(DeduceContext& c) {
  RETURN_IF_ERROR(TwoTiles(c));
  RETURN_IF_ERROR(NeedMinRank(c, 0, 1));
  absl::StatusOr<Shape> shape = Broadcast(c.p, c.Shape(0), c.Shape(1));
  if (!shape.ok()) return Named(c, shape.status());
  if (shape->size() != c.Valid(0).size()) return c.Fail("lhs must have the rank of the result");
  return Predicate(c, *shape);
}
absl::StatusOr<TypeId> ScalarComparison(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(NeedMinRank(c, 0, 1));
  RETURN_IF_ERROR(c.NeedScalar(1));
  return Predicate(c, c.Shape(0));
}

absl::StatusOr<TypeId> Select(DeduceContext& c) {
  for (size_t i = 0; i < 4; ++i) RETURN_IF_ERROR(c.NeedTile(i));
  absl::StatusOr<Shape> shape = Broadcast(c.p, c.Shape(1), c.Shape(2));
  if (!shape.ok()) return Named(c, shape.status());
  if (shape->size() != c.Valid(1).size()) return c.Fail("lhs must have the rank of the result");
  return Tile(c.p, Promote(c.TypeOf(1).dtype, c.TypeOf(2).dtype), *shape, c.Valid(1), InheritView(c, 1));
}

absl::StatusOr<TypeId> Sels(DeduceContext& c) {
  for (size_t i : {0u, 1u, 2u}) {
    RETURN_IF_ERROR(c.NeedTile(i));
    RETURN_IF_ERROR(NeedRank(c, i, 2));
  }
  RETURN_IF_ERROR(c.NeedScalar(3));
  RETURN_IF_ERROR(NeedDType(c, 0, {kInt8, kUint8, kInt16, kUint16, kInt32, kUint32}));
  RETURN_IF_ERROR(NeedDType(c, 1, {kInt8, kUint8, kInt16, kUint16, kInt32, kUint32, kFp16, kFp32}));
  const DType wanted = SignedOf(c.TypeOf(1).dtype);
  if (c.TypeOf(3).dtype != wanted) {
    return c.Fail("the scalar must be {}, got {}", DTypeName(wanted), DTypeName(c.TypeOf(3).dtype));
  }
  if (!ProvenLe(c.p, c.Valid(1)[0], c.Valid(0)[0])) return c.Fail("mask has fewer valid rows than src");
  const ExprId bytes = Times(c.p, c.Valid(0)[1], ByteSize(c.TypeOf(0).dtype));
  if (!ProvenLe(c.p, CeilDiv(c.p, c.Valid(1)[1], 8), bytes)) return c.Fail("mask has too few bits per row for src");
  return KeepTile(c, 1);
}

absl::StatusOr<TypeId> ScalarArithmetic(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(c.NeedScalar(1));
  return KeepTile(c, 0);
}
absl::StatusOr<TypeId> ScalarSubtraction(DeduceContext& c) {
  RETURN_IF_ERROR(ScalarArithmetic(c).status());
  for (size_t i : {0u, 1u}) RETURN_IF_ERROR(NeedDType(c, i, {kInt8, kInt16, kInt32, kFp16, kFp32, kBf16}));
  return KeepTile(c, 0);
}

absl::StatusOr<TypeId> PRelu(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(NeedDType(c, 0, {kFp16, kFp32}));
  RETURN_IF_ERROR(NeedRank(c, 0, 2));
  RETURN_IF_ERROR(Alike(c, 0, 1));
  RETURN_IF_ERROR(c.NeedTile(2));
  RETURN_IF_ERROR(NeedRank(c, 2, 2));
  return KeepTile(c, 0);
}

absl::StatusOr<TypeId> Unary(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  return KeepTile(c, 0);
}
absl::StatusOr<TypeId> Reciprocal(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  if (c.BoolKwarg("high_precision", false)) RETURN_IF_ERROR(NeedDType(c, 0, {kFp16, kFp32}));
  return KeepTile(c, 0);
}
absl::StatusOr<TypeId> RSqrt(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  if (c.Has(1)) {
    RETURN_IF_ERROR(c.NeedTile(1));
    RETURN_IF_ERROR(NeedSameDType(c, 0, 1));
    RETURN_IF_ERROR(NeedSameShape(c, 0, 1));
  }
  return KeepTile(c, 0);
}
absl::StatusOr<TypeId> Logarithm(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(NeedDType(c, 0, {kFp16, kFp32}));
  return KeepTile(c, 0);
}
absl::StatusOr<TypeId> Trigonometric(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(NeedDType(c, 0, {kFp32}));
  return KeepTile(c, 0);
}
absl::StatusOr<TypeId> BitNot(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(NeedDType(c, 0, {kInt16, kUint16}));
  return KeepTile(c, 0);
}
absl::StatusOr<TypeId> Cast(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  ASSIGN_OR_RETURN(const DType target, CastTarget(c));
  return KeepTile(c, 0, target);
}

absl::StatusOr<TypeId> FillPad(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  View view = InheritView(c, 0);
  ASSIGN_OR_RETURN(view.pad, Padding(c));
  const Type& t = c.TypeOf(0);
  return Tile(c.p, t.dtype, c.Shape(0), c.Shape(0), view, t.space, t.memref);
}
absl::StatusOr<TypeId> FillPadExpand(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  ASSIGN_OR_RETURN(const Shape shape, ExpandedShape(c));
  View view = InheritView(c, 0);
  ASSIGN_OR_RETURN(view.pad, Padding(c));
  const Type& t = c.TypeOf(0);
  return Tile(c.p, t.dtype, shape, shape, view, t.space, t.memref);
}

}  // namespace

void RegisterTileElementwise(OpRegistryBuilder& r) {
  auto two = [&](std::string_view name, std::string_view summary, Deducer deduce, std::string_view operands = "lhs rhs") {
    return r.Op(name, summary).Operands(operands).In(0, {kVec}).In(1, {kVec}).Out(kVec).Deduce(deduce);
  };
  auto one = [&](std::string_view name, std::string_view summary, Deducer deduce, std::string_view operands = "tile") {
    return r.Op(name, summary).Operands(operands).In(0, {kVec}).Out(kVec).Deduce(deduce);
  };
  two("tile.add", "sum", Arithmetic);
  two("tile.sub", "difference", Arithmetic);
  two("tile.mul", "product", Arithmetic);
  two("tile.maximum", "larger element", Arithmetic);
  two("tile.minimum", "smaller element", Arithmetic);
  for (std::string_view f : {"add", "mul", "max", "min"}) {
    two(fmt::format("tile.part_{}", f), "combined where both are valid", Arithmetic, "src0 src1");
  }
  two("tile.div", "quotient", Division).Kwargs("high_precision:bool=False");
  two("tile.rem", "remainder with the sign of the divisor", Remainder, "lhs rhs tmp").In(2, {kVec}).NotInplace();
  two("tile.fmod", "remainder with the sign of the dividend", FMod).NotInplace();
  two("tile.and", "bitwise and", Bits);
  two("tile.or", "bitwise or", Bits);
  two("tile.xor", "bitwise exclusive or", Xor, "lhs rhs tmp").In(2, {kVec}).NotInplace();
  two("tile.shl", "shift left", Shift);
  two("tile.shr", "shift right", Shift);
  two("tile.addc", "sum plus a third tile", Carry, "lhs rhs rhs2").In(2, {kVec}).ForbidAlias(2);
  two("tile.subc", "difference plus a third tile", Carry, "lhs rhs rhs2").In(2, {kVec}).ForbidAlias(2);
  two("tile.cmp", "packed predicate of a comparison", Comparison).Kwargs("cmp_type:int!");
  two("tile.sel", "elements of lhs where the predicate holds, of rhs elsewhere", Select, "mask lhs rhs tmp").In(2, {kVec})
      .In(3, {kVec}).ForbidAlias(0).ForbidAlias(3);
  two("tile.prelu", "elements, the negative ones times a slope", PRelu, "tile slope tmp").In(2, {kVec}).NotInplace();
  for (std::string_view f : {"adds", "muls", "divs", "maximums", "minimums"}) {
    one(fmt::format("tile.{}", f), "combined with a scalar", ScalarArithmetic, "lhs rhs");
  }
  one("tile.lrelu", "elements, the negative ones times a scalar", ScalarArithmetic, "tile slope");
  one("tile.subs", "difference to a scalar", ScalarSubtraction, "lhs rhs");
  one("tile.rems", "remainder by a scalar", Remainders, "lhs rhs tmp").In(2, {kVec}).NotInplace();
  one("tile.fmods", "remainder by a scalar, sign of the dividend", FMods, "lhs rhs").NotInplace();
  one("tile.ands", "bitwise and with a scalar", ScalarBits, "lhs rhs").NotInplace();
  one("tile.ors", "bitwise or with a scalar", ScalarBits, "lhs rhs").NotInplace();
  one("tile.xors", "bitwise exclusive or with a scalar", ScalarXor, "lhs rhs tmp").In(2, {kVec}).NotInplace();
  one("tile.shls", "shift left by a scalar", ScalarShift, "lhs rhs");
  one("tile.shrs", "shift right by a scalar", ScalarShift, "lhs rhs");
  one("tile.addsc", "sum with a scalar plus a tile", ScalarCarry, "lhs rhs rhs2").In(2, {kVec}).ForbidAlias(2);
  one("tile.subsc", "difference to a scalar plus a tile", ScalarCarry, "lhs rhs rhs2").In(2, {kVec}).ForbidAlias(2);
  one("tile.cmps", "packed predicate of a comparison with a scalar", ScalarComparison, "lhs rhs").Kwargs("cmp_type:int!");
  two("tile.sels", "elements where the predicate holds, a scalar elsewhere", Sels, "mask src tmp scalar").In(2, {kVec})
      .ForbidAlias(0);
  one("tile.neg", "negation", Unary);
  one("tile.exp", "e to the power", Unary);
  one("tile.sqrt", "square root", Unary);
  one("tile.abs", "absolute value", Unary);
  one("tile.relu", "elements, negative ones as zero", Unary);
  one("tile.recip", "reciprocal", Reciprocal).Kwargs("high_precision:bool=False").NotInplace();
  one("tile.rsqrt", "reciprocal square root", RSqrt, "tile tmp?").In(1, {kVec}).NotInplace();
  one("tile.log", "natural logarithm", Logarithm).Kwargs("high_precision:bool=False");
  one("tile.sin", "sine", Trigonometric);
  one("tile.cos", "cosine", Trigonometric);
  one("tile.not", "bitwise complement", BitNot);
  one("tile.cast", "conversion of the element type", Cast).Kwargs("target_type:dtype|int! mode:int");
  one("tile.fillpad", "pad value outside the valid region", FillPad).Kwargs("pad_value:pad=zero");
  one("tile.fillpad_inplace", "pad value outside the valid region, in the tile itself", FillPad)
      .Kwargs("pad_value:pad=zero").Reuses(0).ReadsWrites(0);
  one("tile.fillpad_expand", "pad value around the tile in a larger shape", FillPadExpand, "tile shape")
      .Kwargs("pad_value:pad=zero").NotInplace();
}

}  // namespace t2t
