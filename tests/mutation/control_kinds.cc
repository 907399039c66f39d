// Damage to what yields and returns hand over, to loops and branches, and to signatures.
#include "mutation/kinds.h"

#include "ir/analysis/function_class.h"

namespace t2t::mutation {
namespace {

void FindYield(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachKernelStmt(p, [&](FuncId f, StmtId stmt) {
    const StmtKind k = p[stmt].kind;
    if (k != StmtKind::kYield && k != StmtKind::kReturn) return;
    const auto values = p[p[stmt].values()];
    for (uint32_t i = 0; i < values.size(); ++i) {
      out.push_back({kind, f, stmt, i, 0});                                                  // one less
      if (i + 1 < values.size() && values[i] != values[i + 1]) out.push_back({kind, f, stmt, i, 1});  // swapped
      const ValueId v = AsVar(p, values[i]);
      if (v && OtherValue(p, f, stmt, v)) out.push_back({kind, f, stmt, i, 2});              // another value
      out.push_back({kind, f, stmt, i, 3});                                                  // one more
    }
  });
}
bool Yield(Program& p, const Mutant& m) {
  std::vector<ExprId> values(p[p[m.stmt].values()].begin(), p[p[m.stmt].values()].end());
  if (m.b == 0) values.erase(values.begin() + m.a);
  if (m.b == 1) std::swap(values[m.a], values[m.a + 1]);
  if (m.b == 2) values[m.a] = p.Var(OtherValue(p, m.func, m.stmt, AsVar(p, values[m.a])));
  if (m.b == 3) values.push_back(values[m.a]);
  p.SetStmtValues(m.stmt, p.MakeList(values));
  return true;
}

void FindLoop(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachKernelStmt(p, [&](FuncId f, StmtId stmt) {
    if (!p[stmt].HasRegion()) return;
    const Region& r = p.RegionOf(stmt);
    if (r.stop) out.push_back({kind, f, stmt, 0, 0});
    if (r.start) out.push_back({kind, f, stmt, 1, 0});
    if (p[stmt].kind == StmtKind::kIf) out.push_back({kind, f, stmt, 2, 0});
    if (r.else_body) out.push_back({kind, f, stmt, 3, 0});
    for (uint32_t i = 0; i < r.inits.size; ++i) {
      const ValueId v = AsVar(p, p[r.inits][i]);
      if (v && OtherValue(p, f, stmt, v)) out.push_back({kind, f, stmt, 4, i});
    }
    if (r.iter_args.size > 0) out.push_back({kind, f, stmt, 5, 0});
  });
}
bool ChangeLoop(Program& p, const Mutant& m) {
  Region r = p.RegionOf(m.stmt);
  const auto plus_one = [&](ExprId e) {
    return p.IsConstInt(e) ? p.Int(p[e].int_value() + 1, p[e].dtype)
                           : p.Binary(ExprKind::kAdd, e, p.Int(1, p[e].dtype), p[e].dtype);
  };
  switch (m.a) {
    case 0: r.stop = plus_one(r.stop); break;
    case 1: r.start = plus_one(r.start); break;
    case 2: r.cond = p.Unary(ExprKind::kNot, r.cond, DType::kBool); break;
    case 3: std::swap(r.body, r.else_body); break;
    case 4: {
      std::vector<ExprId> inits(p[r.inits].begin(), p[r.inits].end());
      inits[m.b] = p.Var(OtherValue(p, m.func, m.stmt, AsVar(p, inits[m.b])));
      r.inits = p.MakeList(inits);
      break;
    }
    default: {
      std::vector<ValueId> results(p[r.results].begin(), p[r.results].end());
      if (results.empty()) return false;
      results.pop_back();
      r.results = p.MakeList(results);
    }
  }
  p.SetRegion(m.stmt, r);
  return true;
}

void FindDirection(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  for (uint32_t i = 0; i < p.num_functions(); ++i) {
    const FuncId f(i);
    if (!IsLoweredKernel(p, f)) continue;
    for (uint32_t k = 0; k < p.Params(f).size(); ++k) {
      if (!p.TypeOf(p.Params(f)[k]).IsTensorLike()) continue;
      for (uint32_t to = 0; to < 3; ++to) {
        if (static_cast<ParamDirection>(to) != p.Direction(f, k)) out.push_back({kind, f, StmtId(), k, to});
      }
    }
  }
}
bool ChangeDirection(Program& p, const Mutant& m) {
  Function f = p[m.func];
  std::vector<uint32_t> directions(p[f.directions].begin(), p[f.directions].end());
  directions[m.a] = m.b;
  f.directions = p.MakeList(directions);
  p.SetFunction(m.func, f);
  return true;
}

// A loop hands its carry on as it came.
void FindLostCarry(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachKernelStmt(p, [&](FuncId f, StmtId stmt) {
    if (p[stmt].kind != StmtKind::kFor && p[stmt].kind != StmtKind::kWhile) return;
    const Region& r = p.RegionOf(stmt);
    const StmtId yield = TrailingYield(p, r.body);
    for (uint32_t i = 0; yield && i < r.iter_args.size && i < p[yield].values().size; ++i) {
      if (AsVar(p, p[p[yield].values()][i]) != p[r.iter_args][i]) out.push_back({kind, f, yield, i, p[r.iter_args][i].index()});
    }
  });
}
bool LostCarry(Program& p, const Mutant& m) {
  std::vector<ExprId> values(p[p[m.stmt].values()].begin(), p[p[m.stmt].values()].end());
  values[m.a] = p.Var(ValueId(m.b));
  p.SetStmtValues(m.stmt, p.MakeList(values));
  return true;
}

// Another element of the same type is taken out of a tuple.
void FindSwapResults(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachKernelStmt(p, [&](FuncId f, StmtId stmt) {
    if (p[stmt].kind != StmtKind::kAssign || p[p[stmt].value()].kind != ExprKind::kTupleGet) return;
    const Expr& e = p[p[stmt].value()];
    if (p.TypeOf(e.tuple()).kind != TypeKind::kTuple) return;
    const auto elements = p[p.TypeOf(e.tuple()).elements];
    for (uint32_t i = 0; i < elements.size(); ++i) {
      if (i != e.tuple_index() && elements[i] == elements[e.tuple_index()]) out.push_back({kind, f, stmt, i, 0});
    }
  });
}
bool SwapResults(Program& p, const Mutant& m) {
  const ExprId old = p[m.stmt].value();
  p.SetStmtValue(m.stmt, p.TupleGet(p[old].tuple(), m.a));
  return true;
}

constexpr Kind kKinds[] = {
    {"yield", "a yield or return hands over another list of values", FindYield, Yield},
    {"control", "bounds, condition, branches, seeds or results of a loop or branch change", FindLoop, ChangeLoop},
    {"lost-carry", "a loop hands its carry on as it came", FindLostCarry, LostCarry},
    {"swap-results", "another result of a call is used", FindSwapResults, SwapResults},
    {"direction", "a parameter has another direction", FindDirection, ChangeDirection},
};

}  // namespace

absl::Span<const Kind> ControlKinds() { return kKinds; }

}  // namespace t2t::mutation
