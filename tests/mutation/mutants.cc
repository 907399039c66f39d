#include "mutation/mutants.h"

#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/ops/make_call.h"
#include "ir/ops/registry.h"
#include "mutation/kinds.h"
#include "mutation/same_memory.h"

namespace t2t::mutation {

// Puts another call in place of the statement's, with the same result type.
bool Replace(Program& p, StmtId stmt, const Call& call) {
  const ExprId old = p[stmt].value();
  const TypeId type = p[old].type;
  p.SetStmtValue(stmt, call.submit ? p.AddSubmit(call, Submit(p[call.submit]), type) : p.AddCall(call, type));
  return true;
}
std::vector<ExprId> ArgsOf(const Program& p, StmtId stmt) {
  const auto args = p.Args(p[stmt].value());
  return {args.begin(), args.end()};
}
bool WithArgs(Program& p, StmtId stmt, const std::vector<ExprId>& args) {
  Call call = p.CallOf(p[stmt].value());
  call.args = p.MakeList(args);
  return Replace(p, stmt, call);
}

bool WithArgsDeduced(Program& p, StmtId stmt, const std::vector<ExprId>& args) {
  WithArgs(p, stmt, args);
  const Call call = p.CallOf(p[stmt].value());
  const auto type = DeduceCall(p, call.op, p[call.args], call.kwargs);
  if (!type.ok() || p[stmt].kind != StmtKind::kAssign) return true;
  p.SetValueType(p[stmt].var(), *type);
  p.SetStmtValue(stmt, p.WithType(p[stmt].value(), *type));
  return true;
}

std::string_view CalledOp(const Program& p, StmtId stmt) {
  if (p[stmt].kind != StmtKind::kAssign && p[stmt].kind != StmtKind::kEval) return {};
  if (!p.IsOpCall(p[stmt].value())) return {};
  return Ops()[p.CallOf(p[stmt].value()).op].name;
}

bool IsStore(const Program& p, StmtId stmt) { return TargetOf(p, stmt).valid(); }

ValueId OtherValue(const Program& p, FuncId f, StmtId stmt, ValueId v) {
  for (StmtId s = p[stmt].prev; s; s = p[s].prev) {
    if (p[s].kind == StmtKind::kAssign && p[s].var() != v && p[p[s].var()].type == p[v].type) return p[s].var();
  }
  for (ValueId param : p.Params(f)) {
    if (param != v && p[param].type == p[v].type) return param;
  }
  return {};
}
absl::Span<const Kind> Kinds() {
  static const auto* kinds = [] {
    auto* all = new std::vector<Kind>;
    for (const auto part : {OperandKinds(), OperatorKinds(), TypeKinds(), StatementKinds(), MemoryKinds(), ControlKinds(), LeftoverKinds()}) {
      all->insert(all->end(), part.begin(), part.end());
    }
    return all;
  }();
  return *kinds;
}

std::string Describe(const Program& p, const Mutant& m) {
  std::string what;
  if (m.stmt && (p[m.stmt].kind == StmtKind::kAssign || p[m.stmt].kind == StmtKind::kEval)) {
    what = ExprText(p, p[m.stmt].value());
    if (p[m.stmt].kind == StmtKind::kAssign) what = fmt::format("{} = {}", p[p[p[m.stmt].var()].name], what);
  } else if (m.stmt) {
    what = fmt::format("statement kind {}", static_cast<int>(p[m.stmt].kind));
  }
  return fmt::format("{} ({}, {}) in {}: {}", Kinds()[m.kind].name, m.a, m.b, p[p[m.func].name], what.substr(0, 140));
}

}  // namespace t2t::mutation
