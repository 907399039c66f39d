// The types a function mentions: on parameters, results, variables and calls.
#pragma once

#include <vector>

#include "ir/core/walk.h"

namespace t2t {

// Calls f(type, place) once for every type that `seen` (by type index) does not hold yet. Elements of a tuple are not
// visited by themselves.
template <class F>
void ForEachType(const Program& p, FuncId function, std::vector<bool>& seen, F&& f) {
  auto visit = [&](TypeId type, Span place) {
    if (!type || seen[type.index()]) return;
    seen[type.index()] = true;
    f(type, place);
  };
  for (ValueId param : p.Params(function)) visit(p[param].type, p.ParamSpan(param));
  for (TypeId type : p[p[function].return_types]) visit(type, p[function].span);
  ForEachStmt(p, p[function].body, [&](StmtId stmt) {
    const Stmt& s = p[stmt];
    if (s.kind == StmtKind::kAssign || s.kind == StmtKind::kEval) {
      if (s.kind == StmtKind::kAssign) visit(p[s.var()].type, s.span);
      visit(p[s.value()].type, s.span);
    } else if (s.HasRegion()) {
      for (ValueId v : p[p.RegionOf(stmt).iter_args]) visit(p[v].type, s.span);
      for (ValueId v : p[p.RegionOf(stmt).results]) visit(p[v].type, s.span);
    }
  });
}

}  // namespace t2t
