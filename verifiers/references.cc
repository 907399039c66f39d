// OrchestrationReferencesResolved: a call names a function that exists. Submits and every kind of caller are covered.
#include "fmt/format.h"
#include "ir/core/function_calls.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "the callee is not in the program"},
};

void VerifyReferences(VerifyContext& c) {
  const Program& p = c.program;
  for (FuncId f : c.functions) {
    ForEachCallIn(p, f, [&](StmtId stmt, ExprId call) {
      const FuncId callee = p.CallOf(call).callee;
      if (!callee || !p[callee].declared_only) return;
      c.Error(1, stmt, fmt::format("{} calls {}, which is not in the program", p[p[f].name], p[p[callee].name]),
              "add the function, or correct the name");
    });
  }
}

}  // namespace

constinit const Verifier kOrchestrationReferencesResolved = {
    .property = "OrchestrationReferencesResolved",
    .kind = VerifierKind::kStructural,
    .summary = "every function that is called is in the program",
    .source = "verifiers 6.5",
    .rules = kRules,
    .run = VerifyReferences,
};

}  // namespace t2t
