// tensor.* element-wise operators (types-and-ops 6A.1, 6A.2).
#include "ir/core/show.h"
#include "ir/ops/paired_rules.h"
#include "ir/ops/register_all.h"
#include "ir/symbolic/prove.h"

namespace t2t {
namespace {

using enum DType;

// ---- two tensors ----

// Valid region of a binary result: that of the left operand when both are plain tensors that match axis by axis,
// everything otherwise.
TypeId WithMatchingValid(DeduceContext& c, DType dtype, absl::Span<const ExprId> shape) {
  const Type& a = c.TypeOf(0);
  const Type& b = c.TypeOf(1);
  if (!a.view && !b.view) return c.p.TensorType(dtype, shape);
  bool match = a.kind == TypeKind::kTensor && b.kind == TypeKind::kTensor && a.rank() == b.rank();
  for (size_t i = 0; match && i < a.rank(); ++i) {
    match = DimEq(c.p, c.Shape(0)[i], c.Shape(1)[i]) && IsFullExtent(c.p, c.Valid(0)[i], c.Valid(1)[i]);
  }
  return match ? FreshTensor(c.p, dtype, shape, c.Valid(0)) : c.p.TensorType(dtype, shape);
}

absl::Status TwoTensors(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensorLike(0));
  return c.NeedTensorLike(1);
}

absl::StatusOr<Shape> BroadcastOperands(DeduceContext& c) {
  // The common case needs no proof: the same extents.
  if (c.Shape(0) == c.Shape(1)) return Shape(c.Shape(0).begin(), c.Shape(0).end());
  absl::StatusOr<Shape> shape = Broadcast(c.p, c.Shape(0), c.Shape(1));
  if (!shape.ok()) return Named(c, shape.status());
  return shape;
}

absl::StatusOr<TypeId> Arithmetic(DeduceContext& c) {
  RETURN_IF_ERROR(TwoTensors(c));
  ASSIGN_OR_RETURN(const Shape shape, BroadcastOperands(c));
  return WithMatchingValid(c, Promote(c.TypeOf(0).dtype, c.TypeOf(1).dtype), shape);
}

absl::StatusOr<TypeId> PartArithmetic(DeduceContext& c) {
  RETURN_IF_ERROR(TwoTensors(c));
  ASSIGN_OR_RETURN(const Shape shape, BroadcastOperands(c));
  return c.p.TensorType(Promote(c.TypeOf(0).dtype, c.TypeOf(1).dtype), shape);
}

absl::StatusOr<TypeId> Division(DeduceContext& c) {
  RETURN_IF_ERROR(TwoTensors(c));
  for (size_t i : {0u, 1u}) RETURN_IF_ERROR(NeedDType(c, i, {kInt16, kInt32, kFp16, kFp32}));
  if (c.BoolKwarg("high_precision", false) && !IsFloat(Promote(c.TypeOf(0).dtype, c.TypeOf(1).dtype))) {
    return c.Fail("high_precision needs a floating-point result");
  }
  return Arithmetic(c);
}

absl::StatusOr<TypeId> Remainder(DeduceContext& c) {
  RETURN_IF_ERROR(TwoTensors(c));
  RETURN_IF_ERROR(NeedDType(c, 0, {kInt16, kUint16, kInt32, kUint32, kFp16, kFp32}));
  RETURN_IF_ERROR(NeedSameDType(c, 0, 1));
  RETURN_IF_ERROR(NeedSameShape(c, 0, 1));
  return WithMatchingValid(c, c.TypeOf(0).dtype, c.Shape(0));
}

absl::Status TwoIntTensors(DeduceContext& c) {
  RETURN_IF_ERROR(TwoTensors(c));
  for (size_t i : {0u, 1u}) {
    if (!IsInt(c.TypeOf(i).dtype)) {
      return c.Fail("operands must be integers, got {} and {}", DTypeName(c.TypeOf(0).dtype),
                    DTypeName(c.TypeOf(1).dtype));
    }
  }
  return NeedSameShape(c, 0, 1);
}

absl::StatusOr<TypeId> BitAnd(DeduceContext& c) {
  RETURN_IF_ERROR(TwoIntTensors(c));
  return WithMatchingValid(c, Promote(c.TypeOf(0).dtype, c.TypeOf(1).dtype), c.Shape(0));
}
absl::StatusOr<TypeId> BitXor(DeduceContext& c) {
  RETURN_IF_ERROR(TwoIntTensors(c));
  return c.p.TensorType(Promote(c.TypeOf(0).dtype, c.TypeOf(1).dtype), c.Shape(0));
}
absl::StatusOr<TypeId> Shift(DeduceContext& c) {
  RETURN_IF_ERROR(TwoIntTensors(c));
  return WithMatchingValid(c, c.TypeOf(0).dtype, c.Shape(0));
}

// ---- a tensor and a scalar ----

// The left operand's shape; its valid region is kept unless it is a window.
TypeId LikeLeft(DeduceContext& c, DType dtype) {
  if (c.TypeOf(0).kind != TypeKind::kTensor) return c.p.TensorType(dtype, c.Shape(0));
  return FreshTensor(c.p, dtype, c.Shape(0), c.Valid(0));
}

absl::Status TensorAndScalar(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensorLike(0));
  return c.NeedScalar(1);
}

