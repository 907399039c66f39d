#include "passes/upgrade_directions.h"

#include <vector>

#include "ir/analysis/function_class.h"
#include "ir/analysis/gm_access.h"
#include "ir/core/call_operands.h"
#include "passes/buffer_roots.h"
#include "passes/call_order.h"
#include "passes/call_sites.h"
#include "passes/kernels.h"

namespace t2t {
namespace {

class Directions {
 public:
  Directions(PassContext& context, FuncId function)
      : p_(context.program), fuel_(context.fuel), function_(function) {
    const absl::Span<const uint32_t> now = p_[p_[function].directions];
    directions_.assign(now.begin(), now.end());
  }
  ParamDirection operator[](size_t param) const { return static_cast<ParamDirection>(directions_[param]); }
  void Set(size_t param, ParamDirection direction) {
    changed_ |= (*this)[param] != direction;
    directions_[param] = static_cast<uint32_t>(direction);
  }
  bool Store() {
    if (!changed_ || !fuel_.Take(function_)) return false;
    Function f = p_[function_];
    f.directions = p_.MakeList(directions_);
    p_.SetFunction(function_, f);
    return true;
  }

 private:
  Program& p_;
  Fuel& fuel_;
  FuncId function_;
  std::vector<uint32_t> directions_;
  bool changed_ = false;
};

bool UpgradeKernel(PassContext& context, GmAccess& access, FuncId kernel) {
  access.Analyze(kernel);
  Directions directions(context, kernel);
  for (size_t i = 0; i < access.num_params(); ++i) {
    const GmAccess::Root& root = access.root(i);
    if (directions[i] != ParamDirection::kIn || !root.written) continue;
    directions.Set(i, root.read ? ParamDirection::kInOut : ParamDirection::kOut);
  }
  return directions.Store();
}

bool UpgradeCaller(PassContext& context, BufferRoots& roots, FuncId caller) {
  Program& p = context.program;
  roots.Trace(caller);
  Directions directions(context, caller);
  ForEachFunctionCall(p, caller, [&](StmtId, ExprId expr) {
    const Call& call = p.CallOf(expr);
    const OperandsByParameter operands(p, call);
    for (uint32_t i = 0; i < operands.num_params(); ++i) {
      const ParamDirection effect = p.Direction(call.callee, i);
      if (effect == ParamDirection::kIn) continue;
      if (!operands[i]) continue;
      for (uint32_t param : roots.Of(operands[i])) {
        if (effect == ParamDirection::kInOut) {
          directions.Set(param, ParamDirection::kInOut);
        } else if (directions[param] == ParamDirection::kIn) {
          directions.Set(param, ParamDirection::kOut);
        }
      }
    }
  });
  return directions.Store();
}

}  // namespace

absl::StatusOr<Change> UpgradeDirections::Run(PassContext& context) {
  Program& p = context.program;
  bool changed = false;
  GmAccess access(p);
  ForEachKernel(p, [&](FuncId kernel) { changed |= UpgradeKernel(context, access, kernel); });

  BufferRoots roots(p);
  const auto is_caller = [&](FuncId f) { return !IsInCoreLike(p[f].type) && p[f].stage == IrStage::kFunctional; };
  for (const CallComponent& component : CalleesFirst(p, is_caller)) {
    bool again = true;
    while (again) {
      again = false;
      for (FuncId caller : component.members) again |= UpgradeCaller(context, roots, caller);
      changed |= again;
      again = again && component.recursive;
    }
  }
  return changed ? Change::kChanged : Change::kNone;
}

}  // namespace t2t
