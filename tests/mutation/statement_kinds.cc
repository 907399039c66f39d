// Damage to statements: left out, doubled, moved.
#include "mutation/kinds.h"

#include "ir/ops/registry.h"

namespace t2t::mutation {
namespace {

void FindForgetStore(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachKernelStmt(p, [&](FuncId f, StmtId stmt) {
    if (IsStore(p, stmt)) out.push_back({kind, f, stmt, 0, 0});
  });
}
// The store is gone; who read its result reads the target as it was.
bool ForgetStore(Program& p, const Mutant& m) {
  const Call& call = p.CallOf(p[m.stmt].value());
  uint32_t target = 0;
  for (uint32_t i = 0; i < call.args.size; ++i) {
    if (Writes(EffectOn(p, call, i))) target = i;
  }
  const ExprId old = p[call.args][target];
  if (p[m.stmt].kind == StmtKind::kAssign) {
    p.SetStmtValue(m.stmt, old);
  } else {
    p.Unlink(m.stmt);
  }
  return true;
}

void FindForgetStmt(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachKernelStmt(p, [&](FuncId f, StmtId stmt) { out.push_back({kind, f, stmt, 0, 0}); });
}
bool ForgetStmt(Program& p, const Mutant& m) {
  p.Unlink(m.stmt);
  return true;
}

void FindDuplicate(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachKernelStmt(p, [&](FuncId f, StmtId stmt) {
    if (p[stmt].kind == StmtKind::kAssign) out.push_back({kind, f, stmt, 0, 0});
  });
}
bool Duplicate(Program& p, const Mutant& m) {
  p.InsertAfter(m.stmt, p.NewAssign(p[m.stmt].var(), p[m.stmt].value(), p[m.stmt].span));
  return true;
}

void FindSwapStmts(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachKernelStmt(p, [&](FuncId f, StmtId stmt) {
    if (p[stmt].next) out.push_back({kind, f, stmt, 0, 0});
  });
}
bool SwapStmts(Program& p, const Mutant& m) {
  const StmtId next = p[m.stmt].next;
  p.Unlink(m.stmt);
  p.InsertAfter(next, m.stmt);
  return true;
}

// A load moves to the end of its block, in front of the yield or return: over every write on the way.
bool IsLoad(const Program& p, StmtId stmt) {
  static const OpId load = Ops().Find("tile.load"), as_tile = Ops().Find("t2t.as_tile"), slice = Ops().Find("tensor.slice"),
                    read = Ops().Find("tensor.read");
  if (p[stmt].kind != StmtKind::kAssign || !p.IsOpCall(p[stmt].value())) return false;
  const OpId op = p.CallOf(p[stmt].value()).op;
  return op == load || op == as_tile || op == slice || op == read;
}
void FindMoveLoad(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachKernelStmt(p, [&](FuncId f, StmtId stmt) {
    if (!IsLoad(p, stmt)) return;
    for (StmtId s = p[stmt].next; s; s = p[s].next) {
      if (!IsStore(p, s)) continue;
      out.push_back({kind, f, stmt, s.index(), 0});
      break;
    }
    for (StmtId s = p[stmt].prev; s; s = p[s].prev) {
      if (!IsStore(p, s)) continue;
      out.push_back({kind, f, stmt, s.index(), 1});
      break;
    }
  });
}
bool MoveLoad(Program& p, const Mutant& m) {
  p.Unlink(m.stmt);
  m.b == 0 ? p.InsertAfter(StmtId(m.a), m.stmt) : p.InsertBefore(StmtId(m.a), m.stmt);
  return true;
}

constexpr Kind kKinds[] = {
    {"forget-store", "a write is left out", FindForgetStore, ForgetStore},
    {"forget-statement", "a statement is left out", FindForgetStmt, ForgetStmt},
    {"duplicate", "a definition stands twice", FindDuplicate, Duplicate},
    {"swap-statements", "two neighbouring statements change places", FindSwapStmts, SwapStmts},
    {"move-load", "a read moves over a write", FindMoveLoad, MoveLoad},
};

}  // namespace

absl::Span<const Kind> StatementKinds() { return kKinds; }

}  // namespace t2t::mutation