absl::StatusOr<TypeId> ScalarArithmetic(DeduceContext& c) {
  RETURN_IF_ERROR(TensorAndScalar(c));
  return LikeLeft(c, Promote(c.TypeOf(0).dtype, c.TypeOf(1).dtype));
}

absl::StatusOr<TypeId> ScalarSubtraction(DeduceContext& c) {
  RETURN_IF_ERROR(TensorAndScalar(c));
  for (size_t i : {0u, 1u}) RETURN_IF_ERROR(NeedDType(c, i, {kInt8, kInt16, kInt32, kFp16, kFp32, kBf16}));
  return LikeLeft(c, c.TypeOf(0).dtype);
}

absl::StatusOr<TypeId> ScalarRemainder(DeduceContext& c) {
  RETURN_IF_ERROR(TensorAndScalar(c));
  RETURN_IF_ERROR(NeedDType(c, 0, {kInt16, kUint16, kInt32, kUint32, kFp16, kFp32}));
  RETURN_IF_ERROR(NeedSameDType(c, 0, 1));
  return LikeLeft(c, c.TypeOf(0).dtype);
}

absl::Status IntTensorAndScalar(DeduceContext& c) {
  RETURN_IF_ERROR(TensorAndScalar(c));
  if (IsInt(c.TypeOf(0).dtype) && IsInt(c.TypeOf(1).dtype)) return absl::OkStatus();
  return c.Fail("operands must be integers, got {} and {}", DTypeName(c.TypeOf(0).dtype), DTypeName(c.TypeOf(1).dtype));
}

absl::StatusOr<TypeId> ScalarBits(DeduceContext& c) {
  RETURN_IF_ERROR(IntTensorAndScalar(c));
  return LikeLeft(c, c.TypeOf(0).dtype);
}
absl::StatusOr<TypeId> ScalarXor(DeduceContext& c) {
  RETURN_IF_ERROR(IntTensorAndScalar(c));
  return c.p.TensorType(c.TypeOf(0).dtype, c.Shape(0));
}
absl::StatusOr<TypeId> ScalarShift(DeduceContext& c) {
  RETURN_IF_ERROR(IntTensorAndScalar(c));
  if (c.p.IsConstInt(c.args[1]) && c.p[c.args[1]].int_value() < 0) {
    return c.Fail("cannot shift by {}", c.p[c.args[1]].int_value());
  }
  return LikeLeft(c, c.TypeOf(0).dtype);
}

// ---- either ----

absl::StatusOr<TypeId> Extremum(DeduceContext& c) {
  return c.TypeOf(1).IsScalar() ? ScalarArithmetic(c) : Arithmetic(c);
}

absl::StatusOr<TypeId> Comparison(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensorLike(0));
  const DType dtype = Promote(c.TypeOf(0).dtype, c.TypeOf(1).dtype);
  if (c.TypeOf(1).IsScalar()) return c.p.TensorType(dtype, c.Shape(0));
  RETURN_IF_ERROR(c.NeedTensorLike(1));
  ASSIGN_OR_RETURN(const Shape shape, BroadcastOperands(c));
  return c.p.TensorType(dtype, shape);
}

// ---- one tensor ----

TypeId LikeInput(DeduceContext& c, DType dtype) { return FreshTensor(c.p, dtype, c.Shape(0), c.Valid(0)); }

absl::StatusOr<TypeId> Same(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensorLike(0));
  return LikeInput(c, c.TypeOf(0).dtype);
}
absl::StatusOr<TypeId> ToFloat(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensorLike(0));
  const DType dtype = c.TypeOf(0).dtype;
  return LikeInput(c, IsFloat(dtype) ? dtype : kFp32);
}
absl::StatusOr<TypeId> Reciprocal(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensorLike(0));
  if (c.BoolKwarg("high_precision", false)) RETURN_IF_ERROR(NeedDType(c, 0, {kFp16, kFp32}));
  return ToFloat(c);
}
absl::StatusOr<TypeId> Logarithm(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensorLike(0));
  RETURN_IF_ERROR(NeedDType(c, 0, {kFp16, kFp32}));
  return LikeInput(c, c.TypeOf(0).dtype);
}
absl::StatusOr<TypeId> Trigonometric(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensorLike(0));
  if (c.TypeOf(0).dtype != kFp32) {
    return c.Fail("input must be FP32, got {}; cast it first", DTypeName(c.TypeOf(0).dtype));
  }
  return LikeInput(c, kFp32);
}
absl::StatusOr<TypeId> BitNot(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensorLike(0));
  RETURN_IF_ERROR(NeedDType(c, 0, {kInt16, kUint16}));
  return LikeInput(c, c.TypeOf(0).dtype);
}
absl::StatusOr<TypeId> Cast(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensorLike(0));
  ASSIGN_OR_RETURN(const DType target, CastTarget(c));
  return LikeInput(c, target);
}

}  // namespace

