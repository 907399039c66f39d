#include "passes/meetings.h"

#include "ir/ops/make_call.h"
#include "passes/known_ops.h"

namespace t2t {

void SendInstead(Retyper& retyper, const Program& p, const Way& way, ExprId value) {
  if (p[way.at].kind == StmtKind::kYield) {
    retyper.Reyield(way.at, way.index, value);
  } else {
    retyper.Reseed(way.at, way.index, value);
  }
}

absl::StatusOr<ExprId> MakeMove(Program& p, ExprId tile, MemorySpace space, TileLayoutInfo layout, Span span) {
  const AttrsId kwargs = p.MakeAttrs({p.EnumAttr("target_memory", AttrKind::kMemorySpace, space),
                                      p.EnumAttr("blayout", AttrKind::kTileLayout, layout.blayout),
                                      p.EnumAttr("slayout", AttrKind::kTileLayout, layout.slayout)});
  return MakeCall(p, CallSpec{Known().tile_move, absl::MakeConstSpan(&tile, 1), kwargs, {}, span});
}

}  // namespace t2t
