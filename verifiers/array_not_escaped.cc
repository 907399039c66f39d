// ArrayNotEscaped: on-core arrays live in registers or on the core's stack and end with the function.
#include "fmt/format.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a parameter holds an on-core array"},
    {2, "a result holds an on-core array"},
};

bool HoldsArray(const Program& p, TypeId type) {
  if (p[type].kind == TypeKind::kArray) return true;
  for (TypeId element : p[p[type].elements]) {
    if (HoldsArray(p, element)) return true;
  }
  return false;
}

void VerifyArrayNotEscaped(VerifyContext& c) {
  const Program& p = c.program;
  for (FuncId f : c.functions) {
    for (size_t i = 0; i < p.Params(f).size(); ++i) {
      const ValueId param = p.Params(f)[i];
      if (!HoldsArray(p, p[param].type)) continue;
      c.Error(1, param, fmt::format("parameter {} ({}) of {} is an on-core array", i, p[p[param].name], p[p[f].name]),
              "create it locally, or pass a tensor");
    }
    for (size_t i = 0; i < p[p[f].return_types].size(); ++i) {
      if (!HoldsArray(p, p[p[f].return_types][i])) continue;
      c.Error(2, f, fmt::format("result {} of {} is an on-core array", i, p[p[f].name]), "copy it into a tensor");
    }
  }
}

}  // namespace

constinit const Verifier kArrayNotEscaped = {
    .property = "ArrayNotEscaped",
    .kind = VerifierKind::kStructural,
    .summary = "on-core arrays do not cross function boundaries",
    .source = "verifiers 5.5",
    .rules = kRules,
    .run = VerifyArrayNotEscaped,
};

}  // namespace t2t
