#include "ir/symbolic/bounds.h"

#include <algorithm>
#include <initializer_list>

#include "ir/support/floor_division.h"

namespace t2t {
namespace {

constexpr int kMaxDepth = 400;  // deeper expressions are unbounded: a bound is never worth a stack overflow
constexpr int kMaxNodes = 4096;
constexpr int64_t kMin = Bounds::kMinusInf, kMax = Bounds::kPlusInf;

bool Infinite(int64_t v) { return v == kMin || v == kMax; }

int64_t Negate(int64_t v) { return v == kMin ? kMax : v == kMax ? kMin : -v; }

// Sum that saturates; infinity wins, and the sides of a bound never mix opposite infinities.
int64_t Plus(int64_t a, int64_t b) {
  if (Infinite(a)) return a;
  if (Infinite(b)) return b;
  int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) return a > 0 ? kMax : kMin;
  return sum;
}

int64_t Times(int64_t a, int64_t b) {
  if (a == 0 || b == 0) return 0;
  int64_t product = 0;
  if (!Infinite(a) && !Infinite(b) && !__builtin_mul_overflow(a, b, &product)) return product;
  return (a > 0) == (b > 0) ? kMax : kMin;
}

int64_t FloorDivide(int64_t a, int64_t b) {
  if (Infinite(a)) return b > 0 ? a : Negate(a);
  if (Infinite(b)) return (a >= 0) == (b > 0) ? 0 : -1;
  return b == -1 ? Negate(a) : FloorQuotient(a, b);
}

Bounds Hull(std::initializer_list<int64_t> values) { return {std::min(values), std::max(values)}; }

// `budget` counts the nodes still to be visited: expressions share parts, so depth alone does not bound the work.
Bounds Of(const Program& p, ExprId id, int depth, int& budget) {
  if (depth > kMaxDepth || --budget < 0) return {};
  const Expr& e = p[id];
  auto lhs = [&] { return Of(p, e.lhs(), depth + 1, budget); };
  auto rhs = [&] { return Of(p, e.rhs(), depth + 1, budget); };
  switch (e.kind) {
    case ExprKind::kVar: return e.dtype == DType::kIndex ? Bounds{0, kMax} : Bounds{};
    case ExprKind::kConstInt: return {e.int_value(), e.int_value()};
    case ExprKind::kConstBool: return {e.int_value(), e.int_value()};
    case ExprKind::kAdd: {
      const Bounds a = lhs(), b = rhs();
      return {Plus(a.min, b.min), Plus(a.max, b.max)};
    }
    case ExprKind::kSub: {
      const Bounds a = lhs(), b = rhs();
      return {Plus(a.min, Negate(b.max)), Plus(a.max, Negate(b.min))};
    }
    case ExprKind::kNeg: {
      const Bounds a = Of(p, e.operand(), depth + 1, budget);
      return {Negate(a.max), Negate(a.min)};
    }
    case ExprKind::kMul: {
      const Bounds a = lhs(), b = rhs();
      return Hull({Times(a.min, b.min), Times(a.min, b.max), Times(a.max, b.min), Times(a.max, b.max)});
    }
    case ExprKind::kFloorDiv: {
      const Bounds a = lhs(), b = rhs();
      if (b.min <= 0 && b.max >= 0) return {};
      return Hull({FloorDivide(a.min, b.min), FloorDivide(a.min, b.max), FloorDivide(a.max, b.min),
                   FloorDivide(a.max, b.max)});
    }
    case ExprKind::kFloorMod: {
      const Bounds a = lhs(), b = rhs();
      if (b.min <= 0) return {};
      const int64_t below = b.max == kMax ? kMax : b.max - 1;
      return {0, a.min >= 0 ? std::min(a.max, below) : below};
    }
    case ExprKind::kMin: {
      const Bounds a = lhs(), b = rhs();
      return {std::min(a.min, b.min), std::min(a.max, b.max)};
    }
    case ExprKind::kMax: {
      const Bounds a = lhs(), b = rhs();
      return {std::max(a.min, b.min), std::max(a.max, b.max)};
    }
    case ExprKind::kEq: case ExprKind::kNe: case ExprKind::kLt: case ExprKind::kLe: case ExprKind::kGt:
    case ExprKind::kGe: case ExprKind::kAnd: case ExprKind::kOr: case ExprKind::kXor: case ExprKind::kNot:
      return {0, 1};
    case ExprKind::kAbs: {
      const Bounds a = Of(p, e.operand(), depth + 1, budget);
      if (a.min >= 0) return a;
      if (a.max <= 0) return {Negate(a.max), Negate(a.min)};
      return {0, std::max(Negate(a.min), a.max)};
    }
    case ExprKind::kBitAnd: {
      const Bounds a = lhs(), b = rhs();
      return a.min >= 0 && b.min >= 0 ? Bounds{0, std::min(a.max, b.max)} : Bounds{};
    }
    case ExprKind::kBitOr: {
      const Bounds a = lhs(), b = rhs();
      return a.min >= 0 && b.min >= 0 ? Bounds{std::max(a.min, b.min), Plus(a.max, b.max)} : Bounds{};
    }
    case ExprKind::kShl: {
      const Bounds a = lhs(), b = rhs();
      if (a.min < 0 || b.min < 0 || b.max >= 63) return {};
      return {Times(a.min, int64_t{1} << b.min), Times(a.max, int64_t{1} << b.max)};
    }
    case ExprKind::kShr: {
      const Bounds a = lhs(), b = rhs();
      if (a.min < 0 || b.min < 0 || b.max >= 63) return {};
      return {a.min >> b.max, a.max == kMax ? kMax : a.max >> b.min};
    }
    case ExprKind::kCast: {
      if (!IsInt(e.dtype)) return {};
      Bounds a = Of(p, e.operand(), depth + 1, budget);
      const int bits = BitWidth(e.dtype);
      if (bits >= 64) return a;
      const int64_t low = IsSignedInt(e.dtype) ? -(int64_t{1} << (bits - 1)) : 0;
      const int64_t high = (int64_t{1} << (IsSignedInt(e.dtype) ? bits - 1 : bits)) - 1;
      return {std::max(a.min, low), std::min(a.max, high)};
    }
    default: return {};
  }
}

}  // namespace

Bounds BoundsOf(const Program& program, ExprId expr) {
  int budget = kMaxNodes;
  return Of(program, expr, 0, budget);
}

}  // namespace t2t
