// Walks over the expressions of a statement or a type. Templates: verifiers go through every expression behind every pass,
// and most of what they meet is a name or a constant.
#pragma once

#include "ir/core/program.h"

namespace t2t {
namespace walk_internal {

template <class F>
void InAttrs(const Program& p, AttrsId attrs, F& f) {
  if (!p.HoldsExprs(attrs)) return;
  for (const Attr& attr : p[attrs]) {
    if (attr.kind == AttrKind::kExpr) f(attr.expr());
    if (attr.kind == AttrKind::kExprList) {
      for (ExprId e : p[attr.exprs()]) f(e);
    }
  }
}

// Direct sub-expressions.
template <class F>
void Children(const Program& p, const Expr& e, F&& f) {
  if (e.kind == ExprKind::kCall || e.kind == ExprKind::kSubmit) {
    const Call& call = p[e.call()];
    for (ExprId arg : p[call.args]) f(arg);
    if (call.submit) {
      const Submit& submit = p[call.submit];
      for (ExprId dep : p[submit.deps]) f(dep);
      if (submit.core_num) f(submit.core_num);
      if (submit.predicate) f(submit.predicate);
    }
    InAttrs(p, call.attrs, f);
  } else if (e.kind == ExprKind::kTuple) {
    for (ExprId item : p[e.elements()]) f(item);
  } else if (e.kind == ExprKind::kTupleGet) {
    f(e.tuple());
  } else if (IsBinary(e.kind)) {
    f(e.lhs());
    f(e.rhs());
  } else if (IsUnary(e.kind)) {
    f(e.operand());
  }
}

template <class F>
void Uses(const Program& p, ExprId expr, F& f) {
  const Expr& e = p[expr];
  if (e.kind == ExprKind::kVar) {
    f(e.var());
  } else if (e.kind != ExprKind::kConstInt) {
    Children(p, e, [&](ExprId child) { Uses(p, child, f); });
  }
}

template <class F>
void UsesInType(const Program& p, TypeId type, F& f) {
  const Type& t = p[type];
  for (TypeId element : p[t.elements]) UsesInType(p, element, f);
  for (ExprId e : p[t.shape]) Uses(p, e, f);
  if (!t.view) return;
  const View& v = p[t.view];
  for (ExprId e : p[v.valid_shape]) Uses(p, e, f);
  for (ExprId e : p[v.stride]) Uses(p, e, f);
  if (v.start_offset) Uses(p, v.start_offset, f);
}

template <class F>
void Calls(const Program& p, ExprId expr, F& f) {
  const Expr& e = p[expr];
  if (!e.has_call) return;
  const bool is_call = e.kind == ExprKind::kCall || e.kind == ExprKind::kSubmit;
  Children(p, e, [&](ExprId child) { Calls(p, child, f); });
  if (is_call) f(expr);
}

}  // namespace walk_internal

// The expressions a statement holds itself (not those of nested statements): value, values, bounds, condition, seeds,
// core count, slots, and every expression inside its attributes.
template <class F>
void ForEachExpr(const Program& p, StmtId stmt, F&& f) {
  const Stmt& s = p[stmt];
  switch (s.kind) {
    case StmtKind::kAssign: case StmtKind::kEval: f(s.value()); return;
    case StmtKind::kReturn: case StmtKind::kYield:
      for (ExprId e : p[s.values()]) f(e);
      return;
    case StmtKind::kBreak: case StmtKind::kContinue: return;
    case StmtKind::kFor: case StmtKind::kWhile: case StmtKind::kIf: case StmtKind::kScope: break;
  }
  const Region& r = p.RegionOf(stmt);
  for (ExprId init : p[r.inits]) f(init);
  for (ExprId e : {r.start, r.stop, r.step, r.cond, r.core_num}) {
    if (e) f(e);
  }
  for (ExprId slot : p[r.slots]) f(slot);
  walk_internal::InAttrs(p, r.attrs, f);
}

// Every value read anywhere inside `expr`: operands, tuples, nested calls, Submit dependencies, call attributes.
template <class F>
void ForEachUse(const Program& p, ExprId expr, F&& f) {
  walk_internal::Uses(p, expr, f);
}
template <class F>
void ForEachUse(const Program& p, StmtId stmt, F&& f) {
  ForEachExpr(p, stmt, [&](ExprId e) { walk_internal::Uses(p, e, f); });
}
// Every value named by a type: extents, valid extents, strides, offsets.
template <class F>
void ForEachUseInType(const Program& p, TypeId type, F&& f) {
  walk_internal::UsesInType(p, type, f);
}
// Every Call and Submit expression inside `expr`, innermost first.
template <class F>
void ForEachCall(const Program& p, ExprId expr, F&& f) {
  walk_internal::Calls(p, expr, f);
}

// The values a statement defines: assigned variable; loop variable, iter args and results.
template <class F>
void ForEachDef(const Program& p, StmtId stmt, F&& f) {
  const Stmt& s = p[stmt];
  if (s.kind == StmtKind::kAssign) {
    f(s.var());
    return;
  }
  if (!s.HasRegion()) return;
  const Region& r = p.RegionOf(stmt);
  if (s.kind == StmtKind::kFor && r.loop_var) f(r.loop_var);
  for (ValueId v : p[r.iter_args]) f(v);
  for (ValueId v : p[r.results]) f(v);
}

}  // namespace t2t
