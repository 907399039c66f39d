// UnusedControlFlowResult: a value carried out of a loop or branch that nobody reads. Common in generated programs, so it is
// looked for on demand only.
#include <vector>

#include "fmt/format.h"
#include "verifiers/all.h"
#include "verifiers/uses.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1002, "a result of a loop or branch is never read"},
};

void VerifyUnusedControlFlowResult(VerifyContext& c) {
  const Program& p = c.program;
  std::vector<uint32_t> uses;
  for (FuncId f : c.functions) {
    CountUses(p, f, uses);
    ForEachStmt(p, p[f].body, [&](StmtId stmt) {
      if (!p[stmt].HasRegion()) return;
      for (ValueId v : p[p.RegionOf(stmt).results]) {
        if (uses[v.index()] != 0 || p[p[v].name].starts_with('_')) continue;
        c.Warning(1002, stmt, fmt::format("result {} of the {} is never read", p[p[v].name],
                                          p[stmt].kind == StmtKind::kIf ? "branch" : "loop"),
                  "do not carry it out, or begin its name with an underscore");
      }
    });
  }
}

}  // namespace

constinit const Verifier kUnusedControlFlowResult = {
    .property = "UnusedControlFlowResult",
    .kind = VerifierKind::kAdvice,
    .phase = VerifierPhase::kOnDemand,
    .summary = "what a loop or branch hands out is read",
    .source = "verifiers 1.6",
    .rules = kRules,
    .whole_program_table = true,
    .run = VerifyUnusedControlFlowResult,
};

}  // namespace t2t
