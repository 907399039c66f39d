#include "passes/forward_wrapper_outputs.h"

#include <string>
#include <vector>

#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/support/status.h"
#include "passes/added_outputs.h"
#include "passes/call_order.h"
#include "passes/facts.h"
#include "passes/wrapper_feedback.h"

namespace t2t {
namespace {

// Variables of the private allocations of a wrapper, in program order, whatever the nesting.
std::vector<ValueId> PrivateStorage(const Program& p, FuncId wrapper) {
  std::vector<ValueId> storage;
  ForEachStmt(p, p[wrapper].body, [&](StmtId stmt) {
    if (p[stmt].kind != StmtKind::kAssign || !p.IsOpCall(p[stmt].value())) return;
    if (p.FindAttr(p.CallOf(p[stmt].value()).attrs, facts::kPrivate) != nullptr) storage.push_back(p[stmt].var());
  });
  return storage;
}

void Report(PassContext& context, FuncId wrapper, Span span, std::string message, std::string help) {
  Diagnostic d;
  d.kind = "wrapper-outputs";
  d.span = span;
  d.message = std::move(message);
  d.help = std::move(help);
  d.function = context.program[context.program[wrapper].name];
  context.diagnostics.Add(std::move(d));
}

// A signature cannot name what exists only inside the body (lowering m.4, r.6). Another private output is fine: it
// becomes a parameter in the same step.
bool NamesOnlyParameters(PassContext& context, FuncId wrapper, absl::Span<const ValueId> storage) {
  const Program& p = context.program;
  bool ok = true;
  for (ValueId output : storage) {
    ForEachUseInType(p, p[output].type, [&](ValueId v) {
      const ValueKind kind = p[v].kind;
      if (!ok || kind == ValueKind::kParam || kind == ValueKind::kSymbol) return;
      const ExprId def = DefiningOpCall(p, v);
      if (def && p.FindAttr(p.CallOf(def).attrs, facts::kPrivate) != nullptr) return;
      ok = false;
      Report(context, wrapper, p[p[output].def].span,
             fmt::format("wrapper {} cannot forward output {}: its extent {} is computed inside the wrapper",
                         p[p[wrapper].name], p[p[output].name], p[p[v].name]),
             fmt::format("pass {} as a scalar parameter, or let the caller pass an explicit Out tensor",
                         p[p[v].name]));
    });
  }
  return ok;
}

// Every output has storage that its call may write whenever it runs.
bool NoneOverwritten(PassContext& context, FuncId wrapper, absl::Span<const ValueId> storage) {
  const Program& p = context.program;
  const StmtId call = CallThatOverwritesItsOperand(p, wrapper, storage);
  if (!call) return true;
  const std::string_view callee = p[p[p.CallOf(p[call].value()).callee].name];
  Report(context, wrapper, p[call].span,
         fmt::format("wrapper {} feeds the result of {} back to it in a loop, but forwards one output for all iterations: "
                     "{} would overwrite what it still reads", p[p[wrapper].name], callee, callee),
         "move the loop to the caller, or pass two Out tensors and alternate between them");
  return false;
}

void RefuseCycle(PassContext& context, const CallComponent& cycle) {
  const Program& p = context.program;
  std::string names;
  for (FuncId f : cycle.members) {
    if (!names.empty()) names += ", ";
    names += p[p[f].name];
  }
  Report(context, cycle.members[0], p[cycle.members[0]].span,
         fmt::format("wrappers call each other in a cycle, so their outputs have no end: {}", names),
         "break the cycle, or pass the outputs explicitly");
}

}  // namespace

absl::StatusOr<Change> ForwardWrapperOutputs::Run(PassContext& context) {
  Program& p = context.program;
  CallFollower follower(context);
  bool changed = false, gained = false;
  const auto is_wrapper = [&](FuncId f) { return IsWrapper(p[f].type) && p[f].stage == IrStage::kFunctional; };
  for (const CallComponent& component : CalleesFirst(p, is_wrapper)) {
    for (FuncId wrapper : component.members) {
      ASSIGN_OR_RETURN(const bool followed,
                       follower.Follow(wrapper, CallFollower::Storage::kPrivate, /*fill_submits=*/true));
      changed |= followed;
    }
    for (FuncId wrapper : component.members) {
      const std::vector<ValueId> storage = PrivateStorage(p, wrapper);
      if (storage.empty()) continue;
      if (component.recursive) {
        RefuseCycle(context, component);
        return Change::kNone;
      }
      if (!NamesOnlyParameters(context, wrapper, storage) || !NoneOverwritten(context, wrapper, storage)) continue;
      AppendOutputs(p, wrapper, storage);
      changed = gained = true;
    }
  }
  if (gained) {
    for (uint32_t i = 0; i < p.num_functions(); ++i) {
      const FuncId f(i);
      if (is_wrapper(f)) continue;
      RETURN_IF_ERROR(follower.Follow(f, CallFollower::Storage::kLocal, /*fill_submits=*/false).status());
    }
  }
  return changed ? Change::kChanged : Change::kNone;
}

}  // namespace t2t
