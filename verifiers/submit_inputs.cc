// SubmitInputs: what a submit may leave to the runtime is storage that the callee only writes. An input that is left out has
// no value at all.
#include "fmt/format.h"
#include "ir/core/call_operands.h"
#include "ir/core/enums.h"
#include "ir/core/walk.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a submit leaves out a parameter that is In"},
    {2, "a submit leaves out a parameter that is InOut"},
};

void OneSubmit(VerifyContext& c, StmtId stmt, ExprId expr) {
  const Program& p = c.program;
  const Call& call = p.CallOf(expr);
  if (!call.callee || p[call.callee].declared_only || call.args.size >= p.Params(call.callee).size()) return;
  const OperandsByParameter operands(p, call);
  for (uint32_t i = 0; i < operands.num_params(); ++i) {
    const ParamDirection direction = p.Direction(call.callee, i);
    if (direction == ParamDirection::kOut || operands.PositionOf(i)) continue;
    c.Error(direction == ParamDirection::kIn ? 1 : 2, stmt,
            fmt::format("this submit leaves out parameter {} of {}, which is {}", p[p[p.Params(call.callee)[i]].name],
                        p[p[call.callee].name], EnumName(direction)),
            "pass it; only outputs that the runtime allocates may be left out");
  }
}

void VerifySubmitInputs(VerifyContext& c) {
  const Program& p = c.program;
  for (FuncId f : c.functions) {
    ForEachStmt(p, p[f].body, [&](StmtId stmt) {
      const Stmt& s = p[stmt];
      if (s.kind != StmtKind::kAssign && s.kind != StmtKind::kEval) return;  // a submit is a statement (NoNestedCalls)
      if (p[s.value()].kind == ExprKind::kSubmit) OneSubmit(c, stmt, s.value());
    });
  }
}

}  // namespace

constinit const Verifier kSubmitInputs = {
    .property = "SubmitInputs",
    .kind = VerifierKind::kStructural,
    .summary = "a submit leaves out nothing but outputs",
    .source = "verifiers 9.3 (L8); lowering p.3",
    .rules = kRules,
    .run = VerifySubmitInputs,
};

}  // namespace t2t
