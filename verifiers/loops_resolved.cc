// PipelineResolved, UnrollResolved: no loop of that kind is left. Passes behind this lowering take them apart, so both are
// checked on demand.
#include "fmt/format.h"
#include "ir/core/walk.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kPipelineRules[] = {{1, "a pipeline loop is left"}};
constexpr Rule kUnrollRules[] = {{1, "a loop to be unrolled is left"}};

void NoneLeft(VerifyContext& c, LoopKind kind, std::string_view what) {
  const Program& p = c.program;
  for (FuncId f : c.functions) {
    ForEachStmt(p, p[f].body, [&](StmtId stmt) {
      if (p[stmt].kind == StmtKind::kFor && p.RegionOf(stmt).loop_kind == kind) {
        c.Error(1, stmt, fmt::format("{} is left in {}", what, p[p[f].name]));
      }
    });
  }
}

}  // namespace

constinit const Verifier kPipelineResolved = {
    .property = "PipelineResolved",
    .kind = VerifierKind::kProperty,
    .phase = VerifierPhase::kOnDemand,
    .summary = "no pipeline loop is left",
    .source = "verifiers 1.3",
    .rules = kPipelineRules,
    .run = [](VerifyContext& c) { NoneLeft(c, LoopKind::kPipeline, "a pipeline loop"); },
};

constinit const Verifier kUnrollResolved = {
    .property = "UnrollResolved",
    .kind = VerifierKind::kProperty,
    .phase = VerifierPhase::kOnDemand,
    .summary = "no loop to be unrolled is left",
    .source = "verifiers 1.3",
    .rules = kUnrollRules,
    .run = [](VerifyContext& c) { NoneLeft(c, LoopKind::kUnroll, "a loop to be unrolled"); },
};

}  // namespace t2t
