// ClusterOutlined, HierarchyOutlined: the scopes of that kind have become functions. Passes in front of this lowering do that
// (hierarchy) or beside it (clusters); the lowering itself works in either form, so both are checked on demand.
#include <string_view>

#include "fmt/format.h"
#include "ir/core/walk.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kClusterRules[] = {{1, "a cluster scope is left"}, {2, "an SPMD scope is left"}};
constexpr Rule kHierarchyRules[] = {{1, "a scope of a hierarchy level is left"}};

void NoneLeft(VerifyContext& c, int rule, ScopeKind kind, std::string_view what, std::string_view becomes) {
  const Program& p = c.program;
  for (FuncId f : c.functions) {
    ForEachStmt(p, p[f].body, [&](StmtId stmt) {
      if (p[stmt].kind != StmtKind::kScope || p.RegionOf(stmt).scope_kind != kind) return;
      c.Error(rule, stmt, fmt::format("{} is left in {}", what, p[p[f].name]), fmt::format("outline it into {}", becomes));
    });
  }
}

void VerifyClusters(VerifyContext& c) {
  NoneLeft(c, 1, ScopeKind::kCluster, "a cluster scope", "a Group function");
  NoneLeft(c, 2, ScopeKind::kSpmd, "an SPMD scope", "an Spmd function");
}

void VerifyHierarchy(VerifyContext& c) {
  NoneLeft(c, 1, ScopeKind::kHierarchy, "a scope of a hierarchy level", "a function of that level");
}

}  // namespace

constinit const Verifier kClusterOutlined = {
    .property = "ClusterOutlined",
    .kind = VerifierKind::kProperty,
    .phase = VerifierPhase::kOnDemand,
    .summary = "no cluster or SPMD scope is left",
    .source = "verifiers 1.3",
    .rules = kClusterRules,
    .run = VerifyClusters,
};

constinit const Verifier kHierarchyOutlined = {
    .property = "HierarchyOutlined",
    .kind = VerifierKind::kProperty,
    .phase = VerifierPhase::kOnDemand,
    .summary = "no scope of a hierarchy level is left",
    .source = "verifiers 1.3",
    .rules = kHierarchyRules,
    .run = VerifyHierarchy,
};

}  // namespace t2t
