// TypesDeduced: a result type comes from the deducer of its operator, never from a pass.
#include "ir/core/walk.h"
#include "ir/ops/check_deduced.h"
#include "ir/support/status.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a call is annotated with another type than its operands give, or its operands are refused"},
};

void VerifyTypesDeduced(VerifyContext& c) {
  for (FuncId f : c.functions) {
    ForEachStmt(c.program, c.program[f].body, [&](StmtId stmt) {
      const Stmt s = c.program[stmt];
      if (s.kind != StmtKind::kAssign || !c.program.IsOpCall(s.value())) return;
      const absl::Status status = CheckDeduced(c.program, s.value(), c.program[s.var()].type);
      if (!status.ok()) c.Error(1, stmt, std::string(MessageOf(status)));
    });
  }
}

}  // namespace

constinit const Verifier kTypesDeduced = {
    .property = "TypesDeduced",
    .kind = VerifierKind::kProperty,
    .phase = VerifierPhase::kStrict,
    .summary = "every operator call carries the type its operands give it",
    .source = "DESIGN 2; types-and-ops 4",
    .rules = kRules,
    .run = VerifyTypesDeduced,
};

}  // namespace t2t
