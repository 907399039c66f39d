// The types a function mentions: on parameters, results, variables and calls.
#pragma once

#include <vector>

#include "ir/core/walk.h"

namespace t2t {

// Calls f(type, stmt) once for every type that `seen` (by type index) does not hold yet; `stmt` is invalid for those of
// the signature. Elements of a tuple are not visited by themselves.
template <class F>
void ForEachType(const Program& p, FuncId function, std::vector<bool>& seen, F&& f) {
  auto visit = [&](TypeId type, StmtId stmt) {
    if (!type || seen[type.index()]) return;
    seen[type.index()] = true;
    f(type, stmt);
  };
  for (ValueId param : p.Params(function)) visit(p[param].type, StmtId());
  for (TypeId type : p[p[function].return_types]) visit(type, StmtId());
  ForEachStmt(p, p[function].body, [&](StmtId stmt) {
    const Stmt& s = p[stmt];
    if (s.kind == StmtKind::kAssign || s.kind == StmtKind::kEval) {
      if (s.kind == StmtKind::kAssign) visit(p[s.var()].type, stmt);
      visit(p[s.value()].type, stmt);
    } else if (s.HasRegion()) {
      for (ValueId v : p[p.RegionOf(stmt).iter_args]) visit(p[v].type, stmt);
      for (ValueId v : p[p.RegionOf(stmt).results]) visit(p[v].type, stmt);
    }
  });
}

}  // namespace t2t
