// CallArity: calls hand over what their callee takes. Extents are not compared: a callee's dimensions are variables that the
// call instantiates.
#include <algorithm>

#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/support/counted.h"
#include "verifiers/all.h"
#include "verifiers/function_calls.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a call has another number of operands than its callee parameters"},
    {2, "a submit has more operands than its callee parameters"},
    {3, "an operand differs from its parameter in kind, element type or rank"},
    {4, "an attribute with one entry per operand has another number of entries"},
};

// May a value of type `have` be passed for `want`?
bool Fits(const Program& p, TypeId have, TypeId want) {
  const Type& x = p[have];
  const Type& y = p[want];
  if (x.kind == TypeKind::kUnknown || y.kind == TypeKind::kUnknown) return true;
  if (x.IsTensorLike() && y.IsTensorLike()) return x.dtype == y.dtype && x.rank() == y.rank();
  if (x.kind != y.kind) return false;
  if (x.IsScalar()) return x.dtype == y.dtype || (IsInt(x.dtype) && IsInt(y.dtype)) || IsFloat(x.dtype) == IsFloat(y.dtype);
  return !x.IsTile() || (x.dtype == y.dtype && x.rank() == y.rank());
}

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
  // A submit that leaves outputs out does not say which position is whose.
  const size_t matched = submit && args.size() < params.size() ? 0 : std::min(params.size(), args.size());
  for (size_t i = 0; i < matched; ++i) {
    if (Fits(p, p[args[i]].type, p[params[i]].type)) continue;
    c.Error(3, stmt, fmt::format("operand {} of {} is {}, but parameter {} is {}", i, callee, TypeText(p, p[args[i]].type),
                                 p[p[params[i]].name], TypeText(p, p[params[i]].type)),
            "pass a value of the parameter's type");
  }
  const Attr* directions = p.FindAttr(call.attrs, "arg_directions");
  if (directions != nullptr && directions->kind == AttrKind::kArgDirectionList && directions->words().size != args.size()) {
    c.Error(4, stmt, fmt::format("the call of {} has {} and {}", callee, Counted(args.size(), "operand"),
                                 Counted(directions->words().size, "direction")),
            "one direction for each operand");
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
    .source = "verifiers 9.4",
    .rules = kRules,
    .run = VerifyCallArity,
};

}  // namespace t2t
