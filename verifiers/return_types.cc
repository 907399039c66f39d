// ReturnTypes: what is returned has the declared type. Valid regions and memrefs are not compared: they belong to the value.
#include <string>
#include <utility>
#include <vector>

#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/core/show.h"
#include "ir/core/walk.h"
#include "ir/support/counted.h"
#include "ir/symbolic/prove.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "another number of values is returned than declared"},
    {2, "a returned value is of another kind than declared"},
    {3, "a returned value has another element type than declared"},
    {4, "a returned value provably has another shape than declared"},
};

// Rule that the pair breaks; 0 = none.
int Compare(Program& p, TypeId have, TypeId want) {
  const Type x = p[have], y = p[want];
  if (have == want || x.kind == TypeKind::kUnknown || y.kind == TypeKind::kUnknown) return 0;
  if (x.kind != y.kind) return x.IsTensorLike() && y.IsTensorLike() ? 0 : 2;
  if (x.kind == TypeKind::kTuple) {
    if (x.elements.size != y.elements.size) return 2;
    for (size_t i = 0; i < x.elements.size; ++i) {
      if (const int rule = Compare(p, p[x.elements][i], p[y.elements][i]); rule != 0) return rule;
    }
    return 0;
  }
  if (x.dtype != y.dtype) return IsInt(x.dtype) && IsInt(y.dtype) && x.IsScalar() ? 0 : 3;
  if (!x.IsShaped()) return 0;
  if (x.rank() != y.rank()) return 4;
  for (size_t i = 0; i < x.rank(); ++i) {
    if (ProvenNe(p, p.Shape(have)[i], p.Shape(want)[i])) return 4;
  }
  return 0;
}

// What a return hands over; a single tuple stands for its elements.
std::vector<TypeId> Returned(const Program& p, StmtId stmt, size_t declared) {
  std::vector<TypeId> types;
  for (ExprId value : p[p[stmt].values()]) types.push_back(p[value].type);
  if (types.size() == 1 && declared > 1 && p[types[0]].kind == TypeKind::kTuple) {
    const absl::Span<const TypeId> elements = p[p[types[0]].elements];
    return {elements.begin(), elements.end()};
  }
  return types;
}

void OneReturn(VerifyContext& c, FuncId f, StmtId stmt) {
  Program& p = c.program;
  const TypeList want = p[f].return_types;
  const std::vector<TypeId> have = Returned(p, stmt, want.size);
  const std::string name = fmt::format("{}{}", IsLoweredKernel(p, f) ? "kernel " : "", p[p[f].name]);
  if (have.size() != want.size) {
    std::string message = fmt::format("{} declares {} and returns {}", name, Counted(want.size, "result"), have.size());
    std::string help = "return one value for each declared result";
    // Recorded hosts return the first of their results alone: nobody in the program reads what a host returns.
    const bool host = p[f].type == FunctionType::kOrchestration || p[f].role == Role::kOrchestrator;
    if (host && have.size() < want.size) {
      c.Warning(1, stmt, std::move(message), std::move(help));
    } else {
      c.Error(1, stmt, std::move(message), std::move(help));
    }
    return;
  }
  for (size_t i = 0; i < have.size(); ++i) {
    const int rule = Compare(p, have[i], p[want][i]);
    if (rule == 0) continue;
    c.Error(rule, stmt, fmt::format("result {} of {} is declared {}, but {} is returned", i, name, TypeText(p, p[want][i]),
                                    TypeText(p, have[i])),
            "correct the declaration or the value: what is returned is stored as declared");
    const ExprList values = p[stmt].values();
    c.About({p[values][values.size == have.size() ? i : 0]});
  }
}

void VerifyReturnTypes(VerifyContext& c) {
  const Program& p = c.program;
  for (FuncId f : c.functions) {
    if (!HasBody(p, f) || p[f].return_types.empty()) continue;  // no annotation: nothing is declared
    ForEachStmt(p, p[f].body, [&](StmtId stmt) {
      if (p[stmt].kind == StmtKind::kReturn) OneReturn(c, f, stmt);
    });
  }
}

}  // namespace

constinit const Verifier kReturnTypes = {
    .property = "ReturnTypes",
    .kind = VerifierKind::kStructural,
    .summary = "what is returned has the declared type",
    .source = "verifiers 9.4 (CarryKinds)",
    .rules = kRules,
    .run = VerifyReturnTypes,
};

}  // namespace t2t
