#include "passes/region_types.h"

#include "ir/core/walk.h"

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

}  // namespace t2t
