#include "passes/common_element_types.h"

#include <string>
#include <vector>

#include "fmt/format.h"
#include "ir/core/builder.h"
#include "ir/core/walk.h"
#include "ir/ops/make_call.h"
#include "passes/convert/converter.h"
#include "passes/kernels.h"
#include "passes/meetings.h"
#include "passes/retype.h"

namespace t2t {
namespace {

constexpr std::string_view kHelp =
    "its operand is carried by a loop or chosen by a branch, in the element type in which the matrix unit adds up; round the "
    "product with pl.cast before it is handed on";

struct Narrow {
  Way way;
  DType wide;
  TypeId met;  // what comes the other way
};

std::vector<Narrow> NarrowOnes(const Program& p, FuncId kernel) {
  std::vector<Narrow> narrow;
  ForEachStmt(p, p[kernel].body, [&](StmtId stmt) {
    ForEachMeeting(p, stmt, [&](const Meeting& m) {
      for (size_t i : {0u, 1u}) {
        const TypeId other = p[m.ways[1 - i].value].type;
        const Type &mine = p.TypeOf(m.ways[i].value), &met = p[other];
        if (!mine.IsTile() || !met.IsTile() || IsFloat(mine.dtype) != IsFloat(met.dtype)) continue;
        if (BitWidth(mine.dtype) < BitWidth(met.dtype)) narrow.push_back({m.ways[i], met.dtype, other});
      }
    });
  });
  return narrow;
}

// `tile` in the wide type, where the tile that it meets lives.
absl::StatusOr<ExprId> Widened(Builder& at, ExprId tile, const Narrow& narrow) {
  Program& p = at.program();
  static const OpId cast = Ops().Find("tile.cast");
  const AttrsId kwargs = p.MakeAttrs({p.EnumAttr("target_type", AttrKind::kDType, narrow.wide), p.IntAttr("mode", kCastNone)});
  ASSIGN_OR_RETURN(const ExprId call, MakeCall(p, CallSpec{cast, absl::MakeConstSpan(&tile, 1), kwargs, {}, at.span()}));
  const std::string name(p[p[AsVar(p, tile)].name]);
  const ExprId wide = at.LetVar(fmt::format("{}_cast", name), call);
  const MemorySpace home = p[narrow.met].space;
  if (home == MemorySpace::kUnset || home == p.TypeOf(wide).space) return wide;
  const View view = p.EffectiveView(narrow.met);
  ASSIGN_OR_RETURN(const ExprId move, MakeMove(p, wide, home, {view.blayout, view.slayout, view.fractal}, at.span()));
  return at.LetVar(fmt::format("{}_moved", name), move);
}

absl::Status Widen(PassContext& context, FuncId kernel, const std::vector<Narrow>& all) {
  Program& p = context.program;
  Retyper retyper(p, kernel, LoopResults::kTakeCarries);
  for (const Narrow& narrow : all) {
    const Way& way = narrow.way;
    Builder at = Builder::Before(p, way.at, p[way.at].span);
    ASSIGN_OR_RETURN(const ExprId wide, Widened(at, way.value, narrow));
    SendInstead(retyper, p, way, wide);
  }
  return retyper.Run(context.diagnostics, kHelp);
}

}  // namespace

absl::StatusOr<Change> AgreeOnElementTypes(PassContext& context) {
  Change change = Change::kNone;
  absl::Status status;
  ForEachKernel(context.program, [&](FuncId kernel) {
    const size_t errors = context.diagnostics.errors();
    // A carry that became wide makes wide what its body computes, and so other ones: each is widened once.
    while (status.ok() && context.diagnostics.errors() == errors) {
      const std::vector<Narrow> narrow = NarrowOnes(context.program, kernel);
      if (narrow.empty()) return;
      status = Widen(context, kernel, narrow);
      change = Change::kChanged;
    }
  });
  RETURN_IF_ERROR(status);
  return change;
}

}  // namespace t2t
