// The one buffer that a value names in whole: a parameter, or storage made in the function. Windows name none, for an index
// into them is none into the buffer.
#pragma once

#include "absl/container/flat_hash_map.h"
#include "ir/core/call_operands.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"

namespace t2t {

class BufferNames {
 public:
  explicit BufferNames(const Program& program) : p_(program), create_(Ops().Find("tensor.create")) {}

  void Clear() { root_.clear(); }
  void Set(ValueId value, ValueId root) {
    if (root) root_[value] = root;
  }
  void Assign(ValueId var, ExprId value) {
    const bool fresh = p_.IsOpCall(value) && p_.CallOf(value).op == create_;
    Set(var, fresh ? var : Of(value));
  }

  ValueId Of(ExprId expr) const {
    const Expr& e = p_[expr];
    if (e.kind == ExprKind::kTupleGet) {
      const ValueId tuple = AsVar(p_, e.tuple());
      const ExprId call = tuple ? DefiningExpr(p_, tuple) : ExprId();
      return call ? OfResult(call, e.tuple_index()) : ValueId();
    }
    if (e.kind == ExprKind::kCall || e.kind == ExprKind::kSubmit) {
      const Call& call = p_.CallOf(expr);
      if (!call.op) return OfResult(expr, 0);
      const OpDef& op = Ops()[call.op];
      const auto named = static_cast<uint32_t>(op.channel == WriteChannel::kNone ? -1 : ResultNames(op));
      return named < call.args.size ? Of(p_[call.args][named]) : ValueId();
    }
    const auto it = root_.find(AsVar(p_, expr));
    return it == root_.end() ? ValueId() : it->second;
  }

 private:
  // Result `index` of a call of a function is the index-th operand that it writes.
  ValueId OfResult(ExprId expr, uint32_t index) const {
    if (p_[expr].kind != ExprKind::kCall && p_[expr].kind != ExprKind::kSubmit) return {};
    const Call& call = p_.CallOf(expr);
    if (!call.callee) return {};
    const OperandsByParameter operands(p_, call);
    for (uint32_t i = 0; i < operands.num_params(); ++i) {
      if (p_.Direction(call.callee, i) == ParamDirection::kIn || index-- != 0) continue;
      return operands[i] ? Of(operands[i]) : ValueId();
    }
    return {};
  }

  const Program& p_;
  OpId create_;
  absl::flat_hash_map<ValueId, ValueId> root_;
};

}  // namespace t2t
