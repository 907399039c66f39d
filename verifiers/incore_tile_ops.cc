// IncoreTileOps: what a lowered kernel computes, it computes on tiles. Calls are looked at wherever they stand, operands,
// bounds and conditions included.
#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/core/function_calls.h"
#include "ir/ops/registry.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a tensor operator that has a tile form is left in a lowered kernel"},
    {2, "a private cast is left in a lowered kernel"},
};

void VerifyIncoreTileOps(VerifyContext& c) {
  const Program& p = c.program;
  const OpId read = Ops().Find("tensor.read"), write = Ops().Find("tensor.write"), dim = Ops().Find("tensor.dim"),
             view = Ops().Find("tensor.view");
  for (FuncId f : c.functions) {
    if (!IsLoweredKernel(p, f)) continue;
    ForEachCallIn(p, f, [&](StmtId stmt, ExprId expr) {
      const Call& call = p.CallOf(expr);
      if (!call.op) return;
      const OpDef& op = Ops()[call.op];
      if (op.private_cast) {
        // It stands for a load or a store that was not made.
        c.Error(2, stmt, fmt::format("{} found in InCore function {} (should have become a load or a store)", op.name,
                                     p[p[f].name]));
        return;
      }
      // The two operators without a tile form describe GM and stay.
      if (op.category != OpCategory::kTensor || call.op == dim || call.op == view) return;
      const bool element = (call.op == read || call.op == write) && !call.args.empty() &&
                           p.TypeOf(p[call.args][0]).IsTensorLike();
      if (element) return;
      c.Error(1, stmt, fmt::format("{} found in InCore function {} (should have been converted)", op.name,
                                   p[p[f].name]));
    });
  }
}

}  // namespace

constinit const Verifier kIncoreTileOps = {
    .property = "IncoreTileOps",
    .kind = VerifierKind::kProperty,
    .summary = "no tensor operator that has a tile form is left in a kernel",
    .source = "verifiers 7.2",
    .rules = kRules,
    .run = VerifyIncoreTileOps,
};

}  // namespace t2t
