#include "ir/symbolic/prove.h"

#include "ir/symbolic/bounds.h"
#include "ir/symbolic/linear.h"
#include "ir/symbolic/simplify.h"

namespace t2t {
namespace {

bool Comparable(const Program& p, ExprId a, ExprId b) {
  const DType x = p[a].dtype, y = p[b].dtype;
  return (IsSignedInt(x) && IsSignedInt(y)) || (IsUnsignedInt(x) && IsUnsignedInt(y));
}

// base + offset, for expressions of that form.
struct Offset {
  ExprId base;
  int64_t value = 0;
};
Offset Split(const Program& p, ExprId e) {
  const Expr& x = p[e];
  if (x.kind == ExprKind::kAdd && p.IsConstInt(x.rhs())) return {x.lhs(), p[x.rhs()].int_value()};
  if (x.kind == ExprKind::kAdd && p.IsConstInt(x.lhs())) return {x.rhs(), p[x.lhs()].int_value()};
  if (x.kind == ExprKind::kSub && p.IsConstInt(x.rhs()) && p[x.rhs()].int_value() != INT64_MIN) {
    return {x.lhs(), -p[x.rhs()].int_value()};
  }
  return {e, 0};
}

bool Decides(ExprKind kind, Bounds difference) {
  switch (kind) {
    case ExprKind::kLt: return difference.max < 0;
    case ExprKind::kLe: return difference.max <= 0;
    case ExprKind::kEq: return difference.min == 0 && difference.max == 0;
    case ExprKind::kNe: return difference.min > 0 || difference.max < 0;
    default: return false;
  }
}

Bounds Difference(Program& p, ExprId a, ExprId b) {
  return BoundsOf(p, Simplify(p, MakeBinary(p, ExprKind::kSub, a, b)));
}

// An expression that is never below (above) `e`, read off its minima and maxima; `e` itself when nothing is known.
ExprId SymbolicBound(Program& p, ExprId e, bool upper, int depth) {
  const Expr x = p[e];
  if (depth > 20 || !IsInt(x.dtype)) return e;
  switch (x.kind) {
    case ExprKind::kAdd: return MakeBinary(p, ExprKind::kAdd, SymbolicBound(p, x.lhs(), upper, depth + 1),
                                           SymbolicBound(p, x.rhs(), upper, depth + 1));
    case ExprKind::kSub: return MakeBinary(p, ExprKind::kSub, SymbolicBound(p, x.lhs(), upper, depth + 1),
                                           SymbolicBound(p, x.rhs(), !upper, depth + 1));
    case ExprKind::kFloorMod:
      if (!p.IsConstInt(x.rhs()) || p[x.rhs()].int_value() <= 0) return e;
      return upper ? p.Int(p[x.rhs()].int_value() - 1, x.dtype) : p.Int(0, x.dtype);
    default: return e;
  }
}

bool CanProve(Program& p, ExprId condition, int depth = 0) {
  const ExprId s = Simplify(p, condition);
  const Expr e = p[s];
  if (e.kind == ExprKind::kConstBool) return e.int_value() != 0;
  if (depth > 50) return false;
  if (e.kind == ExprKind::kAnd) return CanProve(p, e.lhs(), depth + 1) && CanProve(p, e.rhs(), depth + 1);
  if (!IsComparison(e.kind) || !IsInt(p[e.lhs()].dtype) || !IsInt(p[e.rhs()].dtype)) return false;
  if (Decides(e.kind, Difference(p, e.lhs(), e.rhs()))) return true;
  const Offset l = Split(p, e.lhs()), r = Split(p, e.rhs());
  if (l.base == r.base) {
    switch (e.kind) {
      case ExprKind::kLt: return l.value < r.value;
      case ExprKind::kLe: return l.value <= r.value;
      case ExprKind::kEq: return l.value == r.value;
      case ExprKind::kNe: return l.value != r.value;
      default: break;
    }
  }
  if (e.kind != ExprKind::kLt && e.kind != ExprKind::kLe) return false;
  const auto linear = [&](ExprId a, ExprId b) { return LinearBoundsOf(p, Simplify(p, MakeBinary(p, ExprKind::kSub, a, b))); };
  return Decides(e.kind, linear(SymbolicBound(p, e.lhs(), true, 0), e.rhs())) ||
         Decides(e.kind, linear(e.lhs(), SymbolicBound(p, e.rhs(), false, 0)));
}

Proof Prove(Program& p, ExprKind relation, ExprKind negation, ExprId a, ExprId b) {
  if (CanProve(p, MakeBinary(p, relation, a, b))) return Proof::kTrue;
  if (CanProve(p, MakeBinary(p, negation, a, b))) return Proof::kFalse;
  return Proof::kUnknown;
}

}  // namespace

Proof ProveEq(Program& p, ExprId a, ExprId b) {
  if (!Comparable(p, a, b)) return Proof::kUnknown;
  if (p.IsConstInt(a) && p.IsConstInt(b)) return p[a].int_value() == p[b].int_value() ? Proof::kTrue : Proof::kFalse;
  if (ExprEq(p, a, b)) return Proof::kTrue;
  return Prove(p, ExprKind::kEq, ExprKind::kNe, a, b);
}

Proof ProveLe(Program& p, ExprId a, ExprId b) {
  if (!Comparable(p, a, b)) return Proof::kUnknown;
  if (p.IsConstInt(a) && p.IsConstInt(b)) return p[a].int_value() <= p[b].int_value() ? Proof::kTrue : Proof::kFalse;
  if (ExprEq(p, a, b)) return Proof::kTrue;
  return Prove(p, ExprKind::kLe, ExprKind::kGt, a, b);
}

bool CanProveEqual(Program& p, ExprId a, ExprId b) {
  if (a == b) return true;
  if (!IsInt(p[a].dtype) || !IsInt(p[b].dtype)) return false;
  const Bounds difference = Difference(p, a, b);
  return difference.min == 0 && difference.max == 0;
}

bool DimEq(Program& p, ExprId a, ExprId b) {
  if (a == b) return true;
  if (p.IsConstInt(a) && p.IsConstInt(b)) return p[a].int_value() == p[b].int_value();
  return CanProveEqual(p, a, b);
}

bool IsEmptyExtent(Program& p, ExprId e) {
  return p.IsConstInt(e, 0) || (IsInt(p[e].dtype) && ProvenEq(p, e, p.Int(0, p[e].dtype)));
}

bool IsFullExtent(Program& p, ExprId v, ExprId s) {
  if (p.IsConstInt(v) && p.IsConstInt(s)) return p[v].int_value() == p[s].int_value();
  return ProvenEq(p, v, s);
}

ExprId MinExpr(Program& p, ExprId a, ExprId b) {
  if (ProvenLe(p, a, b)) return a;
  if (ProvenLe(p, b, a)) return b;
  return Simplify(p, MakeBinary(p, ExprKind::kMin, a, b));
}

ExprId MaxExpr(Program& p, ExprId a, ExprId b) {
  if (ProvenLe(p, a, b)) return b;
  if (ProvenLe(p, b, a)) return a;
  return Simplify(p, MakeBinary(p, ExprKind::kMax, a, b));
}

}  // namespace t2t
