#include "passes/analyze_effects.h"

#include <utility>
#include <vector>

#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "passes/facts.h"
#include "passes/kernels.h"

namespace t2t {
namespace {

// "Was computed from" edges and the values written, over all kernels; then the closure of the latter over the former.
class WrittenSet {
 public:
  explicit WrittenSet(const Program& program) : p_(program), opaque_(program.num_functions(), false) {}

  void Collect(FuncId kernel) {
    ForEachStmt(p_, p_[kernel].body, [&](StmtId stmt) {
      const Stmt& s = p_[stmt];
      if (s.kind == StmtKind::kAssign) FlowsFrom(s.var(), s.value());
      if (s.kind == StmtKind::kFor || s.kind == StmtKind::kWhile) Loop(stmt);
      if (s.kind == StmtKind::kIf) Branch(stmt);
      ForEachExpr(p_, stmt, [&](ExprId e) { ForEachCall(p_, e, [&](ExprId call) { Access(kernel, call); }); });
    });
  }

  void Close() {
    std::vector<uint32_t> first(p_.num_values() + 1, 0);
    for (const auto& [to, from] : edges_) ++first[to.index() + 1];
    for (size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    std::vector<ValueId> sources(edges_.size());
    std::vector<uint32_t> next(first.begin(), first.end() - 1);
    for (const auto& [to, from] : edges_) sources[next[to.index()]++] = from;

    written_.assign(p_.num_values(), false);
    std::vector<ValueId> work;
    auto mark = [&](ValueId v) {
      if (written_[v.index()]) return;
      written_[v.index()] = true;
      work.push_back(v);
    };
    for (ValueId v : direct_) mark(v);
    while (!work.empty()) {
      const ValueId v = work.back();
      work.pop_back();
      for (uint32_t i = first[v.index()]; i < first[v.index() + 1]; ++i) mark(sources[i]);
    }
  }

  bool Written(ValueId v) const { return written_[v.index()]; }
  bool Opaque(FuncId f) const { return opaque_[f.index()]; }

 private:
  void FlowsFrom(ValueId to, ExprId value) {
    ForEachUse(p_, value, [&](ValueId from) { edges_.emplace_back(to, from); });
  }
  void Loop(StmtId stmt) {
    const Region& r = p_.RegionOf(stmt);
    const StmtId yield = TrailingYield(p_, r.body);
    for (size_t i = 0; i < r.iter_args.size; ++i) {
      const ValueId carry = p_[r.iter_args][i];
      if (i < r.inits.size) FlowsFrom(carry, p_[r.inits][i]);
      if (yield && i < p_[yield].values().size) FlowsFrom(carry, p_[p_[yield].values()][i]);
      if (i < r.results.size) edges_.emplace_back(p_[r.results][i], carry);
    }
  }
  void Branch(StmtId stmt) {
    const Region& r = p_.RegionOf(stmt);
    for (BlockId block : {r.body, r.else_body}) {
      const StmtId yield = TrailingYield(p_, block);
      if (!yield) continue;
      const absl::Span<const ExprId> values = p_[p_[yield].values()];
      for (size_t i = 0; i < r.results.size && i < values.size(); ++i) FlowsFrom(p_[r.results][i], values[i]);
    }
  }
  void Access(FuncId kernel, ExprId expr) {
    const Call& call = p_.CallOf(expr);
    if (!call.op) {
      opaque_[kernel.index()] = true;
      return;
    }
    const absl::Span<const ExprId> args = p_[call.args];
    for (size_t i = 0; i < args.size(); ++i) {
      if (!Writes(EffectOn(p_, call, i))) continue;
      ForEachUse(p_, args[i], [&](ValueId v) { direct_.push_back(v); });
    }
  }

  const Program& p_;
  std::vector<std::pair<ValueId, ValueId>> edges_;  // computed value, value it was computed from
  std::vector<ValueId> direct_;
  std::vector<bool> written_;
  std::vector<bool> opaque_;
};

}  // namespace

absl::StatusOr<Change> AnalyzeEffects::Run(PassContext& context) {
  Program& p = context.program;
  WrittenSet effects(p);
  ForEachKernel(p, [&](FuncId kernel) { effects.Collect(kernel); });
  effects.Close();

  Change change = Change::kNone;
  ForEachKernel(p, [&](FuncId kernel) {
    std::vector<uint32_t> written;
    const absl::Span<const ValueId> params = p.Params(kernel);
    for (uint32_t i = 0; i < params.size(); ++i) {
      if (effects.Written(params[i])) written.push_back(i);
    }
    AttrsId attrs = p[kernel].attrs;
    if (effects.Opaque(kernel)) attrs = p.SetAttr(attrs, p.BoolAttr(facts::kOpaque, true));
    const Attr* known = p.FindAttr(attrs, facts::kWritten);
    if (known == nullptr || known->kind != AttrKind::kIntList || p[known->words()] != absl::MakeConstSpan(written)) {
      attrs = p.SetAttr(attrs, p.ListAttr(facts::kWritten, AttrKind::kIntList, p.MakeList(written)));
    }
    if (attrs == p[kernel].attrs || !context.fuel.Take(kernel)) return;
    SetFunctionAttrs(p, kernel, attrs);
    change = Change::kChanged;
  });
  return change;
}

}  // namespace t2t
