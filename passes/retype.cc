#include "passes/retype.h"

#include <algorithm>

#include "ir/core/walk.h"
#include "ir/ops/make_call.h"
#include "ir/support/status.h"
#include "ir/symbolic/prove.h"
#include "passes/known_ops.h"

namespace t2t {
namespace {

bool SameValidRegion(Program& p, TypeId a, TypeId b) {
  const absl::Span<const ExprId> was = p.ValidShape(a), is = p.ValidShape(b);
  return std::equal(was.begin(), was.end(), is.begin(), is.end(), [&](ExprId x, ExprId y) { return ProvenEq(p, x, y); });
}

}  // namespace

absl::Status Retyper::Run(Diagnostics& diagnostics, std::string_view help) {
  absl::Status status;
  StmtId failed;
  WalkStructured(p_, p_[function_].body, [&](WalkEvent event, StmtId stmt) {
    if (!status.ok() || event == WalkEvent::kElse) return;
    if (event == WalkEvent::kLeave) return LeaveRegion(stmt);
    switch (p_[stmt].kind) {
      case StmtKind::kAssign:
        status = Assign(stmt);
        failed = stmt;
        return;
      case StmtKind::kYield: return Yield(stmt);
      case StmtKind::kFor: case StmtKind::kWhile: return EnterRegion(stmt);
      case StmtKind::kEval: case StmtKind::kReturn: case StmtKind::kBreak: case StmtKind::kContinue:
      case StmtKind::kIf: case StmtKind::kScope:
        subst_.ApplyTo(stmt);
        return;
    }
  });
  if (!absl::IsInvalidArgument(status)) return status;
  Diagnostic d;
  d.kind = "type";
  d.span = p_[failed].span;
  d.message = std::string(MessageOf(status));
  d.help = help;
  d.function = p_[p_[function_].name];
  diagnostics.Add(std::move(d));
  return absl::OkStatus();
}

ValueId Retyper::Replace(ValueId value, TypeId type) {
  const Value old = p_[value];
  const ValueId fresh = p_.AddValue(old.kind, old.name, type, old.func);
  subst_.Map(value, p_.Var(fresh));
  return fresh;
}

absl::StatusOr<ExprId> Retyper::Deduced(ExprId expr, ExprId before) {
  const Call& call = p_.CallOf(expr);
  if (call.op == Known().as_tensor && SameValidRegion(p_, p_[p_.Args(before)[0]].type, p_[p_[call.args][0]].type)) return expr;
  ASSIGN_OR_RETURN(const TypeId type, DeduceCall(p_, call.op, p_[call.args], call.kwargs));
  return p_.WithType(expr, type);
}

absl::Status Retyper::Assign(StmtId stmt) {
  const ExprId old = p_[stmt].value();
  ExprId value = subst_.Apply(old);
  if (value != old) {
    if (p_.IsOpCall(value)) {
      ASSIGN_OR_RETURN(value, Deduced(value, old));
    }
    p_.SetStmtValue(stmt, value);
  } else if (!forced_.contains(stmt)) {
    return absl::OkStatus();
  }
  const ValueId var = p_[stmt].var();
  const TypeId type = p_[value].type;
  if (type != p_[var].type) p_.SetAssignVar(stmt, Replace(var, type));
  return absl::OkStatus();
}

void Retyper::EnterRegion(StmtId stmt) {
  Region r = p_.RegionOf(stmt);
  std::vector<ExprId> inits(p_[r.inits].begin(), p_[r.inits].end());
  bool changed = false;
  for (ExprId& init : inits) {
    const ExprId seed = subst_.Apply(init);
    changed |= seed != init;
    init = seed;
  }
  if (const auto it = instead_.find(stmt); it != instead_.end()) {
    changed = true;
    for (const auto& [index, seed] : it->second) inits[index] = subst_.Apply(seed);
  }
  if (changed) {
    const absl::Span<const ExprId> before = p_[r.inits];
    std::vector<ValueId> carries(p_[r.iter_args].begin(), p_[r.iter_args].end());
    for (size_t i = 0; i < inits.size() && i < carries.size(); ++i) {
      const TypeId type = p_[inits[i]].type;
      if (inits[i] == before[i] || type == p_[carries[i]].type) continue;
      carries[i] = Replace(carries[i], type);
      results_may_change_.insert(stmt);
    }
    r.inits = p_.MakeList(inits);
    r.iter_args = p_.MakeList(carries);
    p_.SetRegion(stmt, r);
  }
  subst_.ApplyTo(stmt);  // bounds; the condition of a while, which reads the carries
}

void Retyper::Yield(StmtId stmt) {
  const auto it = instead_.find(stmt);
  if (it != instead_.end()) {
    std::vector<ExprId> values(p_[p_[stmt].values()].begin(), p_[p_[stmt].values()].end());
    for (const auto& [index, value] : it->second) values[index] = value;
    p_.SetStmtValues(stmt, p_.MakeList(values));
  }
  if (!subst_.ApplyTo(stmt) && it == instead_.end()) return;
  StmtId parent = p_[p_[stmt].block].parent;
  while (parent && p_[parent].kind == StmtKind::kScope) parent = p_[p_[parent].block].parent;
  if (parent) results_may_change_.insert(parent);
}

void Retyper::LeaveRegion(StmtId stmt) {
  if (!results_may_change_.contains(stmt)) return;
  Region r = p_.RegionOf(stmt);
  StmtId yield = TrailingYield(p_, r.body);
  if (!yield) yield = TrailingYield(p_, r.else_body);
  if (!yield) return;
  const bool loop = p_[stmt].kind == StmtKind::kFor || p_[stmt].kind == StmtKind::kWhile;
  const absl::Span<const ExprId> values = p_[p_[yield].values()];
  const absl::Span<const ValueId> carries = p_[r.iter_args];
  std::vector<ValueId> results(p_[r.results].begin(), p_[r.results].end());
  bool changed = false;
  for (size_t i = 0; i < results.size() && i < values.size(); ++i) {
    const bool as_carried = loop && results_ == LoopResults::kTakeCarries && i < carries.size();
    const TypeId type = as_carried ? p_[carries[i]].type : p_[values[i]].type;
    if (type == p_[results[i]].type) continue;
    results[i] = Replace(results[i], type);
    changed = true;
  }
  if (!changed) return;
  r.results = p_.MakeList(results);
  p_.SetRegion(stmt, r);
}

}  // namespace t2t
