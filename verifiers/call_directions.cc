// CallDirectionsResolved: every call says of each operand whether it is read or written, and that fits the callee. A later
// stage (call directions) establishes it, so it is checked on demand. The first violation of a call is reported.
#include "fmt/format.h"
#include "ir/support/counted.h"
#include "verifiers/all.h"
#include "verifiers/function_calls.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a call with operands has no arg_directions"},
    {2, "arg_directions has another number of entries than the call operands"},
    {3, "a tensor operand is called Scalar, or another one is not"},
    {4, "the direction of an operand does not fit that of its parameter"},
};

bool FitsParameter(ArgDirection arg, ParamDirection param) {
  switch (param) {
    case ParamDirection::kIn: return arg == ArgDirection::kInput || arg == ArgDirection::kNoDep;
    case ParamDirection::kInOut:
      return arg == ArgDirection::kInOut || arg == ArgDirection::kOutputExisting || arg == ArgDirection::kNoDep;
    case ParamDirection::kOut:
      return arg == ArgDirection::kOutput || arg == ArgDirection::kOutputExisting || arg == ArgDirection::kInOut ||
             arg == ArgDirection::kNoDep;
  }
  return false;
}

void OneCall(VerifyContext& c, FuncId caller, StmtId stmt, ExprId expr) {
  const Program& p = c.program;
  const Call& call = p.CallOf(expr);
  if (call.args.empty()) return;
  const std::string where = fmt::format("the call of {} in {}", p[p[call.callee].name], p[p[caller].name]);
  const Attr* attr = p.FindAttr(call.attrs, "arg_directions");
  if (attr == nullptr || attr->kind != AttrKind::kArgDirectionList) {
    return c.Error(1, stmt, fmt::format("{} states no directions", where));
  }
  const auto directions = p[attr->words()];
  if (directions.size() != call.args.size) {
    return c.Error(2, stmt, fmt::format("{} states {} for {}", where, Counted(directions.size(), "direction"),
                                        Counted(call.args.size, "operand")));
  }
  for (uint32_t i = 0; i < call.args.size; ++i) {
    const auto direction = static_cast<ArgDirection>(directions[i]);
    const Type& type = p.TypeOf(p[call.args][i]);
    const bool tensor = type.IsShaped() || type.kind == TypeKind::kTuple;
    if (tensor == (direction == ArgDirection::kScalar)) {
      return c.Error(3, stmt, fmt::format("operand {} of {} is {}, yet its direction is {}", i, where,
                                          tensor ? "a tensor" : "no tensor", EnumName(direction)));
    }
    if (!tensor || i >= p.Params(call.callee).size()) continue;
    const ParamDirection param = p.Direction(call.callee, i);
    if (FitsParameter(direction, param)) continue;
    return c.Error(4, stmt, fmt::format("operand {} of {} is {}, but parameter {} is {}", i, where, EnumName(direction),
                                        p[p[p.Params(call.callee)[i]].name], EnumName(param)));
  }
}

void VerifyCallDirections(VerifyContext& c) {
  for (FuncId f : c.functions) {
    ForEachFunctionCall(c.program, f, [&](StmtId stmt, ExprId expr) { OneCall(c, f, stmt, expr); });
  }
}

}  // namespace

constinit const Verifier kCallDirectionsResolved = {
    .property = "CallDirectionsResolved",
    .kind = VerifierKind::kProperty,
    .phase = VerifierPhase::kOnDemand,
    .summary = "calls state directions that fit their callee",
    .source = "verifiers 6.4",
    .rules = kRules,
    .run = VerifyCallDirections,
};

}  // namespace t2t
