// Small rules about the shape of statements (verifiers 4.3 to 4.6, 6.5, 7.1).
//   NormalizedStmtStructure  1  a yield is the last statement of its block (blocks are flat by construction)
//   NoNestedCalls  201 call in operands; 202 and 206 in an if or while condition; 203 in loop bounds; 204, 205 in an expression
//   BreakContinueValid  301 to 306
//   OrchestrationReferencesResolved  1  the callee is in the program
//   SplitIncoreOrch  1  no InCore scope outside kernels
#include <vector>

#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

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

}  // namespace

void VerifyNormalizedStmts(VerifyContext& c) {
  for (FuncId f : c.functions) {
    ForEachStmt(c.program, c.program[f].body, [&](StmtId stmt) {
      const Stmt& s = c.program[stmt];
      if (s.kind == StmtKind::kYield && s.next) {
        c.Error(1, stmt, "a yield must be the last statement of its block", "move it to the end");
      }
    });
  }
}

void VerifyNoNestedCalls(VerifyContext& c) {
  NestedCalls checker(c);
  for (FuncId f : c.functions) {
    ForEachStmt(c.program, c.program[f].body, [&](StmtId stmt) { checker.Statement(stmt); });
  }
}

void VerifyBreakContinue(VerifyContext& c) {
  const Program& p = c.program;
  for (FuncId f : c.functions) {
    ForEachStmt(p, p[f].body, [&](StmtId stmt) {
      const StmtKind kind = p[stmt].kind;
      if (kind != StmtKind::kBreak && kind != StmtKind::kContinue) return;
      const int which = kind == StmtKind::kContinue ? 1 : 0;
      const std::string_view word = which == 0 ? "break" : "continue";
      StmtId loop = p[p[stmt].block].parent;
      while (loop && p[loop].kind != StmtKind::kFor && p[loop].kind != StmtKind::kWhile) loop = p[p[loop].block].parent;
      if (!loop) {
        c.Error(305 + which, stmt, fmt::format("{} outside any loop", word));
      } else if (p[loop].kind == StmtKind::kFor && p.RegionOf(loop).loop_kind == LoopKind::kParallel) {
        c.Error(301 + 2 * which, stmt, fmt::format("{} in a parallel loop", word), "use pl.range or pl.while_");
      } else if (p[loop].kind == StmtKind::kFor && p.RegionOf(loop).loop_kind == LoopKind::kUnroll) {
        c.Error(302 + 2 * which, stmt, fmt::format("{} in an unrolled loop", word), "use pl.range or pl.while_");
      }
    });
  }
}

void VerifyReferences(VerifyContext& c) {
  const Program& p = c.program;
  for (FuncId f : c.functions) {
    ForEachStmt(p, p[f].body, [&](StmtId stmt) {
      ForEachExpr(p, stmt, [&](ExprId e) {
        ForEachCall(p, e, [&](ExprId call) {
          const FuncId callee = p.CallOf(call).callee;
          if (!callee || !p[callee].declared_only) return;
          c.Error(1, stmt, fmt::format("{} calls {}, which is not in the program", p[p[f].name], p[p[callee].name]),
                  "add the function, or correct the name");
        });
      });
    });
  }
}

void VerifySplitIncoreOrch(VerifyContext& c) {
  const Program& p = c.program;
  for (FuncId f : c.functions) {
    if (p[f].type == FunctionType::kInCore) continue;
    ForEachStmt(p, p[f].body, [&](StmtId stmt) {
      if (p[stmt].kind != StmtKind::kScope || p.RegionOf(stmt).scope_kind != ScopeKind::kInCore) return;
      c.Error(1, stmt, fmt::format("function {} still contains an InCore scope", p[p[f].name]),
              "outline it into a kernel (OutlineIncoreScopes) before lowering");
    });
  }
}

}  // namespace t2t
