#include "pipeline/graph_order.h"

#include "ir/core/walk.h"
#include "ir/ops/registry.h"

namespace t2t {
namespace {

class Orders {
 public:
  Orders(const Program& program, GmAccess& access, FuncId function) : p_(program), access_(access) {
    access.Analyze(function);
    state_.resize(access_.roots().size());
    for (const GmAccess::Root& root : access_.roots()) any_write_ |= root.written;
    ForEachStmt(p_, p_[function].body, [&](StmtId stmt) { any_write_ |= CallsOut(stmt); });
    if (!any_write_) return;
    ForEachStmt(p_, p_[function].body, [&](StmtId stmt) {
      const Stmt& s = p_[stmt];
      if (s.kind == StmtKind::kAssign || s.kind == StmtKind::kEval) Visit(stmt, s.value());
    });
  }
  MemoryOrder Take() { return std::move(order_); }

 private:
  struct State {
    StmtId last_write;
    std::vector<StmtId> readers;  // since then
  };

  bool CallsOut(StmtId stmt) const {
    const Stmt& s = p_[stmt];
    if (s.kind != StmtKind::kAssign && s.kind != StmtKind::kEval) return false;
    const ExprKind kind = p_[s.value()].kind;
    return (kind == ExprKind::kCall || kind == ExprKind::kSubmit) && !p_.CallOf(s.value()).op;
  }

  void Visit(StmtId stmt, ExprId value) {
    const ExprKind kind = p_[value].kind;
    if (kind != ExprKind::kCall && kind != ExprKind::kSubmit) return;
    const Call& call = p_.CallOf(value);
    const absl::Span<const ExprId> args = p_[call.args];
    for (size_t i = 0; i < args.size(); ++i) {
      if (!p_.TypeOf(args[i]).IsTensorLike()) continue;
      const Effect effect = EffectOf(call, i);
      for (uint32_t root : access_.origins(args[i])) Touch(stmt, root, effect);
    }
  }

  Effect EffectOf(const Call& call, size_t i) const {
    if (call.op) {
      const OpDef& op = Ops()[call.op];
      if (op.declares_effects) return EffectOn(p_, call, i);
      return Effect::kRead;
    }
    if (i >= p_.Params(call.callee).size()) return Effect::kRead;
    const ParamDirection direction = p_.Direction(call.callee, static_cast<uint32_t>(i));
    return direction == ParamDirection::kIn    ? Effect::kRead
           : direction == ParamDirection::kOut ? Effect::kWrite
                                               : Effect::kReadWrite;
  }

  void Touch(StmtId stmt, uint32_t root, Effect effect) {
    if (const OpDef* op = OpOf(stmt); op != nullptr && (op->view || op->private_cast)) return;
    State& state = state_[root];
    const ValueId memory = access_.root(root).value;
    if (Reads(effect)) {
      if (state.last_write && state.last_write != stmt) order_[stmt].push_back({state.last_write, memory, true});
      if (!Writes(effect)) state.readers.push_back(stmt);
    }
    if (!Writes(effect)) return;
    if (state.readers.empty() && state.last_write && state.last_write != stmt && !Reads(effect)) {
      order_[stmt].push_back({state.last_write, memory, false});
    }
    for (StmtId reader : state.readers) {
      if (reader != stmt) order_[stmt].push_back({reader, memory, false});
    }
    state.readers.clear();
    state.last_write = stmt;
  }

  const OpDef* OpOf(StmtId stmt) const {
    const Stmt& s = p_[stmt];
    return p_.IsOpCall(s.value()) ? &Ops()[p_.CallOf(s.value()).op] : nullptr;
  }

  const Program& p_;
  const GmAccess& access_;
  std::vector<State> state_;
  MemoryOrder order_;
  bool any_write_ = false;
};

}  // namespace

MemoryOrder OrderOf(const Program& program, GmAccess& access, FuncId function) {
  return Orders(program, access, function).Take();
}

}  // namespace t2t
