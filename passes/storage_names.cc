#include "passes/storage_names.h"

#include <algorithm>

#include "ir/core/call_operands.h"
#include "ir/core/walk.h"

namespace t2t {

StorageNames::StorageNames(const Program& program, FuncId function) : p_(program) {
  ForEachStmt(p_, p_[function].body, [&](StmtId stmt) {
    if (p_[stmt].kind == StmtKind::kAssign) Assign(stmt);
    if (p_[stmt].HasRegion()) Region(stmt);
  });
}

void StorageNames::Pass(ExprId from, ValueId to) {
  ForEachUse(p_, from, [&](ValueId v) { named_by_[v].push_back(to); });
}

void StorageNames::PassEach(absl::Span<const ExprId> sources, ValueList targets) {
  for (size_t i = 0; i < std::min<size_t>(sources.size(), targets.size); ++i) Pass(sources[i], p_[targets][i]);
}

// The GM result of an operator is a view, a window or a store of its operands; a function returns storage of its own, or an
// operand that it was given to write.
void StorageNames::Assign(StmtId stmt) {
  const Stmt& s = p_[stmt];
  const ExprKind kind = p_[s.value()].kind;
  if (kind != ExprKind::kCall && kind != ExprKind::kSubmit) return Pass(s.value(), s.var());
  if (p_.IsOpCall(s.value())) {
    if (p_.TypeOf(s.var()).IsTensorLike()) Pass(s.value(), s.var());
    return;
  }
  const Call& call = p_.CallOf(s.value());
  const OperandsByParameter operands(p_, call);
  for (uint32_t i = 0; i < operands.num_params(); ++i) {
    if (operands[i] && p_.Direction(call.callee, i) != ParamDirection::kIn) Pass(operands[i], s.var());
  }
}

void StorageNames::Region(StmtId stmt) {
  const t2t::Region& r = p_.RegionOf(stmt);
  PassEach(p_[r.inits], r.iter_args);
  for (BlockId block : {r.body, r.else_body}) {
    const StmtId yield = TrailingYield(p_, block);
    if (!yield) continue;
    PassEach(p_[p_[yield].values()], r.results);
    PassEach(p_[p_[yield].values()], r.iter_args);
  }
}

absl::flat_hash_set<ValueId> StorageNames::Of(ValueId start) const {
  absl::flat_hash_set<ValueId> names = {start};
  for (std::vector<ValueId> open = {start}; !open.empty();) {
    const auto edges = named_by_.find(open.back());
    open.pop_back();
    if (edges == named_by_.end()) continue;
    for (ValueId v : edges->second) {
      if (names.insert(v).second) open.push_back(v);
    }
  }
  return names;
}

}  // namespace t2t
