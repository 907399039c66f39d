#include "ir/text/fold_literals.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "ir/support/floor_division.h"
#include "ir/symbolic/fold.h"

namespace t2t {
namespace {

bool IsInteger(const Expr& e) { return e.kind == ExprKind::kConstInt && e.dtype == DType::kIndex; }
bool IsNumber(const Expr& e) { return IsInteger(e) || (e.kind == ExprKind::kConstFloat && e.dtype == DType::kFp32); }
double NumberOf(const Program& p, ExprId e) {
  return IsInteger(p[e]) ? static_cast<double>(p[e].int_value()) : p.FloatValue(e);
}

FoldedLiteral FoldInts(Program& p, ExprKind kind, ExprId lhs, ExprId rhs) {
  const int64_t count = p[rhs].int_value();
  if (kind == ExprKind::kShl || kind == ExprKind::kShr) {
    if (count < 0) return {ExprId(), "shifts by a negative count"};
    if (kind == ExprKind::kShr) return {p.Int(p[lhs].int_value() >> std::min<int64_t>(count, 63)), {}};
    int64_t shifted = 0;  // Python's integers do not wrap
    const bool fits = count < 63 && !__builtin_mul_overflow(p[lhs].int_value(), int64_t{1} << count, &shifted);
    if (fits || p[lhs].int_value() == 0) return {p.Int(shifted), {}};
    return {ExprId(), "does not fit 64 bits"};
  }
  return {FoldBinary(p, kind, lhs, rhs), "does not fit 64 bits"};
}

std::optional<double> OnFloats(ExprKind kind, double x, double y) {
  switch (kind) {
    case ExprKind::kAdd: return x + y;
    case ExprKind::kSub: return x - y;
    case ExprKind::kMul: return x * y;
    case ExprKind::kFloatDiv: return x / y;
    case ExprKind::kFloorDiv: return FloorQuotient(x, y);
    case ExprKind::kFloorMod: return FloorRemainder(x, y);
    case ExprKind::kPow: return std::pow(x, y);
    case ExprKind::kMin: return std::min(x, y);
    case ExprKind::kMax: return std::max(x, y);
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<FoldedLiteral> FoldLiterals(Program& p, ExprKind kind, ExprId lhs, ExprId rhs) {
  if (!IsNumber(p[lhs]) || !IsNumber(p[rhs])) return std::nullopt;
  if (kind == ExprKind::kAnd || kind == ExprKind::kOr || kind == ExprKind::kXor) return std::nullopt;
  const double x = NumberOf(p, lhs), y = NumberOf(p, rhs);
  const bool divides = kind == ExprKind::kFloatDiv || kind == ExprKind::kFloorDiv || kind == ExprKind::kFloorMod;
  if (y == 0 ? divides : x == 0 && y < 0 && kind == ExprKind::kPow) return FoldedLiteral{ExprId(), "divides by zero"};
  const bool fraction = kind == ExprKind::kFloatDiv || (kind == ExprKind::kPow && y < 0);
  if (IsInteger(p[lhs]) && IsInteger(p[rhs]) && !fraction) return FoldInts(p, kind, lhs, rhs);
  if (IsComparison(kind)) return FoldedLiteral{FoldBinary(p, kind, p.Float(x), p.Float(y)), {}};
  const std::optional<double> result = OnFloats(kind, x, y);
  if (!result) return std::nullopt;
  // An infinity that the text holds is meant; one that arithmetic makes is a mistake.
  const bool lost = std::isnan(*result) ? !std::isnan(x) && !std::isnan(y)
                                        : std::isinf(*result) && std::isfinite(x) && std::isfinite(y);
  if (lost) return FoldedLiteral{ExprId(), "is no finite number"};
  return FoldedLiteral{p.Float(*result), {}};
}

}  // namespace t2t
