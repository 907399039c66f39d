// OutTypeClosed: a caller can work out how large its operands must be. What the type of a parameter names is a parameter or
// a symbol, never a value that only the body computes. Outputs that the chain adds take their types from the body, so this is
// where it could go wrong.
#include "fmt/format.h"
#include "ir/core/walk.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "the type of a parameter names a value that callers do not know"},
};

void VerifyOutTypeClosed(VerifyContext& c) {
  const Program& p = c.program;
  for (FuncId f : c.functions) {
    for (ValueId param : p.Params(f)) {
      if (!p.TypeOf(param).IsShaped()) continue;
      ForEachUseInType(p, p[param].type, [&](ValueId v) {
        if (p[v].kind == ValueKind::kSymbol || (p[v].kind == ValueKind::kParam && p[v].func == f)) return;
        c.Error(1, param, fmt::format("the type of parameter {} names {}, which callers of {} do not know", p[p[param].name],
                                      p[p[v].name], p[p[f].name]),
                "make it a parameter, or let the caller supply the output");
      });
    }
  }
}

}  // namespace

constinit const Verifier kOutTypeClosed = {
    .property = "OutTypeClosed",
    .kind = VerifierKind::kProperty,
    .summary = "the types of parameters name what callers know",
    .source = "verifiers 9.4",
    .rules = kRules,
    .run = VerifyOutTypeClosed,
};

}  // namespace t2t
