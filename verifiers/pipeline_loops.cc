// PipelineLoopValid: a loop is of kind pipeline exactly when it says how many stages it has.
#include "ir/core/walk.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a pipeline loop without pipeline_stages"},
    {2, "pipeline_stages on a loop of another kind"},
};

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

}  // namespace

constinit const Verifier kPipelineLoopValid = {
    .property = "PipelineLoopValid",
    .kind = VerifierKind::kStructural,
    .summary = "pipeline loops, and only they, say how many stages they have",
    .source = "verifiers 1.3",
    .rules = kRules,
    .run = VerifyPipelineLoops,
};

}  // namespace t2t
