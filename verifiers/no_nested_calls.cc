// NoNestedCalls: a call is a statement of its own. Only the direct child of an expression is looked at: a call in a tuple
// literal, or one that is returned or yielded, is no finding.
#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {201, "a call is an operand of a call or submit"},
    {202, "a call is the condition of an if"},
    {203, "a call is a bound of a loop"},
    {204, "a call is an operand of a binary expression"},
    {205, "a call is an operand of a unary expression or cast"},
    {206, "a call is the condition of a while"},
};

std::string_view CalleeName(const Program& p, ExprId expr) {
  const Call& call = p.CallOf(expr);
  return call.op ? std::string_view(Ops()[call.op].name) : p[p[call.callee].name];
}

class NestedCalls {
 public:
  explicit NestedCalls(VerifyContext& c) : c_(c), p_(c.program) {}

  void Statement(StmtId stmt) {
    const Stmt& s = p_[stmt];
    if (s.HasRegion()) {
      const Region& r = p_.RegionOf(stmt);
      for (ExprId bound : {r.start, r.stop, r.step}) {
        if (bound && IsCall(bound)) Report(203, stmt, bound, "a loop bound");
      }
      if (s.kind != StmtKind::kScope && r.cond && IsCall(r.cond)) {
        Report(s.kind == StmtKind::kIf ? 202 : 206, stmt, r.cond, "a condition");
      }
    }
    ForEachExpr(p_, stmt, [&](ExprId e) {
      if (p_[e].has_call) Inside(stmt, e);
    });
  }

 private:
  bool IsCall(ExprId e) const { return p_[e].kind == ExprKind::kCall; }

  void Inside(StmtId stmt, ExprId expr) {
    const Expr& e = p_[expr];
    if (e.kind == ExprKind::kCall || e.kind == ExprKind::kSubmit) {
      for (ExprId arg : p_.Args(expr)) Child(201, stmt, arg, "an operand");
    } else if (IsBinary(e.kind)) {
      Child(204, stmt, e.lhs(), "an expression");
      Child(204, stmt, e.rhs(), "an expression");
    } else if (IsUnary(e.kind)) {
      Child(205, stmt, e.operand(), "an expression");
    } else if (e.kind == ExprKind::kTuple) {
      for (ExprId item : p_.Elements(expr)) {
        if (p_[item].has_call) Inside(stmt, item);
      }
    } else if (e.kind == ExprKind::kTupleGet && p_[e.tuple()].has_call) {
      Inside(stmt, e.tuple());
    }
  }
  void Child(int rule, StmtId stmt, ExprId child, std::string_view where) {
    if (!p_[child].has_call) return;
    if (IsCall(child)) Report(rule, stmt, child, where);
    Inside(stmt, child);
  }
  void Report(int rule, StmtId stmt, ExprId call, std::string_view where) {
    c_.Error(rule, stmt, fmt::format("the call of {} stands inside {}", CalleeName(p_, call), where),
             "assign its result to a variable first");
  }

  VerifyContext& c_;
  const Program& p_;
};

void VerifyNoNestedCalls(VerifyContext& c) {
  NestedCalls checker(c);
  for (FuncId f : c.functions) {
    ForEachStmt(c.program, c.program[f].body, [&](StmtId stmt) { checker.Statement(stmt); });
  }
}

}  // namespace

constinit const Verifier kNoNestedCalls = {
    .property = "NoNestedCalls",
    .kind = VerifierKind::kProperty,
    .summary = "calls stand alone: not in operands, conditions or bounds",
    .source = "verifiers 4.4",
    .rules = kRules,
    .run = VerifyNoNestedCalls,
};

}  // namespace t2t
