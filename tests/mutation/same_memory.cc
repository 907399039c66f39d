#include "mutation/same_memory.h"

#include "ir/core/walk.h"
#include "ir/ops/registry.h"

namespace t2t::mutation {
namespace {

// What the assignment of `v` hands on; invalid when it makes something new.
ValueId HandedOnBy(const Program& p, ValueId v) {
  const ExprId from = DefiningExpr(p, v);
  if (!from || !p.IsOpCall(from)) return from ? AsVar(p, from) : ValueId();
  const Call& call = p.CallOf(from);
  const OpDef& op = Ops()[call.op];
  if (op.private_cast) return AsVar(p, p[call.args][0]);
  const int named = ResultNames(op);
  if (named < 0 || !Writes(EffectOn(p, call, static_cast<size_t>(named)))) return {};
  return AsVar(p, p[call.args][static_cast<size_t>(named)]);
}

// Position of `v` among the carries or results of the loop that defines it; -1 for everything else.
int CarryIndex(const Program& p, ValueId v) {
  const StmtId def = p[v].def;
  if (!def || (p[def].kind != StmtKind::kFor && p[def].kind != StmtKind::kWhile)) return -1;
  const Region& r = p.RegionOf(def);
  for (uint32_t i = 0; i < r.inits.size; ++i) {
    if (p[r.iter_args][i] == v || (i < r.results.size && p[r.results][i] == v)) return static_cast<int>(i);
  }
  return -1;
}

// Does each round hand on the memory it was given?
bool CarriesOneMemory(const Program& p, StmtId loop, uint32_t i) {
  const Region& r = p.RegionOf(loop);
  const StmtId yield = TrailingYield(p, r.body);
  if (!yield || i >= p[yield].values().size) return false;
  ValueId v = AsVar(p, p[p[yield].values()][i]);
  while (v && v != p[r.iter_args][i]) {
    const int inner = CarryIndex(p, v);
    if (inner < 0) {
      v = HandedOnBy(p, v);
    } else {
      const auto k = static_cast<uint32_t>(inner);
      // A carry of a loop around this one is not what this loop was given.
      if (p[p.RegionOf(p[v].def).results][k] != v || !CarriesOneMemory(p, p[v].def, k)) return false;
      v = AsVar(p, p[p.RegionOf(p[v].def).inits][k]);
    }
  }
  return v.valid();
}

// The value that stands for the memory of `v`: itself when it has its own.
ValueId Memory(const Program& p, ValueId v) {
  while (true) {
    ValueId next;
    if (const int i = CarryIndex(p, v); i >= 0) {
      const auto k = static_cast<uint32_t>(i);
      if (CarriesOneMemory(p, p[v].def, k)) next = AsVar(p, p[p.RegionOf(p[v].def).inits][k]);
    } else {
      next = HandedOnBy(p, v);
    }
    if (!next) return v;
    v = next;
  }
}

}  // namespace

bool SameMemory(const Program& program, ValueId a, ValueId b) { return a && b && Memory(program, a) == Memory(program, b); }

ExprId TargetOf(const Program& p, StmtId stmt) {
  if (p[stmt].kind != StmtKind::kAssign && p[stmt].kind != StmtKind::kEval) return {};
  if (!p.IsOpCall(p[stmt].value())) return {};
  const Call& call = p.CallOf(p[stmt].value());
  if (!Ops()[call.op].declares_effects) return {};
  for (uint32_t i = 0; i < call.args.size; ++i) {
    if (Writes(EffectOn(p, call, i))) return p[call.args][i];
  }
  return {};
}

}  // namespace t2t::mutation
