#include "passes/call_sites.h"

#include <vector>

#include "ir/core/walk.h"

namespace t2t {
namespace {

class CallMapper {
 public:
  CallMapper(Program& program, absl::FunctionRef<ExprId(ExprId)> f) : p_(program), f_(f) {}

  ExprId Apply(ExprId expr) {
    if (!expr || !p_[expr].has_call) return expr;
    const Expr e = p_[expr];
    if (IsBinary(e.kind)) {
      const ExprId lhs = Apply(e.lhs()), rhs = Apply(e.rhs());
      return lhs == e.lhs() && rhs == e.rhs() ? expr : p_.Binary(e.kind, lhs, rhs, e.dtype);
    }
    if (IsUnary(e.kind)) {
      const ExprId operand = Apply(e.operand());
      return operand == e.operand() ? expr : p_.Unary(e.kind, operand, e.dtype);
    }
    if (e.kind == ExprKind::kTuple) {
      const ExprList elements = Apply(e.elements());
      return elements == e.elements() ? expr : p_.Tuple(p_[elements]);
    }
    if (e.kind == ExprKind::kTupleGet) {
      const ExprId tuple = Apply(e.tuple());
      return tuple == e.tuple() ? expr : p_.TupleGet(tuple, e.tuple_index());
    }
    return f_(WithMappedOperands(expr));
  }

  ExprList Apply(ExprList exprs) {
    std::vector<ExprId> items;
    bool changed = false;
    for (uint32_t i = 0; i < exprs.size; ++i) {
      const ExprId from = p_[exprs][i];
      if (!p_[from].has_call && items.empty()) continue;
      if (items.empty()) items.assign(p_[exprs].begin(), p_[exprs].begin() + i);
      items.push_back(Apply(from));
      changed |= items.back() != from;
    }
    return changed ? p_.MakeList(items) : exprs;
  }

 private:
  ExprId WithMappedOperands(ExprId expr) {
    Call call = p_.CallOf(expr);
    const ExprList args = Apply(call.args);
    if (args == call.args) return expr;
    call.args = args;
    const TypeId type = p_[expr].type;
    return call.submit ? p_.AddSubmit(call, Submit(p_[call.submit]), type) : p_.AddCall(call, type);
  }

  Program& p_;
  absl::FunctionRef<ExprId(ExprId)> f_;
};

}  // namespace

bool MapCalls(Program& p, StmtId stmt, absl::FunctionRef<ExprId(ExprId)> f) {
  CallMapper mapper(p, f);
  const Stmt s = p[stmt];
  switch (s.kind) {
    case StmtKind::kBreak: case StmtKind::kContinue: return false;
    case StmtKind::kAssign: case StmtKind::kEval: {
      const ExprId value = mapper.Apply(s.value());
      if (value == s.value()) return false;
      p.SetStmtValue(stmt, value);
      return true;
    }
    case StmtKind::kReturn: case StmtKind::kYield: {
      const ExprList values = mapper.Apply(s.values());
      if (values == s.values()) return false;
      p.SetStmtValues(stmt, values);
      return true;
    }
    case StmtKind::kFor: case StmtKind::kWhile: case StmtKind::kIf: case StmtKind::kScope: break;
  }
  const Region old = p.RegionOf(stmt);
  Region r = old;
  r.inits = mapper.Apply(r.inits);
  r.start = mapper.Apply(r.start);
  r.stop = mapper.Apply(r.stop);
  r.step = mapper.Apply(r.step);
  r.cond = mapper.Apply(r.cond);
  r.core_num = mapper.Apply(r.core_num);
  r.slots = mapper.Apply(r.slots);
  if (r.inits == old.inits && r.start == old.start && r.stop == old.stop && r.step == old.step && r.cond == old.cond &&
      r.core_num == old.core_num && r.slots == old.slots) {
    return false;
  }
  p.SetRegion(stmt, r);
  return true;
}

void ForEachFunctionCall(const Program& p, FuncId function, absl::FunctionRef<void(StmtId, ExprId)> f) {
  ForEachStmt(p, p[function].body, [&](StmtId stmt) {
    ForEachExpr(p, stmt, [&](ExprId expr) {
      ForEachCall(p, expr, [&](ExprId call) {
        if (p.CallOf(call).callee) f(stmt, call);
      });
    });
  });
}

uint32_t TrailingContexts(const Program& p, absl::Span<const ValueId> params) {
  uint32_t n = 0;
  while (n < params.size() && p.TypeOf(params[params.size() - 1 - n]).kind == TypeKind::kCommCtx) ++n;
  return n;
}

}  // namespace t2t
