// CallResults: what a call is annotated to give is what its callee returns, with the callee's dimensions instantiated by the
// operands (types-and-ops 5.8). Extents differ only where that is proven: a host may know more, or less, than the callee says.
#include <vector>

#include "fmt/format.h"
#include "ir/core/function_calls.h"
#include "ir/core/show.h"
#include "ir/ops/make_call.h"
#include "ir/support/counted.h"
#include "ir/symbolic/type_gap.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a call gives another number of results than its callee returns"},
    {2, "a result has another kind, element type or rank than the callee declares"},
    {3, "an extent of a result provably differs from the one the callee declares"},
    {4, "a valid extent of a result provably differs from the one the callee declares"},
};

constexpr int kFine = 0;

// The rule that a result of type `have` breaks where the callee gives `want`.
int Broken(Program& p, TypeId have, TypeId want) {
  switch (GapBetween(p, have, want)) {
    case TypeGap::kKind: case TypeGap::kElement: case TypeGap::kRank: return 2;
    case TypeGap::kExtent: return 3;
    case TypeGap::kValid: return 4;
    case TypeGap::kNone: case TypeGap::kSpace: break;
  }
  return kFine;
}

std::vector<TypeId> Elements(const Program& p, TypeId type) {
  if (p[type].kind == TypeKind::kUnknown) return {};
  if (p[type].kind != TypeKind::kTuple) return {type};
  return {p[p[type].elements].begin(), p[p[type].elements].end()};
}

void OneCall(VerifyContext& c, StmtId stmt, ExprId expr) {
  Program& p = c.program;
  if (p[stmt].kind != StmtKind::kAssign || p[stmt].value() != expr) return;
  const Call& call = p.CallOf(expr);
  // A submit may leave outputs out. Other numbers of operands are CallArity's to count.
  const bool submit = p[expr].kind == ExprKind::kSubmit;
  const size_t params = p.Params(call.callee).size();
  if (submit ? call.args.size > params : call.args.size != params) return;
  const std::string_view callee = p[p[call.callee].name];
  const absl::StatusOr<TypeId> given = submit ? DeduceSubmitResults(p, call.callee, p[call.args])
                                              : DeduceFunctionCall(p, call.callee, p[call.args]);
  if (!given.ok()) return;
  const std::vector<TypeId> want = Elements(p, *given);
  std::vector<TypeId> have = Elements(p, p[p[stmt].var()].type);
  if (submit && !have.empty()) have.pop_back();  // the task's number
  if (want.empty() || have.empty()) return;
  if (have.size() != want.size()) {
    return c.Error(1, stmt, fmt::format("the call of {} is annotated with {}, {} returns {}", callee,
                                        Counted(have.size(), "result"), callee, want.size()),
                   "name one result for each that is returned");
  }
  for (size_t i = 0; i < want.size(); ++i) {
    const int rule = Broken(p, have[i], want[i]);
    if (rule == kFine) continue;
    c.Error(rule, stmt, fmt::format("result {} of the call of {} is annotated {}, but {} gives {}", i, callee,
                                    TypeText(p, have[i]), callee, TypeText(p, want[i])),
            "annotate what the callee returns for these operands");
    c.About({expr, p[p[stmt].var()].expr});
  }
}

void VerifyCallResults(VerifyContext& c) {
  for (FuncId f : c.functions) {
    ForEachFunctionCall(c.program, f, [&](StmtId stmt, ExprId expr) { OneCall(c, stmt, expr); });
  }
}

}  // namespace

constinit const Verifier kCallResults = {
    .property = "CallResults",
    .kind = VerifierKind::kStructural,
    .summary = "calls are annotated with what their callee returns",
    .source = "types-and-ops 5.8; verifiers 9.4 (CarryKinds, OutParamOrder)",
    .rules = kRules,
    .run = VerifyCallResults,
};

}  // namespace t2t
