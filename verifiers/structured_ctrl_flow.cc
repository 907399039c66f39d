// StructuredCtrlFlow: control leaves the loops of a kernel at their end only; host functions keep break and continue.
#include "fmt/format.h"
#include "ir/core/walk.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "break in a kernel"},
    {2, "continue in a kernel"},
};

void VerifyStructuredCtrlFlow(VerifyContext& context) {
  const Program& p = context.program;
  for (FuncId function : context.functions) {
    if (!IsInCoreLike(p[function].type)) continue;
    ForEachStmt(p, p[function].body, [&](StmtId stmt) {
      const StmtKind kind = p[stmt].kind;
      if (kind != StmtKind::kBreak && kind != StmtKind::kContinue) return;
      const bool is_break = kind == StmtKind::kBreak;
      context.Error(is_break ? 1 : 2, stmt,
                    fmt::format("{} in kernel {}", is_break ? "break" : "continue", p[p[function].name]),
                    "rewrite the loop with a while condition or a guarded body");
    });
  }
}

}  // namespace

constinit const Verifier kStructuredCtrlFlow = {
    .property = "StructuredCtrlFlow",
    .kind = VerifierKind::kProperty,
    .summary = "kernels have neither break nor continue",
    .source = "verifiers 4.6",
    .rules = kRules,
    .run = VerifyStructuredCtrlFlow,
};

}  // namespace t2t
