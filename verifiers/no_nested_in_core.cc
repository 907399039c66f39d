// NoNestedInCore: an InCore scope becomes one kernel, so it cannot hold another.
#include "ir/core/walk.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {501, "an InCore scope inside an InCore scope"},
};

void VerifyNoNestedInCore(VerifyContext& context) {
  const Program& p = context.program;
  for (FuncId function : context.functions) {
    uint32_t depth = 0;
    WalkStructured(p, p[function].body, [&](WalkEvent event, StmtId stmt) {
      if (p[stmt].kind != StmtKind::kScope || p.RegionOf(stmt).scope_kind != ScopeKind::kInCore) return;
      if (event == WalkEvent::kLeave) {
        --depth;
      } else if (depth++ > 0) {
        context.Error(501, stmt, "an InCore scope inside an InCore scope", "close the outer scope first");
      }
    });
  }
}

}  // namespace

constinit const Verifier kNoNestedInCore = {
    .property = "NoNestedInCore",
    .kind = VerifierKind::kStructural,
    .summary = "no InCore scope holds another",
    .source = "verifiers 1.3",
    .rules = kRules,
    .run = VerifyNoNestedInCore,
};

}  // namespace t2t
