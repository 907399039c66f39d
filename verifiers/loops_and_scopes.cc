// PipelineLoopValid: a loop is of kind pipeline exactly when it says how many stages it has.
//
//   1  a pipeline loop without the attribute pipeline_stages
//   2  the attribute on a loop of another kind
//
// NoNestedInCore: an InCore scope holds no other InCore scope.
//
//   501  an InCore scope inside an InCore scope
//
// StructuredCtrlFlow: kernels have neither break nor continue; host functions keep theirs.
//
//   1  break in a kernel
//   2  continue in a kernel
//
// Source: verifiers 1.3, 4.6.
#include "fmt/core.h"
#include "ir/core/walk.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {

void VerifyPipelineLoops(VerifyContext& context) {
  const Program& p = context.program;
  for (FuncId function : context.functions) {
    ForEachStmt(p, p[function].body, [&](StmtId stmt) {
      if (p[stmt].kind != StmtKind::kFor) return;
      const Region& r = p.RegionOf(stmt);
      const bool pipeline = r.loop_kind == LoopKind::kPipeline;
      const bool has_stages = r.attrs && p.FindAttr(r.attrs, "pipeline_stages") != nullptr;
      if (pipeline && !has_stages) {
        context.Error(1, stmt, "a pipeline loop does not say how many stages it has", "write pl.pipeline(..., stage=N)");
      } else if (!pipeline && has_stages) {
        context.Error(2, stmt, "pipeline_stages on a loop that is no pipeline", "use pl.pipeline, or drop the attribute");
      }
    });
  }
}

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

}  // namespace t2t
