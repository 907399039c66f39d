#include "passes/select_kernels.h"

#include <vector>

#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/core/show.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "ir/support/counted.h"
#include "ir/symbolic/type_gap.h"
#include "passes/kernels.h"
#include "passes/spent_accumulators.h"

namespace t2t {
namespace {

constexpr std::string_view kKind = "kernel-entry";

// True when the body ends with its only return (or has none, where none is needed: then an empty one is added).
bool NormaliseReturn(PassContext& context, FuncId kernel) {
  Program& p = context.program;
  const BlockId body = p[kernel].body;
  const std::string_view name = p[p[kernel].name];
  const StmtId last = p[body].last;
  bool ok = true, any = false;
  ForEachStmt(p, body, [&](StmtId stmt) {
    if (p[stmt].kind != StmtKind::kReturn) return;
    any = true;
    if (stmt == last) return;
    ok = false;
    context.diagnostics.Error(kKind, p[stmt].span,
                              fmt::format("kernel {} returns before the end of its body", name),
                              "let the last statement of the body return; choose the value with a branch result");
  });
  if (any) return ok;
  if (!p[kernel].return_types.empty()) {
    context.diagnostics.Error(kKind, p[kernel].span,
                              fmt::format("kernel {} declares results but has no return statement", name),
                              "return the declared results, or drop the return annotation");
    return false;
  }
  p.Append(body, p.NewReturn({}, p[kernel].span));
  return true;
}

// Of a tuple that is returned, its elements.
std::vector<TypeId> ReturnedTypes(const Program& p, StmtId stmt) {
  std::vector<TypeId> types;
  const ExprList values = p[stmt].values();
  for (ExprId value : p[values]) types.push_back(p[value].type);
  if (types.size() != 1 || p[types[0]].kind != TypeKind::kTuple) return types;
  const absl::Span<const TypeId> elements = p[p[types[0]].elements];
  return {elements.begin(), elements.end()};
}

// What is returned is what is declared, as far as storage can be made for it: as many values, of these kinds and ranks. Element
// types and extents are the business of the store at the end.
bool ReturnsAsDeclared(PassContext& context, FuncId kernel) {
  Program& p = context.program;
  const StmtId last = p[p[kernel].body].last;
  const TypeList declared = p[kernel].return_types;
  if (declared.empty()) return true;  // no annotation: nothing is declared
  const std::vector<TypeId> returned = ReturnedTypes(p, last);
  const std::string_view name = p[p[kernel].name];
  if (returned.size() != declared.size) {
    context.diagnostics.Error(kKind, p[last].span,
                              fmt::format("kernel {} declares {} and returns {}", name, Counted(declared.size, "result"),
                                          returned.size()),
                              "return one value for each declared result");
    return false;
  }
  bool ok = true;
  for (uint32_t i = 0; i < returned.size(); ++i) {
    const TypeId have = returned[i], want = p[declared][i];
    const TypeGap gap = GapBetween(p, have, want);
    if (gap != TypeGap::kKind && gap != TypeGap::kRank) continue;
    ok = false;
    context.diagnostics.Error(kKind, p[last].span,
                              fmt::format("result {} of kernel {} is declared {}, but {} is returned", i, name,
                                          TypeText(p, want), TypeText(p, have)),
                              "correct the declaration or the value");
  }
  return ok;
}

// Values that leave a block or enter a loop are variables: what a call among them would become has no name there.
bool CallsStandAlone(PassContext& context, FuncId kernel) {
  const Program& p = context.program;
  bool ok = true;
  const auto check = [&](StmtId stmt, ExprList values, std::string_view where) {
    for (ExprId value : p[values]) {
      ForEachCall(p, value, [&](ExprId expr) {
        const Call& call = p.CallOf(expr);
        const std::string_view name = call.op ? std::string_view(Ops()[call.op].name) : p[p[call.callee].name];
        ok = false;
        context.diagnostics.Error(kKind, p[stmt].span, fmt::format("the call of {} stands inside {}", name, where),
                                  "assign its result to a variable first");
      });
    }
  };
  ForEachStmt(p, p[kernel].body, [&](StmtId stmt) {
    switch (p[stmt].kind) {
      case StmtKind::kReturn: return check(stmt, p[stmt].values(), "a return");
      case StmtKind::kYield: return check(stmt, p[stmt].values(), "a yield");
      case StmtKind::kFor: case StmtKind::kWhile: return check(stmt, p.RegionOf(stmt).inits, "the seeds of a loop");
      default: return;
    }
  });
  return ok;
}

}  // namespace

absl::StatusOr<Change> SelectKernels::Run(PassContext& context) {
  Program& p = context.program;
  Change change = Change::kNone;
  for (uint32_t i = 0; i < p.num_functions(); ++i) {
    const FuncId f(i);
    if (!IsLoweredKernel(p, f)) continue;
    const uint32_t version = p[f].version;
    if (!CallsStandAlone(context, f) || !NormaliseReturn(context, f) || !ReturnsAsDeclared(context, f) ||
        !AccumulatorsAreSpentOnce(context, f)) {
      continue;
    }
    if (!IsKernel(p, f)) SetFunctionAttr(p, f, p.BoolAttr(facts::kKernel, true));
    if (p[f].version != version) change = Change::kChanged;
  }
  return change;
}

}  // namespace t2t
