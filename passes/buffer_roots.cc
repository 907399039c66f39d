#include "passes/buffer_roots.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "ir/core/call_operands.h"
#include "ir/core/walk.h"
#include "passes/known_ops.h"

namespace t2t {
namespace {

bool IsOutput(ParamDirection direction) { return direction != ParamDirection::kIn; }

// A loop whose constant bounds give at least one round.
bool ProvablyRuns(const Program& p, StmtId loop) {
  const Region& r = p.RegionOf(loop);
  if (p[loop].kind != StmtKind::kFor || !p.IsConstInt(r.stop)) return false;
  const int64_t start = r.start ? (p.IsConstInt(r.start) ? p[r.start].int_value() : p[r.stop].int_value()) : 0;
  return start < p[r.stop].int_value() && (!r.step || (p.IsConstInt(r.step) && p[r.step].int_value() > 0));
}

}  // namespace

uint32_t BufferRoots::Union(uint32_t a, uint32_t b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  std::vector<uint32_t> merged;
  std::set_union(sets_[a].begin(), sets_[a].end(), sets_[b].begin(), sets_[b].end(), std::back_inserter(merged));
  if (merged.size() == sets_[a].size()) return a;
  if (merged.size() == sets_[b].size()) return b;
  const auto [it, fresh] = set_ids_.try_emplace(merged, static_cast<uint32_t>(sets_.size()));
  if (fresh) sets_.push_back(std::move(merged));
  return it->second;
}

uint32_t BufferRoots::SetOf(ExprId expr) const {
  const Expr& e = p_[expr];
  switch (e.kind) {
    case ExprKind::kVar: return set_of_[e.var().index()];
    case ExprKind::kTupleGet: {
      const Expr& tuple = p_[e.tuple()];
      if (tuple.kind == ExprKind::kTuple) {
        return e.tuple_index() < tuple.elements().size ? SetOf(p_[tuple.elements()][e.tuple_index()]) : 0;
      }
      if (tuple.kind != ExprKind::kVar) return 0;
      const std::vector<uint32_t>& outputs = tuples_[tuple_of_[tuple.var().index()]];
      return e.tuple_index() < outputs.size() ? outputs[e.tuple_index()] : 0;
    }
    case ExprKind::kCall: case ExprKind::kSubmit: {
      const Call& call = p_[e.call()];
      if (call.callee) return SetOfCall(expr);
      return call.op == Known().tensor_assemble && call.args.size > 0 ? SetOf(p_[call.args][0]) : 0;
    }
    default: return 0;
  }
}

// A single result is the only output operand, or the only one that looks like the result.
uint32_t BufferRoots::SetOfCall(ExprId expr) const {
  const Call& call = p_.CallOf(expr);
  const OperandsByParameter operands(p_, call);
  const TypeId type = p_[expr].type;
  uint32_t outputs = 0, alike = 0, only = 0, look_alike = 0;
  for (uint32_t i = 0; i < operands.num_params(); ++i) {
    if (!IsOutput(p_.Direction(call.callee, i))) continue;
    ++outputs;
    if (!operands[i]) continue;
    only = SetOf(operands[i]);
    const TypeId passed = p_[operands[i]].type;
    if (p_[passed].dtype != p_[type].dtype || !ExprEq(p_, p_.Shape(passed), p_.Shape(type))) continue;
    ++alike;
    look_alike = only;
  }
  if (outputs == 1) return only;
  return alike == 1 ? look_alike : 0;
}

void BufferRoots::Assign(StmtId stmt) {
  const ValueId var = p_[stmt].var();
  const ExprId value = p_[stmt].value();
  const TypeKind kind = p_.TypeOf(var).kind;
  if (kind != TypeKind::kTuple) {
    if (p_.TypeOf(var).IsTensorLike()) Set(var, SetOf(value));
    return;
  }
  tuple_of_[var.index()] = 0;
  if (const ValueId alias = AsVar(p_, value)) tuple_of_[var.index()] = tuple_of_[alias.index()];
  const ExprKind what = p_[value].kind;
  if ((what != ExprKind::kCall && what != ExprKind::kSubmit) || !p_.CallOf(value).callee) return;
  // Element j of the result tuple is the j-th output operand.
  const Call& call = p_.CallOf(value);
  const OperandsByParameter operands(p_, call);
  std::vector<uint32_t> outputs;
  for (uint32_t i = 0; i < operands.num_params(); ++i) {
    if (!IsOutput(p_.Direction(call.callee, i))) continue;
    outputs.push_back(operands[i] ? SetOf(operands[i]) : 0);
  }
  tuple_of_[var.index()] = static_cast<uint32_t>(tuples_.size());
  tuples_.push_back(std::move(outputs));
}

void BufferRoots::Merge(ValueList results, StmtId yield) {
  if (!yield) return;
  const absl::Span<const ValueId> to = p_[results];
  const absl::Span<const ExprId> from = p_[p_[yield].values()];
  for (size_t i = 0; i < to.size() && i < from.size(); ++i) {
    Set(to[i], Union(set_of_[to[i].index()], SetOf(from[i])));
  }
}

void BufferRoots::Trace(FuncId function) {
  set_of_.resize(p_.num_values(), 0);
  tuple_of_.resize(p_.num_values(), 0);
  tuples_.assign(1, {});
  sets_.assign(1, {});
  set_ids_.clear();
  const absl::Span<const ValueId> params = p_.Params(function);
  for (uint32_t i = 0; i < params.size(); ++i) {
    if (!p_.TypeOf(params[i]).IsTensorLike()) continue;
    Set(params[i], static_cast<uint32_t>(sets_.size()));
    sets_.push_back({i});
    set_ids_.emplace(sets_.back(), set_of_[params[i].index()]);
  }
  WalkStructured(p_, p_[function].body, [&](WalkEvent event, StmtId stmt) {
    const Stmt& s = p_[stmt];
    if (event == WalkEvent::kElse) return;
    if (s.kind == StmtKind::kAssign) return Assign(stmt);
    if (!s.HasRegion() || s.kind == StmtKind::kScope) return;
    const Region& r = p_.RegionOf(stmt);
    if (event == WalkEvent::kEnter) {
      for (ValueId result : p_[r.results]) Set(result, 0);
      const absl::Span<const ValueId> carries = p_[r.iter_args];
      const absl::Span<const ExprId> inits = p_[r.inits];
      for (size_t i = 0; i < carries.size() && i < inits.size(); ++i) Set(carries[i], SetOf(inits[i]));
      return;
    }
    Merge(r.results, TrailingYield(p_, r.body));
    if (s.kind == StmtKind::kIf) return Merge(r.results, TrailingYield(p_, r.else_body));
    if (ProvablyRuns(p_, stmt)) return;
    const absl::Span<const ValueId> results = p_[r.results];
    const absl::Span<const ExprId> inits = p_[r.inits];
    for (size_t i = 0; i < results.size() && i < inits.size(); ++i) {
      Set(results[i], Union(set_of_[results[i].index()], SetOf(inits[i])));
    }
  });
}

}  // namespace t2t
