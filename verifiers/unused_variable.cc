// UnusedVariable: a computation whose result nobody reads is likely a slip. What writes memory, calls a function or crosses
// cores has a purpose of its own; a name that begins with an underscore says that it is meant.
#include <vector>

#include "fmt/format.h"
#include "ir/ops/registry.h"
#include "verifiers/all.h"
#include "verifiers/uses.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1001, "a variable is assigned and never read"},
};

bool HasPurpose(const Program& p, ExprId value) {
  bool purpose = false;
  ForEachCall(p, value, [&](ExprId expr) {
    const Call& call = p.CallOf(expr);
    if (!call.op) {
      purpose = true;
      return;
    }
    const OpDef& op = Ops()[call.op];
    purpose |= op.category != OpCategory::kTensor && op.category != OpCategory::kTile && op.category != OpCategory::kArray;
    for (size_t i = 0; i < call.args.size; ++i) purpose |= Writes(EffectOn(p, call, i));
    purpose |= op.deduce == nullptr;
  });
  return purpose;
}

void VerifyUnusedVariable(VerifyContext& c) {
  const Program& p = c.program;
  std::vector<uint32_t> uses;
  for (FuncId f : c.functions) {
    CountUses(p, f, uses);
    ForEachStmt(p, p[f].body, [&](StmtId stmt) {
      const Stmt& s = p[stmt];
      if (s.kind != StmtKind::kAssign || uses[s.var().index()] != 0 || HasPurpose(p, s.value())) return;
      const std::string_view name = p[p[s.var()].name];
      if (name.starts_with('_') || p[s.var()].kind == ValueKind::kParam) return;
      c.Warning(1001, stmt, fmt::format("{} is assigned and never read", name), "drop it, or begin its name with an underscore");
    });
  }
}

}  // namespace

constinit const Verifier kUnusedVariable = {
    .property = "UnusedVariable",
    .kind = VerifierKind::kAdvice,
    .phase = VerifierPhase::kOnDemand,
    .summary = "what is computed is read",
    .source = "verifiers 1.6",
    .rules = kRules,
    .whole_program_table = true,
    .run = VerifyUnusedVariable,
};

}  // namespace t2t
