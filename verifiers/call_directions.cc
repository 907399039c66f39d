// CallDirectionsResolved: every call says of each operand whether it is read or written, and that fits the callee. A later
// stage (call directions) establishes it, so it is checked on demand. The first violation of a call is reported.
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/core/call_operands.h"
#include "ir/core/function_calls.h"
#include "ir/support/counted.h"
#include "verifiers/all.h"
#include "verifiers/buffer_names.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a call with operands has no arg_directions"},
    {2, "arg_directions has another number of entries than the call operands"},
    {3, "a tensor operand is called Scalar, or another one is not"},
    {4, "the direction of an operand does not fit that of its parameter"},
    {5, "a wrapper declares another direction than its inner calls give a parameter"},
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

// What the parameters of wrappers are in effect: the join, in the order In < Out < InOut, of what their inner calls do with
// them. Wrappers of wrappers hand it on along the edges until nothing grows.
class WrapperDirections {
 public:
  explicit WrapperDirections(const Program& p) {
    std::vector<std::pair<ValueId, ParamDirection>> grown;
    BufferNames names(p);
    const auto one_call = [&](ExprId expr) {
      const Call& call = p.CallOf(expr);
      if (!call.callee || p[call.callee].declared_only) return;
      const OperandsByParameter operands(p, call);
      for (uint32_t param = 0; param < operands.num_params(); ++param) {
        const ValueId own = operands[param] ? names.Of(operands[param]) : ValueId();
        if (!own || p[own].kind != ValueKind::kParam) continue;
        if (IsWrapper(p[call.callee].type)) {
          handed_on_[p.Params(call.callee)[param]].push_back(own);
        } else {
          grown.emplace_back(own, p.Direction(call.callee, param));
        }
      }
    };
    for (uint32_t f = 0; f < p.num_functions(); ++f) {
      const FuncId wrapper(f);
      if (!IsWrapper(p[wrapper].type) || !HasBody(p, wrapper)) continue;
      names.Clear();
      for (ValueId param : p.Params(wrapper)) names.Set(param, param);
      ForEachStmt(p, p[wrapper].body, [&](StmtId stmt) {
        ForEachExpr(p, stmt, [&](ExprId e) { ForEachCall(p, e, one_call); });
        const Stmt& s = p[stmt];
        if (s.kind == StmtKind::kAssign) names.Assign(s.var(), s.value());
        if (!s.HasRegion()) return;
        const Region& r = p.RegionOf(stmt);
        names.EnterLoop(r);
        for (size_t i = 0; i < r.results.size && i < r.inits.size; ++i) names.Set(p[r.results][i], names.Of(p[r.inits][i]));
      });
    }
    while (!grown.empty()) {
      const auto [param, direction] = grown.back();
      grown.pop_back();
      if (direction <= Of(param)) continue;
      effective_[param] = direction;
      const auto edges = handed_on_.find(param);
      if (edges == handed_on_.end()) continue;
      for (ValueId outer : edges->second) grown.emplace_back(outer, direction);
    }
  }

  ParamDirection Of(ValueId param) const {
    const auto it = effective_.find(param);
    return it == effective_.end() ? ParamDirection::kIn : it->second;
  }

 private:
  absl::flat_hash_map<ValueId, std::vector<ValueId>> handed_on_;  // from a wrapper's parameter to those passed for it
  absl::flat_hash_map<ValueId, ParamDirection> effective_;
};

void Signature(VerifyContext& c, const WrapperDirections& effective, FuncId wrapper) {
  const Program& p = c.program;
  for (uint32_t i = 0; i < p.Params(wrapper).size(); ++i) {
    const ValueId param = p.Params(wrapper)[i];
    const ParamDirection declared = p.Direction(wrapper, i), real = effective.Of(param);
    if (!p.TypeOf(param).IsShaped() || declared == real) continue;
    c.Error(5, param, fmt::format("parameter {} of {} is declared {}, but its calls make it {}", p[p[param].name],
                                  p[p[wrapper].name], EnumName(declared), EnumName(real)),
            "declare what the calls in it do");
  }
}

void VerifyCallDirections(VerifyContext& c) {
  const WrapperDirections effective(c.program);
  for (FuncId f : c.functions) {
    ForEachFunctionCall(c.program, f, [&](StmtId stmt, ExprId expr) { OneCall(c, f, stmt, expr); });
    if (IsWrapper(c.program[f].type) && HasBody(c.program, f)) Signature(c, effective, f);
  }
}

}  // namespace

constinit const Verifier kCallDirectionsResolved = {
    .property = "CallDirectionsResolved",
    .kind = VerifierKind::kProperty,
    .phase = VerifierPhase::kOnDemand,
    .summary = "calls state directions that fit their callee, and wrappers declare what their calls do",
    .source = "verifiers 6.4",
    .rules = kRules,
    .whole_program_table = true,
    .run = VerifyCallDirections,
};

}  // namespace t2t
