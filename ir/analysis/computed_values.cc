#include "ir/analysis/computed_values.h"

#include <utility>

#include "ir/analysis/out_storage.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"

namespace t2t {
namespace {

constexpr int kMaxTupleAliases = 1000;  // a chain longer than this is treated as unresolved

// The operand that the result of a GM write names; -1 for everything else.
int WrittenOperand(OpId op) {
  static const OpId write = Ops().Find("tensor.write"), assemble = Ops().Find("tensor.assemble"),
                    expand_clone = Ops().Find("tensor.expand_clone");
  if (op == write || op == assemble) return 0;
  return op == expand_clone ? 1 : -1;
}
bool IsAsTensor(OpId op) {
  static const OpId as_tensor = Ops().Find("t2t.as_tensor");
  return op == as_tensor;
}

class Flow {
 public:
  Flow(const Program& program, absl::FunctionRef<bool(OpId)> computes) : p_(program), computes_(computes) {}

  void Collect(FuncId kernel) {
    ForEachStmt(p_, p_[kernel].body, [&](StmtId stmt) {
      const Stmt& s = p_[stmt];
      if (s.kind == StmtKind::kAssign) Assignment(s.var(), s.value());
      if (s.kind == StmtKind::kFor || s.kind == StmtKind::kWhile) Loop(stmt);
      if (s.kind == StmtKind::kIf) Branch(stmt);
    });
    for (ValueId param : p_.Params(kernel)) {
      if (p_.TypeOf(param).IsTile()) seeds_.push_back(param);
    }
  }

  std::vector<bool> Solve() {
    std::vector<bool> computed(p_.num_values(), false);
    // Edges by source, counted first so that the adjacency is two flat arrays.
    std::vector<uint32_t> first(p_.num_values() + 1, 0);
    for (const auto& [from, to] : edges_) ++first[from.index() + 1];
    for (size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    std::vector<ValueId> targets(edges_.size());
    std::vector<uint32_t> next(first.begin(), first.end() - 1);
    for (const auto& [from, to] : edges_) targets[next[from.index()]++] = to;

    std::vector<ValueId> work;
    auto mark = [&](ValueId v) {
      if (computed[v.index()]) return;
      computed[v.index()] = true;
      work.push_back(v);
    };
    for (ValueId seed : seeds_) mark(seed);
    while (!work.empty()) {
      const ValueId v = work.back();
      work.pop_back();
      for (uint32_t i = first[v.index()]; i < first[v.index() + 1]; ++i) mark(targets[i]);
    }
    return computed;
  }

 private:
  void Edge(ExprId from, ValueId to) {
    const ExprId source = ResolveProjection(p_, from);
    if (!source) return;
    if (const ValueId v = AsVar(p_, source)) edges_.emplace_back(v, to);
  }

  void Assignment(ValueId var, ExprId value) {
    const Type& type = p_.TypeOf(var);
    if (type.IsTile()) {
      seeds_.push_back(var);
      return;
    }
    if (!type.IsTensorLike()) return;
    if (ProjectsComputed(p_, value, computes_)) seeds_.push_back(var);
    if (!p_.IsOpCall(value)) return Edge(value, var);
    const Call& call = p_.CallOf(value);
    if (const int written = WrittenOperand(call.op); written >= 0) {
      Edge(p_[call.args][static_cast<size_t>(written)], var);
    } else if (IsAsTensor(call.op) || (computes_(call.op) && p_.FindAttr(call.attrs, kOutStorage) == nullptr)) {
      seeds_.push_back(var);
    }
  }

  void Loop(StmtId stmt) {
    const Region& r = p_.RegionOf(stmt);
    const absl::Span<const ValueId> carries = p_[r.iter_args];
    const absl::Span<const ValueId> results = p_[r.results];
    const StmtId yield = TrailingYield(p_, r.body);
    for (size_t i = 0; i < carries.size(); ++i) {
      if (p_.TypeOf(carries[i]).IsTile()) seeds_.push_back(carries[i]);
      if (i < r.inits.size) Edge(p_[r.inits][i], carries[i]);
      if (i < results.size()) edges_.emplace_back(carries[i], results[i]);
      if (yield && i < p_[yield].values().size) Edge(p_[p_[yield].values()][i], carries[i]);
    }
  }

  void Branch(StmtId stmt) {
    const Region& r = p_.RegionOf(stmt);
    const absl::Span<const ValueId> results = p_[r.results];
    for (BlockId block : {r.body, r.else_body}) {
      const StmtId yield = TrailingYield(p_, block);
      if (!yield) continue;
      const absl::Span<const ExprId> values = p_[p_[yield].values()];
      for (size_t i = 0; i < results.size() && i < values.size(); ++i) Edge(values[i], results[i]);
    }
  }

  const Program& p_;
  absl::FunctionRef<bool(OpId)> computes_;
  std::vector<std::pair<ValueId, ValueId>> edges_;
  std::vector<ValueId> seeds_;
};

}  // namespace

ExprId ResolveProjection(const Program& p, ExprId expr) {
  std::vector<uint32_t> path;  // projections still to apply, innermost last
  for (int steps = 0; steps < kMaxTupleAliases; ++steps) {
    const Expr& e = p[expr];
    if (e.kind == ExprKind::kTupleGet) {
      path.push_back(e.tuple_index());
      expr = e.tuple();
    } else if (path.empty()) {
      return expr;
    } else if (e.kind == ExprKind::kTuple) {
      if (path.back() >= e.elements().size) return {};
      expr = p[e.elements()][path.back()];
      path.pop_back();
    } else if (e.kind == ExprKind::kVar) {
      expr = DefiningExpr(p, e.var());
      if (!expr) return {};
    } else {
      return {};
    }
  }
  return {};
}

bool ProjectsComputed(const Program& p, ExprId expr, absl::FunctionRef<bool(OpId)> computes) {
  if (!expr || p[expr].kind != ExprKind::kTupleGet || !p.TypeOf(expr).IsTensorLike()) return false;
  for (int steps = 0; steps < kMaxTupleAliases; ++steps) {
    while (p[expr].kind == ExprKind::kTupleGet) expr = p[expr].tuple();
    const ValueId v = AsVar(p, expr);
    expr = v ? DefiningExpr(p, v) : ExprId();
    if (!expr) return false;
    if (p.IsOpCall(expr)) return computes(p.CallOf(expr).op);
  }
  return false;
}

ComputedValues::ComputedValues(const Program& program, absl::Span<const FuncId> kernels,
                               absl::FunctionRef<bool(OpId)> computes) {
  Flow flow(program, computes);
  for (FuncId kernel : kernels) flow.Collect(kernel);
  computed_ = flow.Solve();
}

}  // namespace t2t
