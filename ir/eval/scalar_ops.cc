#include "ir/eval/scalar_ops.h"

#include "ir/eval/rows.h"
#include "ir/support/floor_division.h"

namespace t2t::eval {
namespace {

int64_t PowInt(int64_t base, int64_t exponent) {
  int64_t r = 1;
  for (; exponent > 0; exponent >>= 1) {
    if ((exponent & 1) != 0) r = MulInt(r, base);
    base = MulInt(base, base);
  }
  return r;
}

absl::StatusOr<int64_t> FloorDivide(int64_t a, int64_t b, DType t, bool modulo) {
  if (b == 0) return absl::OutOfRangeError("division by zero");
  if (IsUnsignedInt(t)) return modulo ? ModInt(a, b, t) : DivInt(a, b, t);
  if (modulo) return FloorRemainder(a, b);
  return b == -1 ? SubInt(0, a) : FloorQuotient(a, b);
}

absl::StatusOr<double> OnFloats(ExprKind kind, double a, double b) {
  switch (kind) {
    case ExprKind::kAdd: return a + b;
    case ExprKind::kSub: return a - b;
    case ExprKind::kMul: return a * b;
    case ExprKind::kFloatDiv: return a / b;
    case ExprKind::kFloorDiv: return FloorQuotient(a, b);
    case ExprKind::kFloorMod: return FloorRemainder(a, b);
    case ExprKind::kMin: return MinFloat(a, b);
    case ExprKind::kMax: return MaxFloat(a, b);
    case ExprKind::kPow: return std::pow(a, b);
    default: return UserError("an operator on floats that only integers have");
  }
}

absl::StatusOr<int64_t> OnInts(ExprKind kind, int64_t a, int64_t b, DType t) {
  switch (kind) {
    case ExprKind::kAdd: return AddInt(a, b);
    case ExprKind::kSub: return SubInt(a, b);
    case ExprKind::kMul: return MulInt(a, b);
    case ExprKind::kFloorDiv: return FloorDivide(a, b, t, false);
    case ExprKind::kFloorMod: return FloorDivide(a, b, t, true);
    case ExprKind::kMin: return LessInt(a, b, t) ? a : b;
    case ExprKind::kMax: return LessInt(a, b, t) ? b : a;
    case ExprKind::kPow: return PowInt(a, b);
    case ExprKind::kBitAnd: return a & b;
    case ExprKind::kBitOr: return a | b;
    case ExprKind::kBitXor: return a ^ b;
    case ExprKind::kShl: return b < 0 || b > 63 ? 0 : static_cast<int64_t>(static_cast<uint64_t>(a) << b);
    case ExprKind::kShr: return b < 0 || b > 63 ? (a < 0 ? -1 : 0) : a >> b;
    default: return UserError("an operator that integers do not have");
  }
}

}  // namespace

absl::StatusOr<Scalar> BinaryScalar(ExprKind kind, const Scalar& a, const Scalar& b, DType dtype) {
  Scalar s;
  s.dtype = dtype;
  s.poison = a.poison != 0 ? a.poison : b.poison;
  const bool real = IsFloat(a.dtype) || IsFloat(b.dtype);
  if (IsComparison(kind)) {
    constexpr int64_t kCodes[] = {0, 1, 2, 3, 4, 5};  // kEq, kNe, kLt, kLe, kGt, kGe in order
    const int64_t code = kCodes[static_cast<int>(kind) - static_cast<int>(ExprKind::kEq)];
    s.i = (real ? CompareFloat(a.AsDouble(), b.AsDouble(), code) : CompareInt(a.i, b.i, code, a.dtype)) ? 1 : 0;
    return s;
  }
  if (kind == ExprKind::kAnd || kind == ExprKind::kOr || kind == ExprKind::kXor) {
    const bool x = a.AsDouble() != 0, y = b.AsDouble() != 0;
    s.i = (kind == ExprKind::kAnd ? x && y : kind == ExprKind::kOr ? x || y : x != y) ? 1 : 0;
    return s;
  }
  if (s.poison != 0) return s;
  if (real || kind == ExprKind::kFloatDiv) {
    ASSIGN_OR_RETURN(const double v, OnFloats(kind, a.AsDouble(), b.AsDouble()));
    s = Scalar::Float(v, IsFloat(dtype) ? dtype : DType::kFp32);
    return IsFloat(dtype) ? s : s.As(dtype);
  }
  ASSIGN_OR_RETURN(const int64_t v, OnInts(kind, a.i, b.i, dtype));
  return Scalar::Int(v, dtype);
}

Scalar UnaryScalar(ExprKind kind, const Scalar& a, DType dtype) {
  Scalar s;
  switch (kind) {
    case ExprKind::kCast: return a.As(dtype);
    case ExprKind::kNot: s = Scalar::Bool(a.AsDouble() == 0); break;
    case ExprKind::kNeg: s = IsFloat(a.dtype) ? Scalar::Float(-a.f, dtype) : Scalar::Int(SubInt(0, a.i), dtype); break;
    case ExprKind::kAbs:
      s = IsFloat(a.dtype) ? Scalar::Float(std::fabs(a.f), dtype) : Scalar::Int(a.i < 0 ? SubInt(0, a.i) : a.i, dtype);
      break;
    default: s = Scalar::Int(~a.i, dtype); break;
  }
  s.poison = a.poison;
  return s;
}

}  // namespace t2t::eval
