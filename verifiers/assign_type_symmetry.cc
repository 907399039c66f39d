// AssignTypeSymmetry: who changes a type, a pass or a person, changes it on both sides. A call whose type only its variable
// knows is not compared; neither are memrefs.
#include "fmt/format.h"
#include "ir/core/same_type.h"
#include "ir/core/show.h"
#include "ir/core/walk.h"
#include "ir/symbolic/type_gap.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "variable and value differ in kind, element type, rank, memory space or an extent"},
    {2, "variable and value differ in their views, or in extents that are not provably the same"},
};

bool SameEncoding(const Program& p, TypeId a, TypeId b) {
  const Type& x = p[a];
  const Type& y = p[b];
  if (a == b || x.kind == TypeKind::kUnknown || y.kind == TypeKind::kUnknown) return true;
  if (x.kind != TypeKind::kTuple || y.kind != TypeKind::kTuple) {
    return x.window_buffer == y.window_buffer && SameType(p, a, b);
  }
  if (x.elements.size != y.elements.size) return false;
  for (size_t i = 0; i < x.elements.size; ++i) {
    if (!SameEncoding(p, p[x.elements][i], p[y.elements][i])) return false;
  }
  return true;
}

void VerifyAssignTypeSymmetry(VerifyContext& context) {
  Program& p = context.program;
  for (FuncId function : context.functions) {
    ForEachStmt(p, p[function].body, [&](StmtId stmt) {
      const Stmt s = p[stmt];
      if (s.kind != StmtKind::kAssign) return;
      const TypeId var = p[s.var()].type, value = p[s.value()].type;
      if (var == value || SameEncoding(p, var, value)) return;
      context.Error(Contradicts(p, var, value) ? 1 : 2, stmt,
                    fmt::format("'{}' in '{}' is {}, but its value is {}", p[p[s.var()].name], p[p[function].name],
                                TypeText(p, var), TypeText(p, value)),
                    "annotate the variable with the type of its value");
      context.About(s.var());
    });
  }
}

}  // namespace

constinit const Verifier kAssignTypeSymmetry = {
    .property = "AssignTypeSymmetry",
    .kind = VerifierKind::kProperty,
    .summary = "both sides of an assignment have one type",
    .source = "verifiers 5.2",
    .rules = kRules,
    .run = VerifyAssignTypeSymmetry,
};

}  // namespace t2t
