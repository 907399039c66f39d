#include "verifiers/buffer_names.h"

#include "ir/core/call_operands.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"

namespace t2t {

BufferNames::BufferNames(const Program& program) : p_(program), create_(Ops().Find("tensor.create")) {}

void BufferNames::Assign(ValueId var, ExprId value) {
  const bool fresh = p_.IsOpCall(value) && p_.CallOf(value).op == create_;
  Set(var, fresh ? var : Of(value));
}

void BufferNames::EnterLoop(const Region& loop) {
  for (size_t i = 0; i < loop.iter_args.size && i < loop.inits.size; ++i) Set(p_[loop.iter_args][i], Of(p_[loop.inits][i]));
}

ValueId BufferNames::Of(ExprId expr) const {
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
    if (op.channel == WriteChannel::kNone) return {};
    const int named = ResultNames(op);
    return named >= 0 && static_cast<uint32_t>(named) < call.args.size ? Of(p_[call.args][static_cast<size_t>(named)]) : ValueId();
  }
  const auto it = root_.find(AsVar(p_, expr));
  return it == root_.end() ? ValueId() : it->second;
}

ValueId BufferNames::OfResult(ExprId expr, uint32_t index) const {
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

}  // namespace t2t
