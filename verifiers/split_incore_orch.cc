// SplitIncoreOrch: device code has been outlined into kernels. The first rule refuses the program; the second warns about a
// computation that the host would do.
#include <algorithm>

#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "an InCore scope outside a function of type InCore"},
    {2, "a tensor computation in an orchestration function (warning)"},
};

// What a host may do with a tensor: make, name and address it, and move single elements.
constexpr std::string_view kHostOps[] = {"tensor.create", "tensor.read",    "tensor.write",
                                         "tensor.slice",  "tensor.assemble", "tensor.dim",
                                         "tensor.reshape", "tensor.reinterpret_view", "tensor.transpose", "tensor.view"};

void VerifySplitIncoreOrch(VerifyContext& c) {
  const Program& p = c.program;
  for (FuncId f : c.functions) {
    if (p[f].type == FunctionType::kInCore) continue;
    const bool host = IsOrchestrationLike(p[f].type);
    ForEachStmt(p, p[f].body, [&](StmtId stmt) {
      const Stmt& s = p[stmt];
      if (s.kind == StmtKind::kScope && p.RegionOf(stmt).scope_kind == ScopeKind::kInCore) {
        c.Error(1, stmt, fmt::format("function {} still contains an InCore scope", p[p[f].name]),
                "outline it into a kernel (OutlineIncoreScopes) before lowering");
      }
      if (!host) return;
      ForEachExpr(p, stmt, [&](ExprId e) {
        if (!p[e].has_call) return;
        ForEachCall(p, e, [&](ExprId call) {
          const OpId op = p.CallOf(call).op;
          if (!op || Ops()[op].category != OpCategory::kTensor) return;
          const std::string_view name = Ops()[op].name;
          if (std::find(std::begin(kHostOps), std::end(kHostOps), name) != std::end(kHostOps)) return;
          c.Warning(2, stmt, fmt::format("{} stands in orchestration function {}, which runs on the host", name, p[p[f].name]),
                    "put it into a kernel: a scope `with pl.at(level=pl.Level.CORE_GROUP)`, outlined");
        });
      });
    });
  }
}

}  // namespace

constinit const Verifier kSplitIncoreOrch = {
    .property = "SplitIncoreOrch",
    .kind = VerifierKind::kProperty,
    .summary = "no scope to be outlined is left outside kernels",
    .source = "verifiers 7.1",
    .rules = kRules,
    .run = VerifySplitIncoreOrch,
};

}  // namespace t2t
