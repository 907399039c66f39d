// TileTypeCoherence: a type has one encoding: a view that says what shape and memory space imply is left out.
#include <vector>

#include "fmt/format.h"
#include "ir/core/show.h"
#include "verifiers/all.h"
#include "verifiers/each_type.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a tile carries exactly its implicit view"},
};

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

void VerifyTileTypeCoherence(VerifyContext& context) {
  const Program& p = context.program;
  std::vector<bool> seen(p.num_types());
  for (FuncId function : context.functions) {
    ForEachType(p, function, seen, [&](TypeId type, Span place) {
      if (!SpellsImplicit(p, type)) return;
      context.Error(1, function, place, fmt::format("the view of {} says what the tile implies anyway", TypeText(p, type)),
                    "drop the view");
    });
  }
}

}  // namespace

constinit const Verifier kTileTypeCoherence = {
    .property = "TileTypeCoherence",
    .kind = VerifierKind::kProperty,
    .summary = "no tile type spells out the view it implies",
    .source = "verifiers 5.3",
    .rules = kRules,
    .run = VerifyTileTypeCoherence,
};

}  // namespace t2t
