#include "passes/region_types.h"

#include <algorithm>

#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/core/walk.h"
#include "ir/symbolic/prove.h"

namespace t2t {

void TakeSeedTypes(const Program& p, ConvertedValues& now, StmtId loop) {
  const Region& r = p.RegionOf(loop);
  for (uint32_t i = 0; i < r.iter_args.size && i < r.inits.size; ++i) {
    const ValueId carry = p[r.iter_args][i];
    const TypeId type = p[p[r.inits][i]].type;
    if (!p.TypeOf(carry).IsTile() || !p[type].IsTile()) continue;
    now.Retype(carry, type);
    if (i < r.results.size) now.Retype(p[r.results][i], type);
  }
}

void TakeYieldTypes(const Program& p, ConvertedValues& now, StmtId branch) {
  const Region& r = p.RegionOf(branch);
  StmtId yield = TrailingYield(p, r.body);
  if (!yield) yield = TrailingYield(p, r.else_body);
  if (!yield) return;
  const absl::Span<const ExprId> values = p[p[yield].values()];
  for (size_t i = 0; i < r.results.size && i < values.size(); ++i) {
    const ValueId result = p[r.results][i];
    if (p.TypeOf(result).IsTile() && p.TypeOf(values[i]).IsTile()) now.Retype(result, p[values[i]].type);
  }
}

namespace {

bool SameExtents(Program& p, TypeId a, TypeId b) {
  if (p.Shape(a).size() != p.Shape(b).size()) return false;
  for (size_t i = 0; i < p.Shape(a).size(); ++i) {
    if (ProvenNe(p, p.Shape(a)[i], p.Shape(b)[i])) return false;
  }
  return true;
}

}  // namespace

void RefuseUnequalSides(PassContext& context, StmtId branch) {
  Program& p = context.program;
  const Region r = p.RegionOf(branch);
  const StmtId then_yield = TrailingYield(p, r.body), else_yield = TrailingYield(p, r.else_body);
  if (!then_yield || !else_yield) return;
  const ExprList a = p[then_yield].values(), b = p[else_yield].values();
  for (uint32_t i = 0; i < std::min({r.results.size, a.size, b.size}); ++i) {
    const TypeId x = p[p[a][i]].type, y = p[p[b][i]].type;
    if (!p[x].IsTile() || !p[y].IsTile() || SameExtents(p, x, y)) continue;
    context.diagnostics.Error(
        "conversion", p[branch].span,
        fmt::format("{} is a tile of {} behind one side of the branch and of {} behind the other",
                    p[p[p[r.results][i]].name], ShapeText(p, p.Shape(x)), ShapeText(p, p.Shape(y))),
        "a product whose rows or columns do not fill the boxes of the matrix unit occupies whole boxes; give it extents that "
        "do, store the value on each side, or lower with --disable=box-cube-m,box-cube-n");
    return;
  }
}

}  // namespace t2t
