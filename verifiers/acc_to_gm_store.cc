// AccToGmStoreValid: the fix pipe, which stores accumulators, can write the element type of the target. Whether a tile still
// is an accumulator when it is stored is settled by memory inference behind this lowering, so the check is on demand.
#include <algorithm>

#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "an accumulator is stored to an element type that the fix pipe cannot write"},
};

constexpr DType kFixPipe[] = {DType::kInt32, DType::kFp32, DType::kFp16, DType::kBf16};  // on 910B and on 950

void VerifyAccToGmStore(VerifyContext& c) {
  if (c.chip.empty()) return;
  const Program& p = c.program;
  const OpId store = Ops().Find("tile.store");
  for (FuncId f : c.functions) {
    ForEachStmt(p, p[f].body, [&](StmtId stmt) {
      const Stmt& s = p[stmt];
      if ((s.kind != StmtKind::kAssign && s.kind != StmtKind::kEval) || !p.IsOpCall(s.value())) return;
      const Call& call = p.CallOf(s.value());
      if (call.op != store || call.args.size < 3) return;
      if (p.TypeOf(p[call.args][0]).space != MemorySpace::kAcc) return;
      const DType dtype = p.TypeOf(p[call.args][2]).dtype;
      if (std::find(std::begin(kFixPipe), std::end(kFixPipe), dtype) != std::end(kFixPipe)) return;
      c.Error(1, stmt, fmt::format("function {} stores an accumulator to {}; on {} the fix pipe writes INT32, FP32, FP16 and "
                                   "BF16 only",
                                   p[p[f].name], DTypeName(dtype), c.chip),
              "move it to Vec and cast there, or accumulate in INT32 or FP32 and cast later");
    });
  }
}

}  // namespace

constinit const Verifier kAccToGmStoreValid = {
    .property = "AccToGmStoreValid",
    .kind = VerifierKind::kProperty,
    .phase = VerifierPhase::kOnDemand,
    .summary = "accumulators are stored to element types that the fix pipe can write",
    .source = "verifiers 8.1",
    .rules = kRules,
    .run = VerifyAccToGmStore,
};

}  // namespace t2t
