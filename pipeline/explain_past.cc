#include "pipeline/explain_past.h"

#include <algorithm>

#include "ir/core/walk.h"

namespace t2t {

Past::Past(const Program& program, const Journal& journal, int ordinal, FuncId function)
    : p_(program), states_(journal.StatesAfter(ordinal)) {
  for (uint32_t i = 0; i < states_.size(); ++i) {
    if (states_[i].linked() && p_[states_[i].block].func == function) statements_.push_back(StmtId(i));
  }
  std::stable_sort(statements_.begin(), statements_.end(),
                   [&](StmtId a, StmtId b) { return p_[a].span.line < p_[b].span.line; });
  for (StmtId stmt : statements_) {
    if (const ValueId var = VarOf(stmt)) defs_[var] = stmt;
    if (const ExprId value = ValueOf(stmt)) {
      const ExprKind kind = p_[value].kind;
      if (kind == ExprKind::kCall || kind == ExprKind::kSubmit) {
        const absl::Span<const ExprId> args = p_.Args(value);
        for (size_t i = 0; i < args.size(); ++i) {
          ForEachUse(p_, args[i], [&](ValueId v) { uses_[v].push_back({stmt, static_cast<int>(i), {}}); });
        }
      } else {
        ForEachUse(p_, value, [&](ValueId v) { uses_[v].push_back({stmt, -1, {}}); });
      }
      continue;
    }
    const StmtKind kind = p_[stmt].kind;
    if (kind == StmtKind::kReturn || kind == StmtKind::kYield) {
      for (ExprId value : p_[ExprList{states_[stmt.index()].a, states_[stmt.index()].b}]) {
        ForEachUse(p_, value, [&](ValueId v) { uses_[v].push_back({stmt, -1, {}}); });
      }
    } else if (kind == StmtKind::kFor || kind == StmtKind::kWhile) {
      const Region& r = journal.RegionAfter(p_, stmt, ordinal);
      for (uint32_t i = 0; i < r.inits.size && i < r.iter_args.size; ++i) {
        const ValueId v = AsVar(p_, p_[r.inits][i]);
        if (v) uses_[v].push_back({stmt, -1, p_[r.iter_args][i]});
      }
    }
  }
}

ExprId Past::ValueOf(StmtId stmt) const {
  const StmtKind kind = p_[stmt].kind;
  if (!Has(stmt) || (kind != StmtKind::kAssign && kind != StmtKind::kEval)) return {};
  return ExprId(states_[stmt.index()].b);
}

ValueId Past::VarOf(StmtId stmt) const {
  return Has(stmt) && p_[stmt].kind == StmtKind::kAssign ? ValueId(states_[stmt.index()].a) : ValueId();
}

StmtId Past::DefOf(ValueId value) const {
  const auto it = defs_.find(value);
  return it == defs_.end() ? StmtId() : it->second;
}

absl::Span<const Past::Use> Past::UsesOf(ValueId value) const {
  const auto it = uses_.find(value);
  return it == uses_.end() ? absl::Span<const Use>() : absl::MakeConstSpan(it->second);
}

}  // namespace t2t
