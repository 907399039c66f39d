// Damage to the operands of calls.
#include "mutation/kinds.h"

#include <algorithm>

namespace t2t::mutation {
namespace {

void FindDropOperand(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachCallStmt(p, [&](FuncId f, StmtId stmt, const Call& call) {
    for (uint32_t i = 0; i < call.args.size; ++i) out.push_back({kind, f, stmt, i, 0});
  });
}
bool DropOperand(Program& p, const Mutant& m) {
  std::vector<ExprId> args = ArgsOf(p, m.stmt);
  args.erase(args.begin() + m.a);
  return WithArgs(p, m.stmt, args);
}

void FindSwapOperands(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachCallStmt(p, [&](FuncId f, StmtId stmt, const Call& call) {
    const auto args = p[call.args];
    for (uint32_t i = 0; i < args.size(); ++i) {
      for (uint32_t k = i + 1; k < std::min<size_t>(args.size(), i + 4); ++k) {
        if (args[i] != args[k]) out.push_back({kind, f, stmt, i, k});
      }
    }
  });
}
bool SwapOperands(Program& p, const Mutant& m) {
  std::vector<ExprId> args = ArgsOf(p, m.stmt);
  std::swap(args[m.a], args[m.b]);
  return WithArgs(p, m.stmt, args);
}

void FindOtherOperand(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachCallStmt(p, [&](FuncId f, StmtId stmt, const Call& call) {
    for (uint32_t i = 0; i < call.args.size; ++i) {
      const ValueId v = AsVar(p, p[call.args][i]);
      if (v && OtherValue(p, f, stmt, v)) out.push_back({kind, f, stmt, i, 0});
    }
  });
}
bool OtherOperand(Program& p, const Mutant& m) {
  std::vector<ExprId> args = ArgsOf(p, m.stmt);
  args[m.a] = p.Var(OtherValue(p, m.func, m.stmt, AsVar(p, args[m.a])));
  return WithArgs(p, m.stmt, args);
}

// Element of a literal tuple operand (shape, offset, valid region) one larger.
void FindTupleElement(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachCallStmt(p, [&](FuncId f, StmtId stmt, const Call& call) {
    for (uint32_t i = 0; i < call.args.size; ++i) {
      const ExprId arg = p[call.args][i];
      if (p[arg].kind != ExprKind::kTuple) continue;
      for (uint32_t k = 0; k < p.Elements(arg).size(); ++k) {
        if (p.TypeOf(p.Elements(arg)[k]).IsScalar()) out.push_back({kind, f, stmt, i, k});
      }
    }
  });
}
bool TupleElement(Program& p, const Mutant& m) {
  std::vector<ExprId> args = ArgsOf(p, m.stmt);
  std::vector<ExprId> items(p.Elements(args[m.a]).begin(), p.Elements(args[m.a]).end());
  const ExprId old = items[m.b];
  items[m.b] = p.IsConstInt(old) ? p.Int(p[old].int_value() + 1, p[old].dtype)
                                 : p.Binary(ExprKind::kAdd, old, p.Int(1, p[old].dtype), p[old].dtype);
  args[m.a] = p.Tuple(items);
  return WithArgs(p, m.stmt, args);
}

// A constant scalar operand one larger.
void FindScalarOperand(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachCallStmt(p, [&](FuncId f, StmtId stmt, const Call& call) {
    for (uint32_t i = 0; i < call.args.size; ++i) {
      const ExprKind k = p[p[call.args][i]].kind;
      if (k == ExprKind::kConstInt || k == ExprKind::kConstFloat) out.push_back({kind, f, stmt, i, 0});
    }
  });
}
bool ScalarOperand(Program& p, const Mutant& m) {
  std::vector<ExprId> args = ArgsOf(p, m.stmt);
  const ExprId old = args[m.a];
  args[m.a] = p[old].kind == ExprKind::kConstInt ? p.Int(p[old].int_value() + 1, p[old].dtype)
                                                 : p.Float(p.FloatValue(old) + 1, p[old].dtype);
  return WithArgs(p, m.stmt, args);
}

constexpr Kind kKinds[] = {
    {"drop-operand", "an operand of a call is missing", FindDropOperand, DropOperand},
    {"swap-operands", "two operands of a call change places", FindSwapOperands, SwapOperands},
    {"other-operand", "another value of the same type is read", FindOtherOperand, OtherOperand},
    {"tuple-element", "an offset, extent or valid extent is one too large", FindTupleElement, TupleElement},
    {"scalar-operand", "a constant operand is one too large", FindScalarOperand, ScalarOperand},
};

}  // namespace

absl::Span<const Kind> OperandKinds() { return kKinds; }

}  // namespace t2t::mutation
