#include "verifiers/effects/written_buffers.h"

#include <algorithm>

#include "ir/analysis/gm_access.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "verifiers/effects/op_names.h"

namespace t2t::effects {

void WrittenBuffers::Find(BlockId body) {
  WalkStructured(p_, body, [&](WalkEvent event, StmtId stmt) {
    const Stmt& s = p_[stmt];
    if (event == WalkEvent::kEnter && (s.kind == StmtKind::kAssign || s.kind == StmtKind::kEval)) return Record(stmt);
    if (s.kind != StmtKind::kFor && s.kind != StmtKind::kWhile) return;
    const Region& r = p_.RegionOf(stmt);
    const size_t n = std::min(r.inits.size, r.iter_args.size);
    if (event == WalkEvent::kEnter) {
      for (size_t i = 0; i < n; ++i) base_[p_[r.iter_args][i]] = BaseOf(p_[r.inits][i]);
    } else if (event == WalkEvent::kLeave) {
      const StmtId yield = TrailingYield(p_, r.body);
      for (size_t i = 0; i < n; ++i) {
        const ValueId base = BaseOf(p_[r.inits][i]);
        const bool kept = yield && i < p_[yield].values().size && base && BaseOf(p_[p_[yield].values()][i]) == base;
        if (!kept) continue;
        kept_.insert(p_[r.iter_args][i]);
        if (i < r.results.size) base_[p_[r.results][i]] = base;
      }
    }
  });
}
void WrittenBuffers::Record(StmtId stmt) {
  const Stmt& s = p_[stmt];
  const Expr& e = p_[s.value()];
  const ValueId var = s.kind == StmtKind::kAssign ? s.var() : ValueId();
  if (e.kind == ExprKind::kVar && var) base_[var] = BaseOf(s.value());
  if (e.kind != ExprKind::kCall && e.kind != ExprKind::kSubmit) return;
  const Call& call = p_.CallOf(s.value());
  const int named = AliasOperand(call);
  if (var && named >= 0) base_[var] = BaseOf(p_[call.args][static_cast<size_t>(named)]);
  for (uint32_t i = 0; i < call.args.size; ++i) {
    if (!WritesArg(call, i)) continue;
    const ValueId base = BaseOf(p_[call.args][i]);
    if (!base) continue;
    for (StmtId region = p_[s.block].parent; region; region = p_[p_[region].block].parent) {
      if (p_[region].kind != StmtKind::kScope) written_[region].push_back(base);
    }
  }
}
ValueId WrittenBuffers::BaseOf(ExprId e) const {
  const ValueId v = AsVar(p_, e);
  const auto it = v ? base_.find(v) : base_.end();
  return it == base_.end() ? v : it->second;
}
int WrittenBuffers::AliasOperand(const Call& call) const {
  const OpNames& n = Names();
  if (!call.op) return -1;
  int named = ResultNames(Ops()[call.op]);
  if (call.op == n.store) named = 2;
  if (call.op == n.tensor_assemble || call.op == n.tile_assemble || call.op == n.slice || call.op == n.view ||
      call.op == n.as_tensor) {
    return call.args.empty() ? -1 : 0;
  }
  if (named < 0 || static_cast<uint32_t>(named) >= call.args.size) return -1;
  return WritesArg(call, static_cast<uint32_t>(named)) ? named : -1;
}
bool WrittenBuffers::WritesArg(const Call& call, uint32_t i) const {
  if (call.op) return Ops()[call.op].declares_effects && Writes(EffectOn(p_, call, i));
  return call.callee && i < p_.Params(call.callee).size() && p_.Direction(call.callee, i) != ParamDirection::kIn;
}

}  // namespace t2t::effects
