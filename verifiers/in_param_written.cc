// InParamWritten: the advisory sibling of DirectionsSound, for every function but orchestration and with callees counted by
// their declared directions.
#include <vector>

#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/analysis/gm_access.h"
#include "ir/core/walk.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "an operator writes a shaped In parameter"},
    {2, "a callee writes a shaped In parameter"},
};

constexpr const char* kHelp = "declare it Out when nothing of it is read, InOut otherwise";

// Name as the user wrote it: SSA construction appends `__ssa_v0` and the like.
std::string_view SourceName(std::string_view name) {
  const size_t at = name.find("__");
  return at == std::string_view::npos || at == 0 ? name : name.substr(0, at);
}

void VerifyInParamWritten(VerifyContext& context) {
  const Program& p = context.program;
  GmAccess access(p);
  for (FuncId function : context.functions) {
    if (p[function].type == FunctionType::kOrchestration || !HasBody(p, function)) continue;
    access.Analyze(function);
    std::vector<bool> reported(access.num_params());
    for (uint32_t i = 0; i < access.num_params(); ++i) {
      const GmAccess::Root& root = access.root(i);
      if (!root.written || p.Direction(function, i) != ParamDirection::kIn) continue;
      reported[i] = true;
      context.Warning(1, root.first_write, fmt::format("parameter '{}' is declared In, but an operator writes it",
                                                       SourceName(p[p[root.value].name])), kHelp);
    }
    ForEachStmt(p, p[function].body, [&](StmtId stmt) {
      const Stmt& s = p[stmt];
      if ((s.kind != StmtKind::kAssign && s.kind != StmtKind::kEval) || !p[s.value()].has_call) return;
      const ExprKind kind = p[s.value()].kind;
      if (kind != ExprKind::kCall && kind != ExprKind::kSubmit) return;
      const Call& call = p.CallOf(s.value());
      if (!call.callee) return;
      const auto args = p[call.args];
      for (uint32_t i = 0; i < args.size() && i < p[call.callee].params.size; ++i) {
        if (p.Direction(call.callee, i) == ParamDirection::kIn) continue;
        const auto origins = access.origins(args[i]);
        if (origins.size() != 1) continue;  // ambiguous: advice keeps quiet
        const uint32_t param = origins[0];
        if (param >= reported.size() || reported[param] || p.Direction(function, param) != ParamDirection::kIn) continue;
        reported[param] = true;
        context.Warning(2, stmt, fmt::format("parameter '{}' is declared In, but '{}' writes it",
                                             SourceName(p[p[access.root(param).value].name]), p[p[call.callee].name]),
                        kHelp);
      }
    });
  }
}

}  // namespace

constinit const Verifier kInParamWritten = {
    .property = "InParamWritten",
    .kind = VerifierKind::kAdvice,
    .phase = VerifierPhase::kResult,
    .summary = "no In parameter is written, callees included",
    .source = "verifiers 8.7",
    .rules = kRules,
    .whole_program_table = true,
    .run = VerifyInParamWritten,
};

}  // namespace t2t
