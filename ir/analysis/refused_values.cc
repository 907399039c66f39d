#include "ir/analysis/refused_values.h"

#include "ir/core/walk.h"

namespace t2t {

void RefusedValues::Mark(ValueId value) {
  if (!value) return;
  if (refused_.size() <= value.index()) refused_.resize(p_.num_values(), false);
  refused_[value.index()] = true;
}

bool RefusedValues::Reads(ExprId expr) const {
  bool found = false;
  ForEachUse(p_, expr, [&](ValueId v) { found |= Has(v); });
  return found;
}

void RefusedValues::Refuse(StmtId stmt) {
  if (p_[stmt].kind == StmtKind::kAssign) Mark(p_[stmt].var());
}

bool RefusedValues::Reads(StmtId stmt) const {
  if (refused_.empty()) return false;
  bool found = false;
  ForEachUse(p_, stmt, [&](ValueId v) { found |= Has(v); });
  return found;
}

void RefusedValues::EnterLoop(StmtId loop) {
  if (refused_.empty()) return;
  const Region& r = p_.RegionOf(loop);
  for (uint32_t i = 0; i < r.iter_args.size && i < r.inits.size; ++i) {
    if (!Reads(p_[r.inits][i])) continue;
    Mark(p_[r.iter_args][i]);
    if (i < r.results.size) Mark(p_[r.results][i]);
  }
}

void RefusedValues::LeaveRegion(StmtId stmt) {
  if (refused_.empty()) return;
  const Region& r = p_.RegionOf(stmt);
  MarkYielded(TrailingYield(p_, r.body), r.results);
  if (p_[stmt].kind == StmtKind::kIf) MarkYielded(TrailingYield(p_, r.else_body), r.results);
}

void RefusedValues::MarkYielded(StmtId yield, ValueList results) {
  if (!yield) return;
  const absl::Span<const ExprId> values = p_[p_[yield].values()];
  for (size_t i = 0; i < results.size && i < values.size(); ++i) {
    if (Reads(values[i])) Mark(p_[results][i]);
  }
}

}  // namespace t2t
