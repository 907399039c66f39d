#include "passes/consumer_demands.h"

#include "ir/core/walk.h"
#include "passes/convert/registry.h"
#include "passes/kernels.h"
#include "passes/known_ops.h"

namespace t2t {

ConsumerDemands::ConsumerDemands(const Program& program)
    : p_(program), tiles_(program), facts_(program.num_values()) {
  ForEachKernel(program, [&](FuncId kernel) { Kernel(kernel); });
}

void ConsumerDemands::Kernel(FuncId kernel) {
  edges_.clear();
  ForEachStmt(p_, p_[kernel].body, [&](StmtId stmt) { Statement(stmt); });
  Propagate();
}

void ConsumerDemands::Statement(StmtId stmt) {
  const Stmt& s = p_[stmt];
  switch (s.kind) {
    case StmtKind::kAssign:
      if (AsVar(p_, s.value())) {
        // No demand travels through the alias of a window (lowering f.2).
        if (p_.TypeOf(s.var()).kind == TypeKind::kDistributedTensor) return;
        return AddEdge(s.var(), s.value(), true);
      }
      if (p_.IsOpCall(s.value())) return CallUses(stmt, p_.CallOf(s.value()));
      return OtherUse(s.value());
    case StmtKind::kEval:
      if (p_.IsOpCall(s.value())) return CallUses(stmt, p_.CallOf(s.value()));
      return OtherUse(s.value());
    case StmtKind::kFor: case StmtKind::kWhile: {
      const Region& r = p_.RegionOf(stmt);
      for (uint32_t i = 0; i < r.iter_args.size && i < r.inits.size; ++i) {
        AddEdge(p_[r.iter_args][i], p_[r.inits][i], true);
      }
      return;
    }
    case StmtKind::kReturn: case StmtKind::kYield:
      for (ExprId value : p_[s.values()]) OtherUse(value);
      return;
    case StmtKind::kBreak: case StmtKind::kContinue: case StmtKind::kIf: case StmtKind::kScope: return;
  }
}

void ConsumerDemands::CallUses(StmtId stmt, const Call& call) {
  const bool assigns = p_[stmt].kind == StmtKind::kAssign;
  const absl::Span<const ExprId> args = p_[call.args];
  const OpDef& op = Ops()[call.op];
  const Conversion* conversion = Conversions().Find(call.op);
  const bool loads_operands = conversion != nullptr && HasDefaultTileInputs(call.op);
  bool inherited = false;  // the edge to the first operand that shares storage was made
  for (size_t i = 0; i < args.size(); ++i) {
    const ValueId v = AsVar(p_, args[i]);
    if (!v || !p_.TypeOf(v).IsShaped()) continue;
    facts_[v.index()].read = true;
    const OperandRequirement* requirement = conversion != nullptr ? conversion->Requirement(i) : nullptr;
    if (requirement != nullptr) {
      if (!assigns) {
        if (tiles_.Has(v)) facts_[v.index()].other_use = true;
        continue;
      }
      Fact incoming;
      incoming.demand.space = requirement->space.Get();
      incoming.demand.box = RequiredBox(p_, call, *conversion, *requirement);
      if (incoming.demand.box.align != 0) incoming.axis = t2t::AxisOf(*requirement);
      Merge(facts_[v.index()], incoming);
      continue;
    }
    const bool cast = op.private_cast;
    const bool edge = assigns && !inherited && (cast || op.output.rule == OutputMemory::Rule::kInherit) &&
                      p_.TypeOf(v).kind != TypeKind::kDistributedTensor;
    const bool as_tile_now = tiles_.Has(v) || loads_operands || cast;
    if (edge) {
      inherited = true;
      AddEdge(p_[stmt].var(), args[i], as_tile_now);
    } else if (as_tile_now) {
      facts_[v.index()].other_use = true;
    }
  }
}

void ConsumerDemands::AddEdge(ValueId to, ExprId from, bool shares_tile) {
  const ValueId source = AsVar(p_, from);
  if (!source || !p_.TypeOf(source).IsShaped()) return;
  facts_[source.index()].read = true;
  edges_.push_back({to, source, shares_tile});
}

void ConsumerDemands::OtherUse(ExprId expr) {
  ForEachUse(p_, expr, [&](ValueId v) {
    facts_[v.index()].read = true;
    if (tiles_.Has(v) || p_.TypeOf(v).IsTile()) facts_[v.index()].other_use = true;
  });
}

void ConsumerDemands::Merge(Fact& existing, const Fact& incoming) {
  const MemorySpace have = existing.demand.space, want = incoming.demand.space;
  if (have == MemorySpace::kUnset || (have == MemorySpace::kVec && want != MemorySpace::kVec)) {
    const bool vec_reader = have == MemorySpace::kVec;
    existing.demand = incoming.demand;
    existing.axis = incoming.axis;
    existing.other_use |= vec_reader;
  } else if (have != want) {
    existing.other_use = true;  // the space of the first stays; its padding is not what this one asked for
  } else if (!(existing.demand.box == incoming.demand.box)) {
    existing.conflict = true;
  }
}

void ConsumerDemands::Propagate() {
  // Every source is defined before what reads it, so one sweep in reverse settles each value before its sources.
  for (auto edge = edges_.rbegin(); edge != edges_.rend(); ++edge) {
    const Fact& to = facts_[edge->to.index()];
    Fact& from = facts_[edge->from.index()];
    if (to.demand.space == MemorySpace::kUnset) {
      if (edge->shares_tile && to.read) from.other_use = true;
      continue;
    }
    Fact incoming;
    incoming.demand = to.Settled();
    // In another shape the axis would mean something else.
    if (!ExprEq(p_, p_.Shape(p_[edge->to].type), p_.Shape(p_[edge->from].type))) incoming.demand.box = {};
    if (incoming.demand.box.align != 0) incoming.axis = to.axis;
    Merge(from, incoming);
    if (edge->shares_tile) {
      from.other_use |= to.other_use;
      from.conflict |= to.conflict;
    }
  }
}

}  // namespace t2t
