// The Calls and Submits of a function.
#pragma once

#include "ir/core/walk.h"

namespace t2t {

// f(StmtId, ExprId) for each of them, wherever it stands.
template <class F>
void ForEachCallIn(const Program& p, FuncId function, F&& f) {
  ForEachStmt(p, p[function].body, [&](StmtId stmt) {
    ForEachExpr(p, stmt, [&](ExprId e) {
      if (p[e].has_call) ForEachCall(p, e, [&](ExprId call) { f(stmt, call); });
    });
  });
}

// The same for those of functions of the program: operators and callees that are not in it left out.
template <class F>
void ForEachFunctionCall(const Program& p, FuncId function, F&& f) {
  ForEachCallIn(p, function, [&](StmtId stmt, ExprId call) {
    const FuncId callee = p.CallOf(call).callee;
    if (callee && !p[callee].declared_only) f(stmt, call);
  });
}

}  // namespace t2t
