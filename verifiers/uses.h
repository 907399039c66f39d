// How often each value is read in a function: in expressions, in types of variables and in attributes.
#pragma once

#include <vector>

#include "ir/core/walk.h"

namespace t2t {

// By value index. `counts` is grown as needed and only ever counted up, so one vector serves many functions.
inline void CountUses(const Program& p, FuncId f, std::vector<uint32_t>& counts) {
  counts.resize(p.num_values());
  const auto count = [&](ValueId v) { ++counts[v.index()]; };
  const auto in_type = [&](TypeId type) { ForEachUseInType(p, type, count); };
  for (ValueId param : p.Params(f)) in_type(p[param].type);
  for (TypeId type : p[p[f].return_types]) in_type(type);
  ForEachStmt(p, p[f].body, [&](StmtId stmt) {
    ForEachUse(p, stmt, count);
    ForEachDef(p, stmt, [&](ValueId v) { in_type(p[v].type); });
  });
}

}  // namespace t2t
