// AssignTypeSymmetry: both sides of an assignment have the same type.
//
//   1  they differ in anything but the memref
//
// Source: verifiers 5.2. A Call whose type only its variable knows (Unknown) is not compared.
//
// TileTypeCoherence: types are in canonical form.
//
//   1  a tile carries a view that says exactly what its shape and memory space imply
//
// Source: verifiers 5.3.
#include <vector>

#include "fmt/core.h"
#include "ir/core/same_type.h"
#include "ir/core/show.h"
#include "ir/core/walk.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

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

// Calls f(TypeId) once for every type the function mentions on parameters, returns, values and calls.
template <class F>
void ForEachType(const Program& p, FuncId function, std::vector<bool>& seen, F&& f) {
  auto visit = [&](TypeId type, StmtId stmt) {
    if (!type || seen[type.index()]) return;
    seen[type.index()] = true;
    f(type, stmt);
  };
  for (ValueId param : p.Params(function)) visit(p[param].type, StmtId());
  for (TypeId type : p[p[function].return_types]) visit(type, StmtId());
  ForEachStmt(p, p[function].body, [&](StmtId stmt) {
    const Stmt& s = p[stmt];
    if (s.kind == StmtKind::kAssign || s.kind == StmtKind::kEval) {
      if (s.kind == StmtKind::kAssign) visit(p[s.var()].type, stmt);
      visit(p[s.value()].type, stmt);
    } else if (s.HasRegion()) {
      for (ValueId v : p[p.RegionOf(stmt).iter_args]) visit(p[v].type, stmt);
      for (ValueId v : p[p.RegionOf(stmt).results]) visit(p[v].type, stmt);
    }
  });
}

bool SpellsImplicit(const Program& p, TypeId type) {
  const Type& t = p[type];
  for (TypeId element : p[t.elements]) {
    if (SpellsImplicit(p, element)) return true;
  }
  if (!t.IsTile() || !t.view) return false;
  const View& v = p[t.view];
  const TileLayoutInfo implicit = ImplicitLayout(p, p.Shape(type), t.space);
  return v.stride.empty() && !v.start_offset && v.pad == PadValue::kNull && v.compact == CompactMode::kNull &&
         v.blayout == implicit.blayout && v.slayout == implicit.slayout && v.fractal == implicit.fractal &&
         (v.valid_shape.empty() || ExprEq(p, p[v.valid_shape], p.Shape(type)));
}

}  // namespace

void VerifyAssignTypeSymmetry(VerifyContext& context) {
  const Program& p = context.program;
  for (FuncId function : context.functions) {
    ForEachStmt(p, p[function].body, [&](StmtId stmt) {
      const Stmt& s = p[stmt];
      if (s.kind != StmtKind::kAssign) return;
      const TypeId var = p[s.var()].type, value = p[s.value()].type;
      if (var == value || SameEncoding(p, var, value)) return;
      context.Error(1, stmt, fmt::format("'{}' in '{}' is {}, but its value is {}", p[p[s.var()].name],
                                         p[p[function].name], TypeText(p, var), TypeText(p, value)),
                    "a pass that changes a type must change both sides");
    });
  }
}

void VerifyTileTypeCoherence(VerifyContext& context) {
  const Program& p = context.program;
  std::vector<bool> seen(p.num_types());
  for (FuncId function : context.functions) {
    ForEachType(p, function, seen, [&](TypeId type, StmtId stmt) {
      if (!SpellsImplicit(p, type)) return;
      std::string message = fmt::format("the view of {} says what the tile implies anyway", TypeText(p, type));
      constexpr const char* kHelp = "drop the view";
      stmt ? context.Error(1, stmt, std::move(message), kHelp) : context.Error(1, function, std::move(message), kHelp);
    });
  }
}

}  // namespace t2t
