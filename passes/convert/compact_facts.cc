#include "passes/convert/compact_facts.h"

#include "ir/ops/registry.h"

namespace t2t {

void CompactFacts::Define(const Program& p, ValueId var, ExprId value) {
  if (!p.TypeOf(var).IsTile()) return;
  bool compact = false;
  if (p[value].kind == ExprKind::kVar) {
    compact = IsCompact(p, value);
  } else if (p.IsOpCall(value)) {
    static const OpId set_validshape = Ops().Find("tile.set_validshape");
    const Call& call = p.CallOf(value);
    const OpDef& op = Ops()[call.op];
    if (call.op == set_validshape) {
      compact = IsCompact(p, p[call.args][0]);
    } else {
      compact = op.category == OpCategory::kTile && !op.view && op.reuses < 0 &&
                op.output.rule != OutputMemory::Rule::kInherit && op.output.rule != OutputMemory::Rule::kNone;
    }
  }
  if (compact_.size() <= var.index()) compact_.resize(p.num_values());
  compact_[var.index()] = compact;
}

bool CompactFacts::IsCompact(const Program& p, ExprId tile) const {
  if (!tile || p[tile].kind != ExprKind::kVar) return false;
  const uint32_t v = p[tile].var().index();
  return v < compact_.size() && compact_[v];
}

}  // namespace t2t
