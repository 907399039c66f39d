// DirectionsSound: the signature of a lowered kernel admits every write its body makes.
//
//   1  a parameter declared In is written by an operator of the body
//
// Source: verifiers 9.4, lowering n.
//
// InParamWritten (advice): the same for every other function but orchestration, callees counted by their directions.
//
//   1  a shaped parameter declared In is written by an operator
//   2  it is passed on to be written by a callee
//
// Source: verifiers 8.7.
#include <vector>

#include "fmt/core.h"
#include "ir/analysis/function_class.h"
#include "ir/analysis/gm_access.h"
#include "ir/core/walk.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr const char* kHelp = "declare it Out when nothing of it is read, InOut otherwise";

// Name as the user wrote it: SSA construction appends `__ssa_v0` and the like.
std::string_view SourceName(std::string_view name) {
  const size_t at = name.find("__");
  return at == std::string_view::npos || at == 0 ? name : name.substr(0, at);
}

template <class F>
void ForEachWrittenIn(const Program& p, FuncId function, const GmAccess& access, F&& f) {
  for (uint32_t i = 0; i < access.num_params(); ++i) {
    const GmAccess::Root& root = access.root(i);
    if (root.written && p.Direction(function, i) == ParamDirection::kIn) f(i, root);
  }
}

}  // namespace

void VerifyDirectionsSound(VerifyContext& context) {
  const Program& p = context.program;
  GmAccess access(p);
  for (FuncId function : context.functions) {
    if (!IsLoweredKernel(p, function)) continue;
    access.Analyze(function);
    ForEachWrittenIn(p, function, access, [&](uint32_t, const GmAccess::Root& root) {
      context.Error(1, root.first_write, fmt::format("'{}' writes its In parameter '{}'", p[p[function].name],
                                                     p[p[root.value].name]), kHelp);
    });
  }
}

void VerifyInParamWritten(VerifyContext& context) {
  const Program& p = context.program;
  GmAccess access(p);
  for (FuncId function : context.functions) {
    if (p[function].type == FunctionType::kOrchestration || !HasBody(p, function)) continue;
    access.Analyze(function);
    std::vector<bool> reported(access.num_params());
    ForEachWrittenIn(p, function, access, [&](uint32_t i, const GmAccess::Root& root) {
      reported[i] = true;
      context.Warning(1, root.first_write, fmt::format("parameter '{}' is declared In, but an operator writes it",
                                                       SourceName(p[p[root.value].name])), kHelp);
    });
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

}  // namespace t2t
