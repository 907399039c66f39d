#include "passes/store_types.h"

#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/core/walk.h"
#include "passes/known_ops.h"

namespace t2t {
namespace {

constexpr size_t kTile = 0, kTarget = 2;  // operands of tile.store

}  // namespace

void WarnAboutStoreTypes(PassContext& context, FuncId kernel) {
  const Program& p = context.program;
  ForEachStmt(p, p[kernel].body, [&](StmtId stmt) {
    const Stmt& s = p[stmt];
    if ((s.kind != StmtKind::kAssign && s.kind != StmtKind::kEval) || !IsCallOf(p, s.value(), Known().tile_store)) return;
    const absl::Span<const ExprId> args = p.Args(s.value());
    if (args.size() <= kTarget) return;
    const Type &tile = p.TypeOf(args[kTile]), &target = p.TypeOf(args[kTarget]);
    if (tile.space == MemorySpace::kAcc || tile.dtype == target.dtype || !tile.IsTile() || !target.IsTensorLike()) return;
    Diagnostic d;
    d.severity = Severity::kWarning;
    d.kind = "store-types";
    d.span = p.CallOf(s.value()).span;
    d.function = p[p[kernel].name];
    d.message = fmt::format("a tile of {} is stored to a tensor of {}, and a store from Vec converts no element types",
                            DTypeName(tile.dtype), DTypeName(target.dtype));
    d.help = fmt::format("cast the value to {} first; a tile operator with a scalar computes in the type of the tile",
                         DTypeName(target.dtype));
    context.diagnostics.Add(std::move(d));
  });
}

}  // namespace t2t