void RegisterTensorElementwise(OpRegistryBuilder& r) {
  r.Op("tensor.add", "sum, broadcasting").Operands("lhs rhs").Deduce(Arithmetic);
  r.Op("tensor.sub", "difference, broadcasting").Operands("lhs rhs").Deduce(Arithmetic);
  r.Op("tensor.mul", "product, broadcasting").Operands("lhs rhs").Deduce(Arithmetic);
  r.Op("tensor.div", "quotient, broadcasting").Operands("lhs rhs").Kwargs("high_precision:bool=False").Deduce(Division);
  r.Op("tensor.maximum", "larger element, of a tensor or scalar").Operands("lhs rhs").Deduce(Extremum);
  r.Op("tensor.minimum", "smaller element, of a tensor or scalar").Operands("lhs rhs").Deduce(Extremum);
  r.Op("tensor.fmod", "remainder with the sign of the dividend").Operands("lhs rhs").Deduce(Remainder);
  r.Op("tensor.part_add", "sum where both are valid").Operands("src0 src1").Deduce(PartArithmetic);
  r.Op("tensor.part_mul", "product where both are valid").Operands("src0 src1").Deduce(PartArithmetic);
  r.Op("tensor.part_max", "maximum where both are valid").Operands("src0 src1").Deduce(PartArithmetic);
  r.Op("tensor.part_min", "minimum where both are valid").Operands("src0 src1").Deduce(PartArithmetic);
  r.Op("tensor.cmp", "comparison, 0 or 1 in the operands' type").Operands("lhs rhs").Kwargs("cmp_type:int=0")
      .Deduce(Comparison);
  r.Op("tensor.and", "bitwise and").Operands("lhs rhs").Deduce(BitAnd);
  r.Op("tensor.or", "bitwise or").Operands("lhs rhs").Deduce(BitAnd);
  r.Op("tensor.xor", "bitwise exclusive or").Operands("lhs rhs").Deduce(BitXor);
  r.Op("tensor.shl", "shift left").Operands("lhs rhs").Deduce(Shift);
  r.Op("tensor.shr", "shift right").Operands("lhs rhs").Deduce(Shift);
  r.Op("tensor.adds", "sum with a scalar").Operands("lhs rhs").Deduce(ScalarArithmetic);
  r.Op("tensor.muls", "product with a scalar").Operands("lhs rhs").Deduce(ScalarArithmetic);
  r.Op("tensor.divs", "quotient by a scalar").Operands("lhs rhs").Deduce(ScalarArithmetic);
  r.Op("tensor.subs", "difference to a scalar").Operands("lhs rhs").Deduce(ScalarSubtraction);
  r.Op("tensor.fmods", "remainder by a scalar").Operands("lhs rhs").Deduce(ScalarRemainder);
  r.Op("tensor.ands", "bitwise and with a scalar").Operands("lhs rhs").Deduce(ScalarBits);
  r.Op("tensor.ors", "bitwise or with a scalar").Operands("lhs rhs").Deduce(ScalarBits);
  r.Op("tensor.xors", "bitwise exclusive or with a scalar").Operands("lhs rhs").Deduce(ScalarXor);
  r.Op("tensor.shls", "shift left by a scalar").Operands("lhs rhs").Deduce(ScalarShift);
  r.Op("tensor.shrs", "shift right by a scalar").Operands("lhs rhs").Deduce(ScalarShift);

  r.Op("tensor.neg", "negation").Operands("input").Deduce(Same);
  r.Op("tensor.abs", "absolute value").Operands("input").Deduce(Same);
  r.Op("tensor.not", "bitwise complement").Operands("input").Deduce(BitNot);
  r.Op("tensor.exp", "e to the power").Operands("input").Deduce(ToFloat);
  r.Op("tensor.sqrt", "square root").Operands("input").Deduce(ToFloat);
  r.Op("tensor.rsqrt", "reciprocal square root").Operands("input").Kwargs("high_precision:bool=False").Deduce(ToFloat);
  r.Op("tensor.recip", "reciprocal").Operands("input").Kwargs("high_precision:bool=False").Deduce(Reciprocal);
  r.Op("tensor.log", "natural logarithm").Operands("input").Kwargs("high_precision:bool=False").Deduce(Logarithm);
  r.Op("tensor.sin", "sine").Operands("input").Deduce(Trigonometric);
  r.Op("tensor.cos", "cosine").Operands("input").Deduce(Trigonometric);
  r.Op("tensor.cast", "conversion of the element type").Operands("input").Kwargs("target_type:dtype! mode:int")
      .Deduce(Cast);
}

}  // namespace t2t
