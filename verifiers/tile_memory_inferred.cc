// TileMemoryInferred: every tile stands in a memory space, and one that its readers can read. Memory inference behind this
// lowering establishes it (it inserts the moves from Mat to Left and the like), so it is checked on demand.
#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a tile has no memory space"},
    {2, "a tile operand stands in a memory space that its operator cannot read"},
};

std::string Spaces(const SpaceSet& set) {
  std::string out;
  for (const EnumEntry<MemorySpace>& entry : EnumTable<MemorySpace>()) {
    if (set.Has(entry.value)) out += fmt::format("{}{}", out.empty() ? "" : " or ", entry.name);
  }
  return out;
}

void CheckOperands(VerifyContext& c, StmtId stmt) {
  const Program& p = c.program;
  ForEachExpr(p, stmt, [&](ExprId e) {
    if (!p[e].has_call) return;
    ForEachCall(p, e, [&](ExprId expr) {
      const Call& call = p.CallOf(expr);
      if (!call.op) return;
      const OpDef& op = Ops()[call.op];
      for (size_t i = 0; i < call.args.size; ++i) {
        const OperandDef* operand = op.Operand(i);
        const Type& type = p.TypeOf(p[call.args][i]);
        if (operand == nullptr || operand->input_memory.empty() || !type.IsTile()) continue;
        if (type.space == MemorySpace::kUnset || operand->input_memory.Has(type.space)) continue;
        const ValueId v = AsVar(p, p[call.args][i]);
        c.Error(2, stmt, fmt::format("operand {} ({}) of {}, {}, is in {}, but the operator reads {}", i, operand->name,
                                        op.name, v ? p[p[v].name] : std::string_view("a call"), EnumName(type.space),
                                        Spaces(operand->input_memory)),
                "move or load it there first");
      }
    });
  });
}

void VerifyTileMemoryInferred(VerifyContext& c) {
  const Program& p = c.program;
  for (FuncId f : c.functions) {
    if (p[f].type != FunctionType::kInCore) continue;
    ForEachStmt(p, p[f].body, [&](StmtId stmt) {
      const Stmt& s = p[stmt];
      if (s.kind == StmtKind::kAssign && p.TypeOf(s.var()).IsTile() && p.TypeOf(s.var()).space == MemorySpace::kUnset) {
        c.Error(1, stmt, fmt::format("{} in function {} has no memory space", p[p[s.var()].name], p[p[f].name]));
      }
      CheckOperands(c, stmt);
    });
  }
}

}  // namespace

constinit const Verifier kTileMemoryInferred = {
    .property = "TileMemoryInferred",
    .kind = VerifierKind::kProperty,
    .phase = VerifierPhase::kOnDemand,
    .summary = "every tile has a memory space that its readers can read",
    .source = "verifiers 8.3",
    .rules = kRules,
    .run = VerifyTileMemoryInferred,
};

}  // namespace t2t
