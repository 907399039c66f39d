#include "passes/wrapper_feedback.h"

#include <algorithm>

#include "absl/container/flat_hash_set.h"
#include "ir/analysis/function_class.h"
#include "ir/core/walk.h"

namespace t2t {
namespace {

using Values = absl::flat_hash_set<ValueId>;

bool Reads(const Program& p, ExprId expr, const Values& values) {
  bool found = false;
  ForEachUse(p, expr, [&](ValueId v) { found |= values.contains(v); });
  return found;
}

// Adds the targets whose source at the same position reads one of `values`.
void Follow(const Program& p, absl::Span<const ExprId> sources, ValueList targets, Values& values) {
  for (size_t i = 0; i < std::min<size_t>(sources.size(), targets.size); ++i) {
    if (Reads(p, sources[i], values)) values.insert(p[targets][i]);
  }
}

// A copy or projection names the storage of what it reads, and so does the GM result of an operator: a view, a window or a
// store. What a function returns has storage of its own.
bool NamesOperands(const Program& p, const Stmt& assign) {
  return p[assign.value()].kind != ExprKind::kCall || (p.IsOpCall(assign.value()) && p.TypeOf(assign.var()).IsTensorLike());
}

// Everything in the function that may name the storage of `start`.
Values NamesOf(const Program& p, FuncId function, ValueId start) {
  Values names = {start};
  for (size_t before = 0; before != names.size();) {
    before = names.size();
    ForEachStmt(p, p[function].body, [&](StmtId stmt) {
      const Stmt& s = p[stmt];
      if (s.kind == StmtKind::kAssign && NamesOperands(p, s) && Reads(p, s.value(), names)) names.insert(s.var());
      if (!s.HasRegion()) return;
      const Region& r = p.RegionOf(stmt);
      Follow(p, p[r.inits], r.iter_args, names);
      for (BlockId block : {r.body, r.else_body}) {
        const StmtId yield = TrailingYield(p, block);
        if (!yield) continue;
        Follow(p, p[p[yield].values()], r.results, names);
        Follow(p, p[p[yield].values()], r.iter_args, names);
      }
    });
  }
  return names;
}

// Does the kernel do all of its reading of parameter `source` in front of the first statement that writes `target`?
bool LoadsBeforeItStores(const Program& p, FuncId kernel, ValueId source, ValueId target) {
  if (!HasBody(p, kernel) || IsWrapper(p[kernel].type)) return false;
  const BlockId body = p[kernel].body;
  const Values sources = NamesOf(p, kernel, source);
  bool safe = true, written = false, reads = false, writes = false;
  const auto close = [&] {  // one statement of the body with everything in it
    safe &= !reads || (!written && !writes);
    written |= writes;
    reads = writes = false;
  };
  ForEachStmt(p, body, [&](StmtId stmt) {
    if (p[stmt].block == body) close();
    if (p[stmt].kind == StmtKind::kReturn) return;
    ForEachUse(p, stmt, [&](ValueId v) {
      reads |= sources.contains(v);
      writes |= v == target;
    });
  });
  close();
  return safe;
}

}  // namespace

StmtId CallThatOverwritesItsOperand(const Program& p, FuncId wrapper, ValueId storage) {
  StmtId found;
  if (p[p[storage].def].block == p[wrapper].body) return found;  // not in a loop
  ForEachStmt(p, p[wrapper].body, [&](StmtId stmt) {
    const Stmt& s = p[stmt];
    if (found || s.kind != StmtKind::kAssign || p[s.value()].kind != ExprKind::kCall) return;
    const Call& call = p.CallOf(s.value());
    const absl::Span<const ExprId> args = p[call.args];
    const auto output = std::find_if(args.begin(), args.end(), [&](ExprId arg) { return AsVar(p, arg) == storage; });
    if (!call.callee || output == args.end()) return;
    const absl::Span<const ValueId> params = p.Params(call.callee);
    const auto place = static_cast<size_t>(output - args.begin());
    if (place >= params.size()) return;
    const Values names = NamesOf(p, wrapper, s.var());
    for (size_t i = 0; i < args.size() && i < params.size(); ++i) {
      if (Reads(p, args[i], names) && !LoadsBeforeItStores(p, call.callee, params[i], params[place])) found = stmt;
    }
  });
  return found;
}

}  // namespace t2t
