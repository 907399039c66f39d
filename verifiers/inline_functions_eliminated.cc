// InlineFunctionsEliminated: functions of type Inline have been put in place of their calls. The reader does so with
// hand-written ones; printed programs come behind the pass that does, so it is checked on demand.
#include "fmt/format.h"
#include "ir/core/function_calls.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "an Inline function is left"},
    {2, "an Inline function is called"},
    {3, "a function is called that is not in the program"},
};

void VerifyInlineFunctionsEliminated(VerifyContext& c) {
  const Program& p = c.program;
  for (FuncId f : c.functions) {
    if (p[f].type == FunctionType::kInline) {
      c.Error(1, f, fmt::format("{} is of type Inline and still there", p[p[f].name]));
    }
    ForEachCallIn(p, f, [&](StmtId stmt, ExprId expr) {
      const FuncId callee = p.CallOf(expr).callee;
      if (!callee) return;
      if (p[callee].declared_only) {
        c.Error(3, stmt, fmt::format("{} calls {}, which is not in the program", p[p[f].name], p[p[callee].name]));
      }
      if (p[callee].type == FunctionType::kInline) {
        c.Error(2, stmt, fmt::format("{} calls {}, which is to be inlined", p[p[f].name], p[p[callee].name]));
      }
    });
  }
}

}  // namespace

constinit const Verifier kInlineFunctionsEliminated = {
    .property = "InlineFunctionsEliminated",
    .kind = VerifierKind::kProperty,
    .phase = VerifierPhase::kOnDemand,
    .summary = "no function to be inlined is left, nor a call of one",
    .source = "verifiers 1.3",
    .rules = kRules,
    .run = VerifyInlineFunctionsEliminated,
};

}  // namespace t2t
