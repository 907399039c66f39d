// MixedKernelExpanded: a kernel runs on one kind of core. One that computed on both has become two, with pipes between them.
// The pass that does it stands behind this lowering, so it is checked on demand.
#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "verifiers/aiv_lanes.h"
#include "verifiers/all.h"
#include "verifiers/cross_core_pipes.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "an InCore function holds operators of the cube core and of the vector cores"},
    {2, "what is popped from the vector cores is not in Mat, or from the cube core not in Vec"},
    {3, "a pipe is used that its kernel has not set up for that direction"},
    {4, "a popped tile is never freed"},
    {5, "a tile is freed that was not popped from there, in another block, for another pipe, or twice"},
};

// Reports the first statement by which both kinds of core have work to do.
void OneCore(VerifyContext& c, const AivOps& ops, FuncId f) {
  const Program& p = c.program;
  StmtId cube, vector;
  ForEachStmt(p, p[f].body, [&](StmtId stmt) {
    const Stmt& s = p[stmt];
    if ((cube && vector) || (s.kind != StmtKind::kAssign && s.kind != StmtKind::kEval) || !p.IsOpCall(s.value())) return;
    const Lane lane = LaneOf(p, ops, s.value());
    if (!cube && (lane == Lane::kCube || lane == Lane::kMixed)) cube = stmt;
    if (!vector && (lane == Lane::kVector || lane == Lane::kMixed)) vector = stmt;
    if (!cube || !vector) return;
    const std::string_view name = Ops()[p.CallOf(s.value()).op].name;
    c.Error(1, stmt,
            cube == vector
                ? fmt::format("{} takes from one kind of core and gives to the other, in one InCore function", name)
                : fmt::format("{} runs on the {}, but line {} of this InCore function on the {}", name,
                              stmt == cube ? "cube core" : "vector cores", p[stmt == cube ? vector : cube].span.line,
                              stmt == cube ? "vector cores" : "cube core"),
            "split the function into an AIC and an AIV function (ExpandMixedKernel)");
  });
}

void VerifyMixedKernelExpanded(VerifyContext& c) {
  const AivOps ops;
  CrossCorePipes pipes(c);
  for (FuncId f : c.functions) {
    if (!IsLoweredKernel(c.program, f)) continue;
    if (c.program[f].type == FunctionType::kInCore) OneCore(c, ops, f);
    pipes.Function(f);
  }
}

}  // namespace

constinit const Verifier kMixedKernelExpanded = {
    .property = "MixedKernelExpanded",
    .kind = VerifierKind::kProperty,
    .phase = VerifierPhase::kOnDemand,
    .summary = "every kernel runs on one kind of core, and its pipes to the other are complete",
    .source = "verifiers 8.8",
    .rules = kRules,
    .run = VerifyMixedKernelExpanded,
};

}  // namespace t2t
