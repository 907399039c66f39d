// TileOps2D: once tiles are flattened, kernels compute on two dimensions. FlattenTileNdTo2D behind this lowering establishes
// it, so it is checked on demand; the lowering itself emits the three-operand transpose.
#include "fmt/format.h"
#include "ir/core/function_calls.h"
#include "ir/ops/registry.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a tile operator reads or gives a tile of more than two dimensions"},
    {2, "a transpose without its scratch operand"},
    {3, "an assemble whose offset is not two integers"},
};

// What moves between the ranks may see both.
bool MovesBetweenRanks(std::string_view op) {
  return op == "tile.load" || op == "tile.store" || op == "tile.reshape" || op == "tile.reinterpret_view";
}

bool High(const Program& p, TypeId type) { return p[type].IsTile() && p[type].rank() > 2; }

bool LiteralPair(const Program& p, ExprId offset) {
  if (p[offset].kind != ExprKind::kTuple || p[p[offset].elements()].size() != 2) return false;
  for (ExprId e : p[p[offset].elements()]) {
    if (!p.IsConstInt(e)) return false;
  }
  return true;
}

void OneCall(VerifyContext& c, StmtId stmt, ExprId expr) {
  const Program& p = c.program;
  const Call& call = p.CallOf(expr);
  if (!call.op) return;
  const std::string_view name = Ops()[call.op].name;
  if (!name.starts_with("tile.") || MovesBetweenRanks(name)) return;
  bool high = High(p, p[expr].type);
  for (ExprId arg : p[call.args]) high = high || High(p, p[arg].type);
  if (high) c.Error(1, stmt, fmt::format("{} works on a tile of more than two dimensions", name), "flatten it with tile.reshape");
  if (name == "tile.transpose" && call.args.size != 4) {
    c.Error(2, stmt, "tile.transpose has no scratch operand", "flattening adds one");
  }
  if (name == "tile.assemble" && call.args.size == 3 && !LiteralPair(p, p[call.args][2])) {
    c.Error(3, stmt, "the offset of tile.assemble is not a pair of integers");
  }
}

void VerifyTileOps2D(VerifyContext& c) {
  for (FuncId f : c.functions) {
    if (!IsInCoreLike(c.program[f].type)) continue;
    ForEachCallIn(c.program, f, [&](StmtId stmt, ExprId call) { OneCall(c, stmt, call); });
  }
}

}  // namespace

constinit const Verifier kTileOps2D = {
    .property = "TileOps2D",
    .kind = VerifierKind::kProperty,
    .phase = VerifierPhase::kOnDemand,
    .summary = "kernels compute on tiles of two dimensions",
    .source = "verifiers 8.4",
    .rules = kRules,
    .run = VerifyTileOps2D,
};

}  // namespace t2t
