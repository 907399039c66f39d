// CallArity: calls hand over what their callee takes. Of extents only constants are compared: a callee's dimensions are
// variables that the call instantiates.
#include "fmt/format.h"
#include "ir/core/call_operands.h"
#include "ir/core/function_calls.h"
#include "ir/core/show.h"
#include "ir/ops/operand_fit.h"
#include "ir/support/counted.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a call has another number of operands than its callee parameters"},
    {2, "a submit has more operands than its callee parameters"},
    {3, "an operand differs from its parameter in kind, element type or rank"},
    {4, "an attribute with one entry per operand has another number of entries"},
    {5, "a constant extent of an operand differs from that of its parameter"},
    {7, "an attribute counts an operand that the call does not have"},
};

void OneCall(VerifyContext& c, StmtId stmt, ExprId expr) {
  const Program& p = c.program;
  const Call& call = p.CallOf(expr);
  const std::string_view callee = p[p[call.callee].name];
  const auto params = p.Params(call.callee);
  const auto args = p[call.args];
  const bool submit = p[expr].kind == ExprKind::kSubmit;
  if (submit ? args.size() > params.size() : args.size() != params.size()) {
    c.Error(submit ? 2 : 1, stmt, fmt::format("{} takes {}, this {} passes {}", callee, Counted(params.size(), "operand"),
                                              submit ? "submit" : "call", args.size()),
            submit ? "only outputs that the runtime allocates may be left out" : "pass one operand for each parameter");
  }
  const OperandsByParameter operands(p, call);
  for (uint32_t i = 0; i < params.size(); ++i) {
    const std::optional<uint32_t> position = operands.PositionOf(i);
    if (!position) continue;  // counted above; SubmitInputs says what a submit may leave out
    const TypeId have = p[args[*position]].type, want = p[params[i]].type;
    const Misfit misfit = OperandMisfit(p, have, want);
    if (misfit == Misfit::kNone) continue;
    c.Error(misfit == Misfit::kExtent ? 5 : 3, stmt,
            fmt::format("operand {} of {} is {}, but parameter {} is {}", *position, callee, TypeText(p, have),
                        p[p[params[i]].name], TypeText(p, want)),
            "pass a value of the parameter's type");
    c.About({args[*position]});
  }
  const Attr* directions = p.FindAttr(call.attrs, "arg_directions");
  if (directions != nullptr && directions->kind == AttrKind::kArgDirectionList && directions->words().size != args.size()) {
    c.Error(4, stmt, fmt::format("the call of {} has {} and {}", callee, Counted(args.size(), "operand"),
                                 Counted(directions->words().size, "direction")),
            "one direction for each operand");
  }
  const Attr* overrides = p.FindAttr(call.attrs, "arg_direction_overrides");
  if (overrides == nullptr || overrides->kind != AttrKind::kIntList) return;
  for (uint32_t index : p[overrides->words()]) {
    if (index < args.size()) continue;  // a negative one is a large one here
    c.Error(7, stmt, fmt::format("the call of {} has {}, and its arg_direction_overrides name operand {}", callee,
                                 Counted(args.size(), "operand"), static_cast<int32_t>(index)),
            "operands are counted from 0");
  }
}

void VerifyCallArity(VerifyContext& c) {
  for (FuncId f : c.functions) {
    ForEachFunctionCall(c.program, f, [&](StmtId stmt, ExprId expr) { OneCall(c, stmt, expr); });
  }
}

}  // namespace

constinit const Verifier kCallArity = {
    .property = "CallArity",
    .kind = VerifierKind::kStructural,
    .summary = "calls supply what their callee takes",
    .source = "verifiers 9.4 (CallArity, OutParamOrder)",
    .rules = kRules,
    .run = VerifyCallArity,
};

}  // namespace t2t
