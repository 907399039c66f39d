#include "passes/assemble_loop.h"

#include "ir/core/walk.h"
#include "ir/ops/make_call.h"
#include "passes/known_ops.h"

namespace t2t {
namespace {

bool Mentions(const Program& p, ExprId expr, ValueId value) {
  bool found = false;
  ForEachUse(p, expr, [&](ValueId v) { found |= v == value; });
  return found;
}

}  // namespace

std::optional<AssembleLoop> MatchAssembleLoop(const Program& p, ValueId tile, BlockId top,
                                              const std::vector<uint32_t>& reads) {
  const Value& result = p[tile];
  if (result.kind != ValueKind::kResult || p[result.def].kind != StmtKind::kFor || p[result.def].block != top) return {};
  if (tile.index() >= reads.size() || reads[tile.index()] != 1) return {};
  const Region& r = p.RegionOf(result.def);
  if (r.results.size != 1 || r.iter_args.size != 1 || r.inits.size != 1) return {};
  const ValueId carry = p[r.iter_args][0];
  const StmtId yield = p[r.body].last;
  if (!yield || p[yield].kind != StmtKind::kYield || p[yield].values().size != 1) return {};
  const ValueId assembled = AsVar(p, p[p[yield].values()][0]);
  if (!assembled || reads[assembled.index()] != 1 || reads[carry.index()] != 1) return {};
  const StmtId assemble = p[assembled].def;
  if (!assemble || p[assemble].block != r.body) return {};
  const ExprId call = DefiningOpCall(p, assembled);
  if (!IsCallOf(p, call, Known().tile_assemble) || p.Args(call).size() != 3) return {};
  if (AsVar(p, p.Args(call)[0]) != carry || Mentions(p, p.Args(call)[1], carry) || Mentions(p, p.Args(call)[2], carry)) {
    return {};
  }
  const ValueId seed = AsVar(p, p[r.inits][0]);
  if (!seed || !IsCallOf(p, DefiningExpr(p, seed), Known().tile_create)) return {};
  return AssembleLoop{result.def, assemble, p[seed].def};
}

absl::StatusOr<ValueId> StoreInLoop(Program& p, const AssembleLoop& match, ExprId out) {
  Region r = p.RegionOf(match.loop);
  const ValueId carry = p[r.iter_args][0], result = p[r.results][0];
  r.inits = p.MakeList({out});
  p.SetRegion(match.loop, r);
  p.SetValueType(carry, p[out].type);
  p.SetValueType(result, p[out].type);
  const ExprId assemble = p[match.assemble].value();
  const ExprId operands[] = {p.Args(assemble)[1], p.Args(assemble)[2], p.Var(carry)};
  CallSpec spec;
  spec.op = Known().tile_store;
  spec.args = operands;
  spec.span = p.CallOf(assemble).span;
  ASSIGN_OR_RETURN(const ExprId store, MakeCall(p, spec));
  p.SetStmtValue(match.assemble, store);
  p.SetValueType(p[match.assemble].var(), p[store].type);
  return result;
}

}  // namespace t2t
