// OutParamNotShadowed: what is written to an output reaches the caller.
#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {501, "an Out or InOut parameter is assigned a tensor.create or tensor.full"},
};

void VerifyOutParamNotShadowed(VerifyContext& c) {
  const Program& p = c.program;
  const OpId create = Ops().Find("tensor.create"), full = Ops().Find("tensor.full");
  for (FuncId f : c.functions) {
    ForEachStmt(p, p[f].body, [&](StmtId stmt) {
      const Stmt& s = p[stmt];
      if (s.kind != StmtKind::kAssign || p[s.var()].kind != ValueKind::kParam || !p.IsOpCall(s.value())) return;
      const OpId op = p.CallOf(s.value()).op;
      if (op != create && op != full) return;
      const absl::Span<const ValueId> params = p.Params(f);
      for (uint32_t i = 0; i < params.size(); ++i) {
        if (params[i] != s.var() || p.Direction(f, i) == ParamDirection::kIn) continue;
        c.Error(501, stmt, fmt::format("{} parameter {} is rebound to a new {}", EnumName(p.Direction(f, i)),
                                       p[p[params[i]].name], Ops()[op].name),
                "write through the parameter: the caller sees only its own buffer");
      }
    });
  }
}

}  // namespace

constinit const Verifier kOutParamNotShadowed = {
    .property = "OutParamNotShadowed",
    .kind = VerifierKind::kStructural,
    .summary = "an Out or InOut parameter is not rebound to fresh storage",
    .source = "verifiers 6.1",
    .rules = kRules,
    .run = VerifyOutParamNotShadowed,
};

}  // namespace t2t
