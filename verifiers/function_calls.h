// Calls and Submits of functions of the program.
#pragma once

#include "ir/core/walk.h"

namespace t2t {

// f(StmtId, ExprId) for each of them in `function`, callees that are not in the program left out.
template <class F>
void ForEachFunctionCall(const Program& p, FuncId function, F&& f) {
  ForEachStmt(p, p[function].body, [&](StmtId stmt) {
    ForEachExpr(p, stmt, [&](ExprId e) {
      if (!p[e].has_call) return;
      ForEachCall(p, e, [&](ExprId expr) {
        const FuncId callee = p.CallOf(expr).callee;
        if (callee && !p[callee].declared_only) f(stmt, expr);
      });
    });
  });
}

}  // namespace t2t
