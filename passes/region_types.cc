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

// Both are tiles, and of different extents: said of `name`, and true is returned.
bool SaidOfBoth(PassContext& context, Span span, ValueId name, TypeId x, std::string_view where_x, TypeId y,
                std::string_view where_y, std::string_view instead) {
  Program& p = context.program;
  if (!p[x].IsTile() || !p[y].IsTile() || SameExtents(p, x, y)) return false;
  context.diagnostics.Error(
      "conversion", span,
      fmt::format("{} is a tile of {} {} and of {} {}", p[p[name].name], ShapeText(p, p.Shape(x)), where_x,
                  ShapeText(p, p.Shape(y)), where_y),
      fmt::format("a product whose rows or columns do not fill the boxes of the matrix unit occupies whole boxes; give it "
                  "extents that do, {}, or lower with --disable=box-cube-m,box-cube-n", instead));
  return true;
}

// What comes with more valid elements than the carry or result has would be cut off, with less it would seem to have more: said of
// `name`, and true is returned. Accumulators are left to narrow-acc-carries and AccCompactValid.
bool SaidOfValid(PassContext& context, Span span, ValueId name, TypeId kept, TypeId given, std::string_view where) {
  Program& p = context.program;
  if (!p[kept].IsTile() || !p[given].IsTile() || p[given].space == MemorySpace::kAcc || p[kept].space == MemorySpace::kAcc) return false;
  const absl::Span<const ExprId> room = p.ValidShape(kept), valid = p.ValidShape(given);
  for (size_t i = 0; i < room.size() && i < valid.size(); ++i) {
    if (ProvenEq(p, valid[i], room[i])) continue;
    context.diagnostics.Error(
        "conversion", span,
        fmt::format("{} has the valid region {}, and {} it is {}", p[p[name].name], ShapeText(p, room), where, ShapeText(p, valid)),
        "what only one of them has would be lost, or read without ever being written: give both the same valid_shape");
    return true;
  }
  return false;
}

}  // namespace

void RefuseUnequalRounds(PassContext& context, const RefusedValues& refused, StmtId loop) {
  Program& p = context.program;
  const Region r = p.RegionOf(loop);
  const StmtId yield = TrailingYield(p, r.body);
  if (!yield) return;
  const ExprList values = p[yield].values();
  for (uint32_t i = 0; i < std::min(r.results.size, values.size); ++i) {
    const ValueId result = p[r.results][i];
    if (refused.Has(result)) continue;
    if (SaidOfBoth(context, p[loop].span, result, p[result].type, "in front of the loop", p[p[values][i]].type,
                "behind an iteration", "store it inside of the loop") ||
        SaidOfValid(context, p[loop].span, result, p[result].type, p[p[values][i]].type, "behind an iteration")) {
      return;
    }
  }
}

void RefuseUnequalSides(PassContext& context, const RefusedValues& refused, StmtId branch) {
  Program& p = context.program;
  const Region r = p.RegionOf(branch);
  const StmtId then_yield = TrailingYield(p, r.body), else_yield = TrailingYield(p, r.else_body);
  if (!then_yield || !else_yield) return;
  const ExprList a = p[then_yield].values(), b = p[else_yield].values();
  for (uint32_t i = 0; i < std::min({r.results.size, a.size, b.size}); ++i) {
    const ValueId result = p[r.results][i];
    if (refused.Has(result)) continue;
    if (SaidOfBoth(context, p[branch].span, result, p[p[a][i]].type, "behind one side of the branch", p[p[b][i]].type,
                "behind the other", "store the value on each side") ||
        SaidOfValid(context, p[branch].span, result, p[p[a][i]].type, p[p[b][i]].type, "behind the other side")) {
      return;
    }
  }
}

}  // namespace t2t
