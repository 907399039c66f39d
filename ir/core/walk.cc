#include "ir/core/walk.h"

namespace t2t {
namespace {

void ForEachExprInAttrs(const Program& p, AttrsId attrs, absl::FunctionRef<void(ExprId)> f) {
  for (const Attr& attr : p[attrs]) {
    if (attr.kind == AttrKind::kExpr) f(attr.expr());
    if (attr.kind == AttrKind::kExprList) {
      for (ExprId e : p[attr.exprs()]) f(e);
    }
  }
}

// Direct sub-expressions of an expression.
void ForEachChild(const Program& p, ExprId expr, absl::FunctionRef<void(ExprId)> f) {
  const Expr& e = p[expr];
  if (IsBinary(e.kind)) {
    f(e.lhs());
    f(e.rhs());
  } else if (IsUnary(e.kind)) {
    f(e.operand());
  } else if (e.kind == ExprKind::kTuple) {
    for (ExprId item : p[e.elements()]) f(item);
  } else if (e.kind == ExprKind::kTupleGet) {
    f(e.tuple());
  } else if (e.kind == ExprKind::kCall || e.kind == ExprKind::kSubmit) {
    const Call& call = p[e.call()];
    for (ExprId arg : p[call.args]) f(arg);
    if (call.submit) {
      const Submit& submit = p[call.submit];
      for (ExprId dep : p[submit.deps]) f(dep);
      if (submit.core_num) f(submit.core_num);
      if (submit.predicate) f(submit.predicate);
    }
    ForEachExprInAttrs(p, call.attrs, f);
  }
}

}  // namespace

StmtId TrailingYield(const Program& p, BlockId block) {
  if (!block) return {};
  StmtId last = p[block].last;
  while (last && p[last].kind == StmtKind::kScope && p[block].first == last) {
    block = p.RegionOf(last).body;
    last = p[block].last;
  }
  return last && p[last].kind == StmtKind::kYield ? last : StmtId();
}

void ForEachExpr(const Program& p, StmtId stmt, absl::FunctionRef<void(ExprId)> f) {
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
  ForEachExprInAttrs(p, r.attrs, f);
}

void ForEachUse(const Program& p, ExprId expr, absl::FunctionRef<void(ValueId)> f) {
  if (p[expr].kind == ExprKind::kVar) return f(p[expr].var());
  ForEachChild(p, expr, [&](ExprId child) { ForEachUse(p, child, f); });
}

void ForEachUse(const Program& p, StmtId stmt, absl::FunctionRef<void(ValueId)> f) {
  ForEachExpr(p, stmt, [&](ExprId e) { ForEachUse(p, e, f); });
}

void ForEachUseInType(const Program& p, TypeId type, absl::FunctionRef<void(ValueId)> f) {
  const Type& t = p[type];
  for (TypeId element : p[t.elements]) ForEachUseInType(p, element, f);
  for (ExprId e : p[t.shape]) ForEachUse(p, e, f);
  if (!t.view) return;
  const View& v = p[t.view];
  for (ExprId e : p[v.valid_shape]) ForEachUse(p, e, f);
  for (ExprId e : p[v.stride]) ForEachUse(p, e, f);
  if (v.start_offset) ForEachUse(p, v.start_offset, f);
}

void ForEachCall(const Program& p, ExprId expr, absl::FunctionRef<void(ExprId)> f) {
  if (!p[expr].has_call) return;
  ForEachChild(p, expr, [&](ExprId child) { ForEachCall(p, child, f); });
  if (p[expr].kind == ExprKind::kCall || p[expr].kind == ExprKind::kSubmit) f(expr);
}

void ForEachDef(const Program& p, StmtId stmt, absl::FunctionRef<void(ValueId)> f) {
  const Stmt& s = p[stmt];
  if (s.kind == StmtKind::kAssign) return f(s.var());
  if (!s.HasRegion()) return;
  const Region& r = p.RegionOf(stmt);
  if (s.kind == StmtKind::kFor && r.loop_var) f(r.loop_var);
  for (ValueId v : p[r.iter_args]) f(v);
  for (ValueId v : p[r.results]) f(v);
}

}  // namespace t2t
