#include "passes/resolve_casts.h"

#include <vector>

#include "ir/core/walk.h"
#include "passes/kernels.h"
#include "passes/known_ops.h"

namespace t2t {

absl::StatusOr<Change> ResolveCasts::Run(PassContext& context) {
  Program& p = context.program;
  std::vector<uint32_t> reads(p.num_values(), 0);
  std::vector<StmtId> casts;
  ForEachKernel(p, [&](FuncId kernel) {
    ForEachStmt(p, p[kernel].body, [&](StmtId stmt) {
      ForEachUse(p, stmt, [&](ValueId v) { ++reads[v.index()]; });
      const Stmt& s = p[stmt];
      if (s.kind == StmtKind::kAssign && IsCallOf(p, s.value(), Known().as_tensor)) casts.push_back(stmt);
    });
  });
  Change change = Change::kNone;
  for (auto cast = casts.rbegin(); cast != casts.rend(); ++cast) {
    if (reads[p[*cast].var().index()] != 0) continue;
    ForEachUse(p, *cast, [&](ValueId v) { --reads[v.index()]; });
    p.Unlink(*cast);
    change = Change::kChanged;
  }
  return change;
}

}  // namespace t2t
