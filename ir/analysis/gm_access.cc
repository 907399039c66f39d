#include "ir/analysis/gm_access.h"

#include <algorithm>
#include <iterator>

#include "ir/analysis/out_storage.h"
#include "ir/analysis/strong_components.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"

namespace t2t {
namespace {

constexpr uint32_t kNoNode = 0xffffffffu;

}  // namespace

ValueId GmAccess::SourceOf(ExprId expr) const {
  while (expr) {
    const Expr& e = p_[expr];
    switch (e.kind) {
      case ExprKind::kVar: return e.var();
      case ExprKind::kTupleGet: {
        const Expr& tuple = p_[e.tuple()];
        if (tuple.kind != ExprKind::kTuple || e.tuple_index() >= tuple.elements().size) return {};
        expr = p_[tuple.elements()][e.tuple_index()];
        break;
      }
      case ExprKind::kCall: {
        const Call& call = p_[e.call()];
        const int operand = call.op ? ResultNames(Ops()[call.op]) : -1;
        if (operand < 0 || static_cast<uint32_t>(operand) >= call.args.size) return {};
        expr = p_[call.args][static_cast<size_t>(operand)];
        // An operator that updates a tile in place updates that tile, not the memory it was loaded from.
        if (p_.TypeOf(expr).IsTile() && !Ops()[call.op].private_cast) return {};
        break;
      }
      default: return {};
    }
  }
  return {};
}

uint32_t GmAccess::Union(uint32_t a, uint32_t b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  std::vector<uint32_t> merged;
  merged.reserve(sets_[a].size() + sets_[b].size());
  std::set_union(sets_[a].begin(), sets_[a].end(), sets_[b].begin(), sets_[b].end(), std::back_inserter(merged));
  if (merged.size() == sets_[a].size()) return a;
  if (merged.size() == sets_[b].size()) return b;
  const auto [it, fresh] = set_ids_.try_emplace(merged, static_cast<uint32_t>(sets_.size()));
  if (fresh) sets_.push_back(std::move(merged));
  return it->second;
}

void GmAccess::AddRoot(ValueId value) {
  const uint32_t root = static_cast<uint32_t>(roots_.size());
  roots_.emplace_back().value = value;
  if (!p_.TypeOf(value).IsTensorLike()) return;
  set_of_[value.index()] = static_cast<uint32_t>(sets_.size());
  sets_.push_back({root});
  set_ids_.emplace(sets_.back(), set_of_[value.index()]);
}

void GmAccess::Analyze(FuncId function, const Options& options) {
  set_of_.resize(p_.num_values(), 0);
  roots_.clear();
  edges_.clear();
  sets_.assign(1, {});
  set_ids_.clear();
  const BlockId body = p_[function].body;
  for (ValueId param : p_.Params(function)) AddRoot(param);
  num_params_ = roots_.size();
  is_extra_root_.resize(p_.num_values(), false);
  for (ValueId root : options.extra_roots) {
    AddRoot(root);
    is_extra_root_[root.index()] = true;
  }
  Trace(body, options.out_creates);
  for (ValueId root : options.extra_roots) is_extra_root_[root.index()] = false;
  RecordAccesses(body);
}

void GmAccess::TraceEdge(ValueId to, ValueId from) {
  // A value held in a tile has storage of its own, whatever it was loaded from.
  if (!from || !p_.TypeOf(to).IsTensorLike()) return;
  edges_.emplace_back(to, from);
  set_of_[to.index()] = Union(set_of_[to.index()], SetOf(from));
}

void GmAccess::TraceYields(ValueList to, StmtId yield) {
  if (!yield) return;
  const auto values = p_[p_[yield].values()];
  const auto targets = p_[to];
  for (size_t i = 0; i < std::min(values.size(), targets.size()); ++i) TraceEdge(targets[i], SourceOf(values[i]));
}

void GmAccess::TraceAssign(StmtId stmt, bool out_creates) {
  const Stmt& s = p_[stmt];
  const ValueId var = s.var();
  if (is_extra_root_[var.index()]) return;
  set_of_[var.index()] = 0;
  const Expr& value = p_[s.value()];
  if (out_creates && value.kind == ExprKind::kCall && p_.FindAttr(p_[value.call()].attrs, kOutStorage) != nullptr) {
    return AddRoot(var);
  }
  const ValueId from = SourceOf(s.value());
  if (!from || !p_.TypeOf(from).IsShaped()) return;
  edges_.emplace_back(var, from);
  set_of_[var.index()] = SetOf(from);
}

void GmAccess::Trace(BlockId body, bool out_creates) {
  bool widened = false;
  WalkStructured(p_, body, [&](WalkEvent event, StmtId stmt) {
    const Stmt& s = p_[stmt];
    if (event == WalkEvent::kEnter && s.kind == StmtKind::kAssign) return TraceAssign(stmt, out_creates);
    if (event == WalkEvent::kElse || !s.HasRegion() || s.kind == StmtKind::kScope) return;
    const Region& r = p_.RegionOf(stmt);
    if (event == WalkEvent::kEnter) {
      const auto iter_args = p_[r.iter_args];
      const auto inits = p_[r.inits];
      for (ValueId v : iter_args) set_of_[v.index()] = 0;
      for (ValueId v : p_[r.results]) set_of_[v.index()] = 0;
      for (size_t i = 0; i < std::min(iter_args.size(), inits.size()); ++i) TraceEdge(iter_args[i], SourceOf(inits[i]));
      return;
    }
    if (s.kind == StmtKind::kIf) {
      if (r.results.empty()) return;
      TraceYields(r.results, TrailingYield(p_, r.body));
      TraceYields(r.results, TrailingYield(p_, r.else_body));
      return;
    }
    if (r.iter_args.empty()) return;
    const auto iter_args = p_[r.iter_args];
    const auto results = p_[r.results];
    std::vector<uint32_t> before;
    for (ValueId v : iter_args) before.push_back(set_of_[v.index()]);
    TraceYields(r.iter_args, TrailingYield(p_, r.body));
    for (size_t i = 0; i < iter_args.size(); ++i) widened |= set_of_[iter_args[i].index()] != before[i];
    for (size_t i = 0; i < std::min(iter_args.size(), results.size()); ++i) TraceEdge(results[i], iter_args[i]);
  });
  if (widened) CloseCycles();
}

// A component of the alias edges is finished after everything it names, so its set is the union of what its members name
// outside and of the roots inside.
void GmAccess::CloseCycles() {
  node_of_.resize(p_.num_values(), kNoNode);
  std::vector<ValueId> values;
  auto node = [&](ValueId v) {
    uint32_t& n = node_of_[v.index()];
    if (n == kNoNode) {
      n = static_cast<uint32_t>(values.size());
      values.push_back(v);
    }
    return n;
  };
  std::vector<std::pair<uint32_t, uint32_t>> edges;
  edges.reserve(edges_.size());
  for (const auto& [to, from] : edges_) edges.emplace_back(node(to), node(from));
  for (ValueId v : values) node_of_[v.index()] = kNoNode;
  std::sort(edges.begin(), edges.end());

  const DirectedGraph graph = GraphOf(static_cast<uint32_t>(values.size()), edges);
  ForEachComponent(graph, [&](absl::Span<const uint32_t> members) {
    uint32_t set = 0;
    for (uint32_t m : members) {
      set = Union(set, set_of_[values[m].index()]);
      for (uint32_t named : graph.From(m)) set = Union(set, set_of_[values[named].index()]);
    }
    for (uint32_t m : members) set_of_[values[m].index()] = set;
  });
}

void GmAccess::RecordReads(ExprId operand) {
  const Expr& e = p_[operand];
  switch (e.kind) {
    case ExprKind::kVar:
      for (uint32_t root : origins(e.var())) roots_[root].read = true;
      return;
    case ExprKind::kTuple:
      for (ExprId item : p_[e.elements()]) RecordReads(item);
      return;
    case ExprKind::kTupleGet: return RecordReads(e.tuple());
    case ExprKind::kCall: case ExprKind::kSubmit:
      for (ExprId arg : p_[p_[e.call()].args]) RecordReads(arg);
      return;
    default: return;  // scalar arithmetic touches no memory
  }
}

void GmAccess::RecordCall(StmtId stmt, ExprId expr) {
  const Expr& e = p_[expr];
  if (e.kind != ExprKind::kCall && e.kind != ExprKind::kSubmit) return;
  const Call& call = p_[e.call()];
  const auto args = p_[call.args];
  if (!call.op) {
    for (ExprId arg : args) RecordReads(arg);
    return;
  }
  const OpDef& op = Ops()[call.op];
  if (op.private_cast) return;
  for (size_t i = 0; i < args.size(); ++i) {
    const ExprKind kind = p_[args[i]].kind;
    if (kind != ExprKind::kVar && kind < ExprKind::kTuple) continue;
    const Effect effect = op.declares_effects ? EffectOn(p_, call, i) : Effect::kRead;
    if (Reads(effect)) RecordReads(args[i]);
    if (!Writes(effect) || p_.TypeOf(args[i]).IsTile()) continue;
    for (uint32_t index : origins(args[i])) {
      Root& root = roots_[index];
      root.written = true;
      if (!root.first_write) root.first_write = stmt;
      if (op.channel == WriteChannel::kDma && !root.first_dma_store) root.first_dma_store = stmt;
      if (op.channel == WriteChannel::kScalar && !root.first_scalar_store) root.first_scalar_store = stmt;
    }
  }
}

void GmAccess::RecordAccesses(BlockId body) {
  ForEachStmt(p_, body, [&](StmtId stmt) {
    const Stmt& s = p_[stmt];
    if (s.kind == StmtKind::kAssign || s.kind == StmtKind::kEval) return RecordCall(stmt, s.value());
    if (s.kind != StmtKind::kFor && s.kind != StmtKind::kWhile && s.kind != StmtKind::kIf) return;
    const Region& r = p_.RegionOf(stmt);
    for (ExprId e : {r.start, r.stop, r.step, r.cond}) {
      if (e) RecordCall(stmt, e);
    }
  });
}

}  // namespace t2t
