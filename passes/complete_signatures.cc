#include "passes/complete_signatures.h"

#include <vector>

#include "ir/analysis/function_class.h"
#include "ir/core/walk.h"
#include "ir/ops/make_call.h"
#include "passes/call_order.h"
#include "passes/call_sites.h"
#include "passes/kernels.h"
#include "passes/retype.h"

namespace t2t {
namespace {

class Completer {
 public:
  explicit Completer(PassContext& context)
      : context_(context), p_(context.program), completed_(p_.num_functions(), false) {}

  bool Incomplete(FuncId kernel) const {
    if (!p_[kernel].return_types.empty()) return false;
    const StmtId last = p_[p_[kernel].body].last;
    return last && p_[last].kind == StmtKind::kReturn && !p_[last].values().empty();
  }

  void Complete(FuncId kernel) {
    Function f = p_[kernel];
    std::vector<TypeId> types;
    for (ExprId value : p_[p_[p_[f.body].last].values()]) types.push_back(p_[value].type);
    f.return_types = p_.MakeList(types);
    p_.SetFunction(kernel, f);
    completed_[kernel.index()] = true;
  }

  absl::Status RetypeCalls(FuncId caller) {
    if (!HasBody(p_, caller) || p_[caller].stage != IrStage::kFunctional) return absl::OkStatus();
    Retyper retyper(p_, caller, LoopResults::kTakeYields);
    ForEachStmt(p_, p_[caller].body, [&](StmtId stmt) {
      const bool changed = MapCalls(p_, stmt, [&](ExprId call) { return Retyped(call); });
      if (changed && p_[stmt].kind == StmtKind::kAssign && p_[p_[stmt].var()].type != p_[p_[stmt].value()].type) {
        retyper.TakeValueType(stmt);
      }
    });
    return retyper.needed() ? retyper.Run(context_.diagnostics) : absl::OkStatus();
  }

 private:
  ExprId Retyped(ExprId expr) {
    const Call& call = p_.CallOf(expr);
    if (!call.callee || call.submit || !completed_[call.callee.index()]) return expr;
    if (p_.TypeOf(expr).kind != TypeKind::kUnknown) return expr;  // a written type wins
    const absl::StatusOr<TypeId> type = DeduceFunctionCall(p_, call.callee, p_[call.args]);
    return type.ok() ? p_.WithType(expr, *type) : expr;
  }

  PassContext& context_;
  Program& p_;
  std::vector<bool> completed_;  // by function
};

}  // namespace

absl::Status CompleteSignatures(PassContext& context) {
  Program& p = context.program;
  Completer completer(context);
  bool any = false;
  ForEachKernel(p, [&](FuncId kernel) { any |= completer.Incomplete(kernel); });
  if (!any) return absl::OkStatus();
  for (const CallComponent& component : CalleesFirst(p, [&](FuncId f) { return IsKernel(p, f); })) {
    for (FuncId kernel : component.members) {
      RETURN_IF_ERROR(completer.RetypeCalls(kernel));
      if (completer.Incomplete(kernel)) completer.Complete(kernel);
    }
  }
  for (uint32_t i = 0; i < p.num_functions(); ++i) {
    if (!IsKernel(p, FuncId(i))) RETURN_IF_ERROR(completer.RetypeCalls(FuncId(i)));
  }
  return absl::OkStatus();
}

}  // namespace t2t
