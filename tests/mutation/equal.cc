// When a mutant means the same as its original: the rules.
#include <algorithm>
#include <utility>
#include <vector>

#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "mutation/kinds.h"
#include "mutation/same_memory.h"

namespace t2t::mutation {
namespace {

bool IsKind(const Mutant& m, std::string_view name) { return Kinds()[m.kind].name == name; }

const Call* CallAt(const Program& p, StmtId stmt) {
  if (!stmt || (p[stmt].kind != StmtKind::kAssign && p[stmt].kind != StmtKind::kEval)) return nullptr;
  const ExprKind kind = p[p[stmt].value()].kind;
  return kind == ExprKind::kCall || kind == ExprKind::kSubmit ? &p.CallOf(p[stmt].value()) : nullptr;
}
std::string_view OpName(const Call* call) {
  return call != nullptr && call->op ? std::string_view(Ops()[call->op].name) : std::string_view();
}

bool WritesSomething(const Program& p, StmtId stmt) {
  const Call* call = CallAt(p, stmt);
  if (call == nullptr) return p[stmt].kind != StmtKind::kAssign && p[stmt].kind != StmtKind::kEval;
  if (!call->op) return true;
  const OpDef& op = Ops()[call->op];
  const bool computes = op.category == OpCategory::kTensor || op.category == OpCategory::kTile ||
                        op.category == OpCategory::kArray || op.category == OpCategory::kCast;
  if (!computes) return true;
  for (uint32_t i = 0; i < call->args.size; ++i) {
    if (op.declares_effects && Writes(EffectOn(p, *call, i))) return true;
  }
  return false;
}

// Does an operator that writes an operand also read it, as sums do?
bool ReadsTarget(const Program& p, const Call& call) {
  for (uint32_t i = 0; i < call.args.size; ++i) {
    if (EffectOn(p, call, i) == Effect::kReadWrite) return true;
  }
  return false;
}

bool Unread(const Program& p, FuncId f, ValueId v) {
  bool read = false;
  ForEachStmt(p, p[f].body, [&](StmtId stmt) {
    ForEachUse(p, stmt, [&](ValueId used) { read |= used == v; });
    ForEachDef(p, stmt, [&](ValueId def) { ForEachUseInType(p, p[def].type, [&](ValueId used) { read |= used == v; }); });
  });
  return !read;
}

// Operators whose first two operands may change places. Integer and floating-point addition and multiplication commute
// bit for bit; so do bitwise operators, minimum and maximum up to the sign of zero.
bool Commutes(std::string_view op, uint32_t a, uint32_t b) {
  if (a != 0 || b != 1) return false;
  op.remove_prefix(op.empty() ? 0 : std::min(op.find('.') + 1, op.size()));
  constexpr std::string_view kOps[] = {"add", "mul", "maximum", "minimum", "and", "or", "part_add", "part_mul",
                                       "part_max", "part_min"};
  return std::find(std::begin(kOps), std::end(kOps), op) != std::end(kOps);
}

// Does either statement write memory that the other one touches?
bool Interfere(const Program& p, StmtId a, StmtId b) {
  const auto written_by = [&](StmtId writer, StmtId other) {
    const ExprId target = TargetOf(p, writer);
    if (!target) return WritesSomething(p, writer);
    bool touched = CallAt(p, other) == nullptr || !CallAt(p, other)->op;
    ForEachUse(p, other, [&](ValueId used) { touched |= SameMemory(p, used, AsVar(p, target)); });
    return touched;
  };
  return written_by(a, b) || written_by(b, a);
}

// Neighbours that neither feed each other nor touch memory that the other writes.
bool Independent(const Program& p, StmtId a, StmtId b) {
  if (p[a].HasRegion() || p[b].HasRegion()) return false;
  for (StmtId s : {a, b}) {
    if (p[s].kind != StmtKind::kAssign && p[s].kind != StmtKind::kEval) return false;
  }
  bool dependent = false;
  const auto feeds = [&](StmtId from, StmtId to) {
    ForEachDef(p, from, [&](ValueId def) {
      ForEachUse(p, to, [&](ValueId used) { dependent |= used == def; });
      ForEachDef(p, to, [&](ValueId other) { ForEachUseInType(p, p[other].type, [&](ValueId u) { dependent |= u == def; }); });
    });
  };
  feeds(a, b);
  feeds(b, a);
  return !dependent && !Interfere(p, a, b);
}

// The same for a statement and everything up to `last`, behind it or in front of it.
bool IndependentUpTo(const Program& p, StmtId stmt, StmtId last, bool forward) {
  for (StmtId s = forward ? p[stmt].next : p[stmt].prev; s; s = forward ? p[s].next : p[s].prev) {
    if (!Independent(p, stmt, s)) return false;
    if (s == last) return true;
  }
  return false;
}

// The value that the mutant hands on in place of another one; both invalid for kinds that do not.
std::pair<ValueId, ValueId> Exchanged(const Program& p, const Mutant& m) {
  const auto other = [&](ExprId old) {
    const ValueId v = AsVar(p, old);
    return std::make_pair(v, OtherValue(p, m.func, m.stmt, v));
  };
  if (IsKind(m, "other-operand")) return other(p.Args(p[m.stmt].value())[m.a]);
  if (IsKind(m, "yield") && m.b == 2) return other(p[p[m.stmt].values()][m.a]);
  if (IsKind(m, "control") && m.a == 4) return other(p[p.RegionOf(m.stmt).inits][m.b]);
  if (IsKind(m, "lost-carry")) return {AsVar(p, p[p[m.stmt].values()][m.a]), ValueId(m.b)};
  return {};
}

// Default that an absent kwarg stands for.
bool DropsDefault(const Program& p, const Call& call, uint32_t index) {
  if (!call.op) return false;
  const Attr& attr = p[call.kwargs][index];
  const KwargDef* def = Ops()[call.op].FindKwarg(p[attr.key]);
  if (def == nullptr || def->required) return false;
  switch (attr.kind) {
    case AttrKind::kBool: return !attr.bool_value() && (def->default_text.empty() || def->default_text == "false");
    case AttrKind::kInt: return attr.int_value() == 0 && (def->default_text.empty() || def->default_text == "0");
    case AttrKind::kTensorLayout: return attr.as<TensorLayout>() == TensorLayout::kND;
    case AttrKind::kPadValue: return attr.as<PadValue>() == PadValue::kNull;
    default: return false;
  }
}

bool Allocates(std::string_view op) {
  return op == "tile.create" || op == "tensor.create" || op == "tile.alloc" || op == "tensor.create_l1";
}

// Is the value storage without content of its own?
bool IsScratch(const Program& p, ExprId e) {
  const ValueId v = AsVar(p, e);
  const ExprId call = v ? DefiningOpCall(p, v) : ExprId();
  return call && Allocates(Ops()[p.CallOf(call).op].name);
}

}  // namespace

std::string_view EqualBecause(const Program& p, const Mutant& m) {
  const Call* call = CallAt(p, m.stmt);
  const std::string_view op = OpName(call);
  if (IsKind(m, "swap-operands") && Commutes(op, m.a, m.b)) return "the operator commutes";
  if (IsKind(m, "swap-statements")) {
    if (Independent(p, m.stmt, p[m.stmt].next)) return "independent neighbours";
  }
  if (IsKind(m, "move-load") && IndependentUpTo(p, m.stmt, StmtId(m.a), m.b == 0)) return "the write goes to other memory";
  if (const auto [was, is] = Exchanged(p, m); was && is && SameMemory(p, was, is)) return "another name of the same memory";
  if (m.stmt && p[m.stmt].kind == StmtKind::kAssign && Unread(p, m.func, p[m.stmt].var()) && !WritesSomething(p, m.stmt) &&
      !IsKind(m, "cast") && !IsKind(m, "annotation") && !IsKind(m, "duplicate")) {
    return "nobody reads the result";
  }
  const bool type_kind = IsKind(m, "space") || IsKind(m, "valid") || IsKind(m, "extent") || IsKind(m, "dtype");
  if (type_kind && call != nullptr && call->op && Ops()[call->op].private_cast) {
    return "the type of a private cast is provisional until the conversion deduces it";
  }
  if (IsKind(m, "drop-kwarg") && call != nullptr && DropsDefault(p, *call, m.a)) return "the kwarg says what its absence says";
  if ((IsKind(m, "kwarg") || IsKind(m, "drop-kwarg")) && call != nullptr && p[p[call->kwargs][m.a].key] == "cache") {
    return "a cache policy is advice to the hardware";
  }
  if (IsKind(m, "other-operand") && call != nullptr && IsScratch(p, p[call->args][m.a])) {
    // Scratch of the right type is as good as any other scratch of that type.
    for (StmtId s = p[m.stmt].prev; s; s = p[s].prev) {
      if (p[s].kind == StmtKind::kAssign && p[s].var() != AsVar(p, p[call->args][m.a]) &&
          p[p[s].var()].type == p[p[call->args][m.a]].type) {
        return IsScratch(p, p.Var(p[s].var())) ? "scratch for scratch" : std::string_view();
      }
    }
  }
  if (IsKind(m, "double-store") && call != nullptr && !ReadsTarget(p, *call)) return "the same data is written again";
  if (IsKind(m, "direction") && m.b == static_cast<uint32_t>(ParamDirection::kInOut)) {
    return "InOut promises less than In or Out: callers stay correct";
  }
  return {};
}

}  // namespace t2t::mutation
