// Where tiles that were computed in different places become one: carries of loops and results of branches.
#pragma once

#include <algorithm>
#include <cstdint>

#include "absl/status/statusor.h"
#include "ir/core/walk.h"
#include "passes/retype.h"

namespace t2t {

// One of the two ways into a carry or a branch result: the statement that the value comes with, and which of its values.
struct Way {
  StmtId at;  // the yield; the loop for a seed
  uint32_t index = 0;
  ExprId value;
};
struct Meeting {
  StmtId region;
  ValueId target;  // the carry or result; its type is that of the seed or of the first branch (lowering j.5)
  Way ways[2];     // first what the body or first branch yields
};

// f(meeting) for the tiles that `stmt` carries or chooses.
template <class F>
void ForEachMeeting(const Program& p, StmtId stmt, F&& f) {
  const Stmt& s = p[stmt];
  const bool loop = s.kind == StmtKind::kFor || s.kind == StmtKind::kWhile;
  if (!loop && s.kind != StmtKind::kIf) return;
  const Region& r = p.RegionOf(stmt);
  const StmtId first = TrailingYield(p, r.body), second = loop ? stmt : TrailingYield(p, r.else_body);
  if (!first || !second) return;
  const absl::Span<const ExprId> a = p[p[first].values()], b = p[loop ? r.inits : p[second].values()];
  const absl::Span<const ValueId> targets = p[loop ? r.iter_args : r.results];
  for (uint32_t i = 0; i < std::min({targets.size(), a.size(), b.size()}); ++i) {
    if (p.TypeOf(targets[i]).IsTile()) f(Meeting{stmt, targets[i], {{first, i, a[i]}, {second, i, b[i]}}});
  }
}

// What comes this way now.
inline ExprId ValueOf(const Program& p, const Way& way) {
  const bool yield = p[way.at].kind == StmtKind::kYield;
  return p[yield ? p[way.at].values() : p.RegionOf(way.at).inits][way.index];
}

// From now on `value` comes this way; the retyper carries it out.
void SendInstead(Retyper& retyper, const Program& program, const Way& way, ExprId value);

// `tile.move` of `tile` to `space`, in this layout.
absl::StatusOr<ExprId> MakeMove(Program& program, ExprId tile, MemorySpace space, TileLayoutInfo layout, Span span);

}  // namespace t2t
