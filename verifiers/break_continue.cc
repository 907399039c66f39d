// BreakContinueValid: the innermost loop around a break or continue is one that can be left early.
#include "fmt/format.h"
#include "ir/core/walk.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {301, "break in a parallel loop"},
    {302, "break in an unrolled loop"},
    {303, "continue in a parallel loop"},
    {304, "continue in an unrolled loop"},
    {305, "break outside any loop"},
    {306, "continue outside any loop"},
};

void VerifyBreakContinue(VerifyContext& c) {
  const Program& p = c.program;
  for (FuncId f : c.functions) {
    ForEachStmt(p, p[f].body, [&](StmtId stmt) {
      const StmtKind kind = p[stmt].kind;
      if (kind != StmtKind::kBreak && kind != StmtKind::kContinue) return;
      const int which = kind == StmtKind::kContinue ? 1 : 0;
      const std::string_view word = which == 0 ? "break" : "continue";
      StmtId loop = p[p[stmt].block].parent;
      while (loop && p[loop].kind != StmtKind::kFor && p[loop].kind != StmtKind::kWhile) loop = p[p[loop].block].parent;
      if (!loop) {
        c.Error(305 + which, stmt, fmt::format("{} outside any loop", word));
      } else if (p[loop].kind == StmtKind::kFor && p.RegionOf(loop).loop_kind == LoopKind::kParallel) {
        c.Error(301 + 2 * which, stmt, fmt::format("{} in a parallel loop", word), "use pl.range or pl.while_");
      } else if (p[loop].kind == StmtKind::kFor && p.RegionOf(loop).loop_kind == LoopKind::kUnroll) {
        c.Error(302 + 2 * which, stmt, fmt::format("{} in an unrolled loop", word), "use pl.range or pl.while_");
      }
    });
  }
}

}  // namespace

constinit const Verifier kBreakContinueValid = {
    .property = "BreakContinueValid",
    .kind = VerifierKind::kStructural,
    .summary = "break and continue stand in sequential, pipelined or while loops",
    .source = "verifiers 4.5",
    .rules = kRules,
    .run = VerifyBreakContinue,
};

}  // namespace t2t
