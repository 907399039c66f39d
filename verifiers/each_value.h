// The values a function declares: parameters, variables, carries and results.
#pragma once

#include "ir/core/walk.h"

namespace t2t {

// Calls f(value, place) for each, in program order.
template <class F>
void ForEachValue(const Program& p, FuncId function, F&& f) {
  for (ValueId param : p.Params(function)) f(param, p.ParamSpan(param));
  ForEachStmt(p, p[function].body, [&](StmtId stmt) {
    const Stmt& s = p[stmt];
    if (s.kind == StmtKind::kAssign) f(s.var(), s.span);
    if (!s.HasRegion()) return;
    for (ValueId v : p[p.RegionOf(stmt).iter_args]) f(v, s.span);
    for (ValueId v : p[p.RegionOf(stmt).results]) f(v, s.span);
  });
}

}  // namespace t2t
