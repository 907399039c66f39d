#include "ir/symbolic/fold.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "ir/support/floor_division.h"

namespace t2t {
namespace {

std::optional<int64_t> FoldInts(ExprKind kind, int64_t a, int64_t b) {
  int64_t r = 0;
  switch (kind) {
    case ExprKind::kAdd: return __builtin_add_overflow(a, b, &r) ? std::nullopt : std::optional(r);
    case ExprKind::kSub: return __builtin_sub_overflow(a, b, &r) ? std::nullopt : std::optional(r);
    case ExprKind::kMul: return __builtin_mul_overflow(a, b, &r) ? std::nullopt : std::optional(r);
    case ExprKind::kFloorDiv:
      if (b == 0 || (a == INT64_MIN && b == -1)) return std::nullopt;
      return FloorQuotient(a, b);
    case ExprKind::kFloorMod: return b == 0 ? std::nullopt : std::optional(FloorRemainder(a, b));
    case ExprKind::kMin: return std::min(a, b);
    case ExprKind::kMax: return std::max(a, b);
    case ExprKind::kPow: {
      if (b < 0) return std::nullopt;
      if (a == 0 || a == 1 || a == -1) return b == 0 ? 1 : a == -1 && b % 2 == 0 ? 1 : a;
      r = 1;
      for (int64_t i = 0; i < b; ++i) {  // at most 62 rounds before the product overflows
        if (__builtin_mul_overflow(r, a, &r)) return std::nullopt;
      }
      return r;
    }
    case ExprKind::kBitAnd: return a & b;
    case ExprKind::kBitOr: return a | b;
    case ExprKind::kBitXor: return a ^ b;
    case ExprKind::kShl:
      if (b < 0 || b > 62) return std::nullopt;
      return __builtin_mul_overflow(a, int64_t{1} << b, &r) ? std::nullopt : std::optional(r);
    case ExprKind::kShr: return b < 0 || b > 63 ? std::nullopt : std::optional(a >> b);
    default: return std::nullopt;
  }
}

template <class T>
std::optional<bool> Compare(ExprKind kind, T a, T b) {
  switch (kind) {
    case ExprKind::kEq: return a == b;
    case ExprKind::kNe: return a != b;
    case ExprKind::kLt: return a < b;
    case ExprKind::kLe: return a <= b;
    case ExprKind::kGt: return a > b;
    case ExprKind::kGe: return a >= b;
    default: return std::nullopt;
  }
}

ExprId FoldFloats(Program& p, ExprKind kind, ExprId lhs, ExprId rhs) {
  const double a = p.FloatValue(lhs), b = p.FloatValue(rhs);
  const DType dtype = p[lhs].dtype;
  if (const std::optional<bool> truth = Compare(kind, a, b)) return p.Bool(*truth);
  switch (kind) {
    case ExprKind::kAdd: return p.Float(a + b, dtype);
    case ExprKind::kSub: return p.Float(a - b, dtype);
    case ExprKind::kMul: return p.Float(a * b, dtype);
    case ExprKind::kFloatDiv: return b == 0 ? ExprId() : p.Float(a / b, dtype);
    case ExprKind::kMin: return p.Float(std::min(a, b), dtype);
    case ExprKind::kMax: return p.Float(std::max(a, b), dtype);
    case ExprKind::kPow: return p.Float(std::pow(a, b), dtype);
    default: return {};
  }
}

ExprId FoldBools(Program& p, ExprKind kind, ExprId lhs, ExprId rhs) {
  const auto value = [&](ExprId e) -> std::optional<bool> {
    if (p[e].kind != ExprKind::kConstBool) return std::nullopt;
    return p[e].int_value() != 0;
  };
  const std::optional<bool> a = value(lhs), b = value(rhs);
  if (!a && !b) return {};
  switch (kind) {
    case ExprKind::kAnd: return a ? (*a ? rhs : lhs) : (*b ? lhs : rhs);
    case ExprKind::kOr: return a ? (*a ? lhs : rhs) : (*b ? rhs : lhs);
    case ExprKind::kXor: return a && b ? p.Bool(*a != *b) : ExprId();
    default: return {};
  }
}

// x + 0, 1 * x, x // 1 and their like, for integer constants.
ExprId FoldIdentity(Program& p, ExprKind kind, ExprId lhs, ExprId rhs) {
  const auto is = [&](ExprId e, int64_t v) { return p.IsConstInt(e, v); };
  switch (kind) {
    case ExprKind::kAdd: return is(lhs, 0) ? rhs : is(rhs, 0) ? lhs : ExprId();
    case ExprKind::kSub: return is(rhs, 0) ? lhs : ExprId();
    case ExprKind::kMul:
      if (is(lhs, 0)) return lhs;
      if (is(rhs, 0)) return rhs;
      return is(lhs, 1) ? rhs : is(rhs, 1) ? lhs : ExprId();
    case ExprKind::kFloorDiv: return is(rhs, 1) ? lhs : ExprId();
    case ExprKind::kFloorMod: return is(rhs, 1) ? p.Int(0, p[lhs].dtype) : ExprId();
    case ExprKind::kFloatDiv:
      return p[rhs].kind == ExprKind::kConstFloat && p.FloatValue(rhs) == 1.0 ? lhs : ExprId();
    case ExprKind::kPow:
      if (is(lhs, 1)) return lhs;
      return is(rhs, 0) ? p.Int(1, p[lhs].dtype) : is(rhs, 1) ? lhs : ExprId();
    case ExprKind::kMin: case ExprKind::kMax: return lhs == rhs ? lhs : ExprId();
    default: return {};
  }
}

}  // namespace

ExprId FoldBinary(Program& p, ExprKind kind, ExprId lhs, ExprId rhs) {
  const Expr& a = p[lhs];
  const Expr& b = p[rhs];
  if (a.kind == ExprKind::kConstInt && b.kind == ExprKind::kConstInt) {
    if (const std::optional<bool> truth = Compare(kind, a.int_value(), b.int_value())) return p.Bool(*truth);
    if (const std::optional<int64_t> value = FoldInts(kind, a.int_value(), b.int_value())) return p.Int(*value, a.dtype);
  }
  if (a.kind == ExprKind::kConstFloat && b.kind == ExprKind::kConstFloat) {
    if (const ExprId folded = FoldFloats(p, kind, lhs, rhs)) return folded;
  }
  if (kind == ExprKind::kAnd || kind == ExprKind::kOr || kind == ExprKind::kXor) return FoldBools(p, kind, lhs, rhs);
  return FoldIdentity(p, kind, lhs, rhs);
}

ExprId FoldUnary(Program& p, ExprKind kind, ExprId operand) {
  const Expr& e = p[operand];
  if (e.kind == ExprKind::kConstInt) {
    const int64_t v = e.int_value();
    if (kind == ExprKind::kBitNot) return p.Int(~v, e.dtype);
    if (v == INT64_MIN) return {};
    if (kind == ExprKind::kNeg) return p.Int(-v, e.dtype);
    if (kind == ExprKind::kAbs) return p.Int(std::abs(v), e.dtype);
  }
  if (e.kind == ExprKind::kConstFloat) {
    if (kind == ExprKind::kNeg) return p.Float(-p.FloatValue(operand), e.dtype);
    if (kind == ExprKind::kAbs) return p.Float(std::fabs(p.FloatValue(operand)), e.dtype);
  }
  if (e.kind == ExprKind::kConstBool && kind == ExprKind::kNot) return p.Bool(e.int_value() == 0);
  return {};
}

}  // namespace t2t
