// ReturnParamsExplicit: a result that is a parameter's buffer is returned as that parameter. A later stage (return order)
// establishes it, so it is checked on demand. Results whose buffer is not one certain parameter are exempt.
#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/analysis/gm_access.h"
#include "ir/core/walk.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a returned value is another name of a parameter"},
    {2, "a function that declares tensor results does not return"},
};

void VerifyReturnParamsExplicit(VerifyContext& c) {
  const Program& p = c.program;
  GmAccess access(p);
  for (FuncId f : c.functions) {
    if ((!IsInCoreLike(p[f].type) && !IsWrapper(p[f].type)) || !HasBody(p, f)) continue;
    bool returns = false, tensors = false;
    access.Analyze(f);
    for (TypeId type : p[p[f].return_types]) tensors |= p[type].IsTensorLike();
    ForEachStmt(p, p[f].body, [&](StmtId stmt) {
      if (p[stmt].kind != StmtKind::kReturn) return;
      returns = true;
      const auto values = p[p[stmt].values()];
      for (size_t i = 0; i < values.size(); ++i) {
        const ValueId v = AsVar(p, values[i]);
        if (!v || !p.TypeOf(v).IsTensorLike() || p[v].kind == ValueKind::kParam) continue;
        const auto origins = access.origins(v);
        if (origins.size() != 1 || origins[0] >= access.num_params()) continue;
        c.Error(1, stmt, fmt::format("result {} of {} is {}, another name of its parameter {} ({})", i, p[p[f].name],
                                     p[p[v].name], origins[0], p[p[access.root(origins[0]).value].name]),
                "return the parameter itself");
      }
    });
    if (tensors && !returns) {
      c.Error(2, f, fmt::format("{} declares tensor results and never returns", p[p[f].name]), "add a return statement");
    }
  }
}

}  // namespace

constinit const Verifier kReturnParamsExplicit = {
    .property = "ReturnParamsExplicit",
    .kind = VerifierKind::kProperty,
    .phase = VerifierPhase::kOnDemand,
    .summary = "what is returned of a parameter is the parameter itself",
    .source = "verifiers 6.3",
    .rules = kRules,
    .whole_program_table = true,
    .run = VerifyReturnParamsExplicit,
};

}  // namespace t2t
