// Damage to the way data takes: what a read sees, what a store leaves, where padding and accumulation begin and end.
#include "ir/ops/registry.h"
#include "mutation/kinds.h"
#include "mutation/same_memory.h"

namespace t2t::mutation {
namespace {

void FindDoubleStore(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachKernelStmt(p, [&](FuncId f, StmtId stmt) {
    if (IsStore(p, stmt)) out.push_back({kind, f, stmt, 0, 0});
  });
}
bool DoubleStore(Program& p, const Mutant& m) {
  p.InsertAfter(m.stmt, p.NewEval(p[m.stmt].value(), p[m.stmt].span));
  return true;
}

// The last load of the same memory in the same block, when a store into it stands between the two.
StmtId EarlierLoad(const Program& p, StmtId stmt) {
  const ExprId memory = p.Args(p[stmt].value())[0];
  bool written = false;
  for (StmtId s = p[stmt].prev; s; s = p[s].prev) {
    if (IsStore(p, s)) written = written || AsVar(p, TargetOf(p, s)) == AsVar(p, memory);
    if (!written || CalledOp(p, s) != CalledOp(p, stmt) || p[s].kind != StmtKind::kAssign) continue;
    if (p.Args(p[s].value())[0] == memory && p[p[s].var()].type == p[p[stmt].var()].type) return s;
  }
  return {};
}
void FindStaleLoad(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachKernelStmt(p, [&](FuncId f, StmtId stmt) {
    if (CalledOp(p, stmt) != "tile.load" && CalledOp(p, stmt) != "tensor.read") return;
    if (p[stmt].kind != StmtKind::kAssign) return;
    if (const StmtId earlier = EarlierLoad(p, stmt)) out.push_back({kind, f, stmt, earlier.index(), 0});
  });
}
bool StaleLoad(Program& p, const Mutant& m) {
  p.SetStmtValue(m.stmt, p.Var(p[StmtId(m.a)].var()));
  return true;
}

// A load that reads its whole box although the memory holds less.
void FindLeakPadding(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachKernelStmt(p, [&](FuncId f, StmtId stmt) {
    if (CalledOp(p, stmt) != "tile.load" || p[stmt].kind != StmtKind::kAssign) return;
    const auto args = p.Args(p[stmt].value());
    if (!ExprEq(p, p.Elements(args[2]), p.Elements(args[3]))) out.push_back({kind, f, stmt, 0, 0});
  });
}
bool LeakPadding(Program& p, const Mutant& m) {
  std::vector<ExprId> args = ArgsOf(p, m.stmt);
  args[3] = args[2];
  return WithArgsDeduced(p, m.stmt, args);
}

// A statement that only says where or how its operand is read is left out: readers get the operand.
template <const std::string_view& kOp>
void FindForgetView(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachKernelStmt(p, [&](FuncId f, StmtId stmt) {
    if (CalledOp(p, stmt).starts_with(kOp) && p[stmt].kind == StmtKind::kAssign) out.push_back({kind, f, stmt, 0, 0});
  });
}
bool ForgetView(Program& p, const Mutant& m) {
  const ExprId operand = p.Args(p[m.stmt].value())[0];
  p.SetValueType(p[m.stmt].var(), p[operand].type);
  p.SetStmtValue(m.stmt, operand);
  return true;
}
constexpr std::string_view kMove = "tile.move", kTranspose = "tile.transpose", kSetValid = "tile.set_validshape";

// Index of the kwarg that makes a store atomic; the number of kwargs when there is none.
size_t AtomicKwarg(const Program& p, const Call& call) {
  const auto kwargs = p[call.kwargs];
  size_t i = 0;
  while (i < kwargs.size() && !(p[kwargs[i].key] == "atomic" && kwargs[i].kind == AttrKind::kInt && kwargs[i].int_value() != 0)) ++i;
  return i;
}
void FindForgetAtomic(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachCallStmt(p, [&](FuncId f, StmtId stmt, const Call& call) {
    if (AtomicKwarg(p, call) < p[call.kwargs].size()) out.push_back({kind, f, stmt, 0, 0});
  });
}
bool ForgetAtomic(Program& p, const Mutant& m) {
  Call call = p.CallOf(p[m.stmt].value());
  std::vector<Attr> kwargs(p[call.kwargs].begin(), p[call.kwargs].end());
  kwargs[AtomicKwarg(p, call)] = p.IntAttr("atomic", 0);
  call.kwargs = p.MakeAttrs(kwargs);
  return Replace(p, m.stmt, call);
}

constexpr Kind kKinds[] = {
    {"double-store", "a write is done twice", FindDoubleStore, DoubleStore},
    {"stale-load", "a load is shared across a write to its memory", FindStaleLoad, StaleLoad},
    {"leak-padding", "a load reads its whole box", FindLeakPadding, LeakPadding},
    {"forget-move", "a tile stays in the memory space it was in", FindForgetView<kMove>, ForgetView},
    {"forget-transpose", "a transposed view or a transposition is left out", FindForgetView<kTranspose>, ForgetView},
    {"forget-valid", "a narrowed valid region stays as wide as it was", FindForgetView<kSetValid>, ForgetView},
    {"forget-atomic", "an atomic store overwrites", FindForgetAtomic, ForgetAtomic},
};

}  // namespace

absl::Span<const Kind> MemoryKinds() { return kKinds; }

}  // namespace t2t::mutation
