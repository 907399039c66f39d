// AtomicAddDtypeValid: the chip can add atomically what it is asked to add. Only BF16 varies between chips; the other element
// types are a matter of the operators' deducers. Without a backend nothing is known, so nothing is said.
#include "fmt/format.h"
#include "ir/core/function_calls.h"
#include "ir/ops/registry.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "an atomic addition to BF16 on Ascend950"},
};

void VerifyAtomicAddDtype(VerifyContext& c) {
  if (c.chip != "Ascend950") return;
  const Program& p = c.program;
  const auto check = [&](FuncId f, StmtId stmt, ExprId expr) {
    const Call& call = p.CallOf(expr);
    if (!call.op) return;
    const Attr* atomic = p.FindAttr(call.kwargs, "atomic");
    if (atomic == nullptr || atomic->int_value() == 0) return;
    for (size_t i = 0; i < call.args.size; ++i) {
      const Type& target = p.TypeOf(p[call.args][i]);
      if (!target.IsTensorLike() || target.dtype != DType::kBf16 || !Writes(EffectOn(p, call, i))) continue;
      c.Error(1, stmt, fmt::format("{} in function {} adds atomically to BF16, which {} cannot do", Ops()[call.op].name,
                                   p[p[f].name], c.chip),
              "accumulate in FP32 and cast the sum");
    }
  };
  for (FuncId f : c.functions) {
    ForEachCallIn(p, f, [&](StmtId stmt, ExprId expr) { check(f, stmt, expr); });
  }
}

}  // namespace

constinit const Verifier kAtomicAddDtypeValid = {
    .property = "AtomicAddDtypeValid",
    .kind = VerifierKind::kStructural,
    .phase = VerifierPhase::kInput,
    .summary = "atomic additions are ones the chip can do",
    .source = "verifiers 8.2",
    .rules = kRules,
    .run = VerifyAtomicAddDtype,
};

}  // namespace t2t
