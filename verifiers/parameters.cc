// Parameters and calls (verifiers 5.5, 6.1, 6.2).
//   CallArity             1  a call has as many operands as its callee parameters; 2  a Submit has no more
//   OutParamNotShadowed 501  an Out or InOut parameter is not assigned a tensor.create or tensor.full
//   InOutUseValid         1  a value passed as Out or InOut is not read again: its place is taken by the call's result
//   ArrayNotEscaped       1  no parameter, 2  no return type holds an on-core array
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

bool HoldsArray(const Program& p, TypeId type) {
  if (p[type].kind == TypeKind::kArray) return true;
  for (TypeId element : p[p[type].elements]) {
    if (HoldsArray(p, element)) return true;
  }
  return false;
}

// Forward walk over "handed over" values. A loop body is walked once more when it hands over something it also reads:
// the second iteration would read it.
class InOutUse {
 public:
  explicit InOutUse(VerifyContext& c) : c_(c), p_(c.program), dead_(p_.num_values(), StmtId()) {}

  void Function(FuncId f) {
    if (IsWrapper(p_[f].type)) return;
    if (!HandsOver(f)) return;
    killed_.clear();
    Block(p_[f].body);
    for (ValueId v : killed_) dead_[v.index()] = StmtId();
  }

 private:
  bool HandsOver(FuncId f) const {
    bool calls = false;
    ForEachStmt(p_, p_[f].body, [&](StmtId stmt) {
      const Stmt& s = p_[stmt];
      if (s.kind != StmtKind::kAssign && s.kind != StmtKind::kEval) return;
      calls |= p_[s.value()].kind == ExprKind::kCall && p_.CallOf(s.value()).callee.valid();
    });
    return calls;
  }

  void Block(BlockId block) {
    for (StmtId stmt = p_[block].first; stmt; stmt = p_[stmt].next) Statement(stmt);
  }

  void Statement(StmtId stmt) {
    const Stmt& s = p_[stmt];
    ForEachUse(p_, stmt, [&](ValueId v) {
      const StmtId passed = dead_[v.index()];
      if (!passed || !reported_.insert({v, stmt}).second) return;
      c_.Error(1, stmt, fmt::format("{} is read after it was passed for writing (line {})", p_[p_[v].name],
                                    p_[passed].span.line),
               "use the result of that call instead");
    });
    if (s.kind == StmtKind::kAssign || s.kind == StmtKind::kEval) {
      Kill(stmt, s.value());
      if (s.kind == StmtKind::kAssign) dead_[s.var().index()] = StmtId();
      return;
    }
    if (!s.HasRegion()) return;
    const Region& r = p_.RegionOf(stmt);
    if (s.kind == StmtKind::kIf) {
      const size_t before = killed_.size();
      Block(r.body);
      // Branches do not see each other: what the first killed comes back for the second, then both count.
      std::vector<std::pair<ValueId, StmtId>> first;
      for (size_t i = before; i < killed_.size(); ++i) {
        first.emplace_back(killed_[i], dead_[killed_[i].index()]);
        dead_[killed_[i].index()] = StmtId();
      }
      if (r.else_body) Block(r.else_body);
      for (const auto& [v, where] : first) {
        if (where) dead_[v.index()] = where;
      }
      return;
    }
    const size_t before = killed_.size();
    Block(r.body);
    if ((s.kind == StmtKind::kFor || s.kind == StmtKind::kWhile) && killed_.size() > before) {
      for (ValueId v : p_[r.iter_args]) dead_[v.index()] = StmtId();
      Reread(r.body);
    }
    for (ValueId v : p_[r.iter_args]) dead_[v.index()] = StmtId();
  }

  // What the body hands over and defines outside is dead when the next iteration begins.
  void Reread(BlockId body) {
    ForEachStmt(p_, body, [&](StmtId stmt) {
      if (p_[stmt].kind == StmtKind::kAssign) dead_[p_[stmt].var().index()] = StmtId();
    });
    ForEachStmt(p_, body, [&](StmtId stmt) {
      ForEachUse(p_, stmt, [&](ValueId v) {
        const StmtId passed = dead_[v.index()];
        if (!passed || !reported_.insert({v, stmt}).second) return;
        c_.Error(1, stmt, fmt::format("{} is passed for writing in one iteration and read in the next", p_[p_[v].name]),
                 "carry the result of the call through the loop");
      });
    });
  }

  void Kill(StmtId stmt, ExprId value) {
    if (p_[value].kind != ExprKind::kCall) return;
    const Call& call = p_.CallOf(value);
    if (!call.callee || p_[call.callee].declared_only) return;
    const absl::Span<const ExprId> args = p_[call.args];
    for (uint32_t i = 0; i < args.size() && i < p_.Params(call.callee).size(); ++i) {
      const ValueId v = AsVar(p_, args[i]);
      if (!v || p_.Direction(call.callee, i) == ParamDirection::kIn || !p_.TypeOf(v).IsShaped()) continue;
      dead_[v.index()] = stmt;
      killed_.push_back(v);
    }
  }

  VerifyContext& c_;
  const Program& p_;
  std::vector<StmtId> dead_;  // by value: where it was handed over
  std::vector<ValueId> killed_;
  absl::flat_hash_set<std::pair<ValueId, StmtId>> reported_;
};

}  // namespace

void VerifyCallArity(VerifyContext& c) {
  const Program& p = c.program;
  for (FuncId f : c.functions) {
    ForEachStmt(p, p[f].body, [&](StmtId stmt) {
      ForEachExpr(p, stmt, [&](ExprId e) {
        if (!p[e].has_call) return;
        ForEachCall(p, e, [&](ExprId expr) {
          const Call& call = p.CallOf(expr);
          if (!call.callee || p[call.callee].declared_only) return;
          const size_t wanted = p.Params(call.callee).size(), got = call.args.size;
          const bool submit = p[expr].kind == ExprKind::kSubmit;
          if (submit ? got <= wanted : got == wanted) return;
          c.Error(submit ? 2 : 1, stmt, fmt::format("{} takes {} operands, this {} passes {}", p[p[call.callee].name],
                                                    wanted, submit ? "submit" : "call", got));
        });
      });
    });
  }
}

void VerifyOutParamNotShadowed(VerifyContext& c) {
  const Program& p = c.program;
  const OpId create = Ops().Find("tensor.create"), full = Ops().Find("tensor.full");
  for (FuncId f : c.functions) {
    ForEachStmt(p, p[f].body, [&](StmtId stmt) {
      const Stmt& s = p[stmt];
      if (s.kind != StmtKind::kAssign || p[s.var()].kind != ValueKind::kParam || !p.IsOpCall(s.value())) return;
      const OpId op = p.CallOf(s.value()).op;
      if (op != create && op != full) return;
      const absl::Span<const ValueId> params = p.Params(f);
      for (uint32_t i = 0; i < params.size(); ++i) {
        if (params[i] != s.var() || p.Direction(f, i) == ParamDirection::kIn) continue;
        c.Error(501, stmt, fmt::format("{} parameter {} is rebound to a new {}", EnumName(p.Direction(f, i)),
                                       p[p[params[i]].name], Ops()[op].name),
                "write through the parameter: the caller sees only its own buffer");
      }
    });
  }
}

void VerifyInOutUse(VerifyContext& c) {
  InOutUse checker(c);
  for (FuncId f : c.functions) checker.Function(f);
}

void VerifyArrayNotEscaped(VerifyContext& c) {
  const Program& p = c.program;
  for (FuncId f : c.functions) {
    for (size_t i = 0; i < p.Params(f).size(); ++i) {
      const ValueId param = p.Params(f)[i];
      if (!HoldsArray(p, p[param].type)) continue;
      c.Error(1, f, fmt::format("parameter {} ({}) of {} is an on-core array", i, p[p[param].name], p[p[f].name]),
              "create it locally, or pass a tensor");
    }
    for (size_t i = 0; i < p[p[f].return_types].size(); ++i) {
      if (!HoldsArray(p, p[p[f].return_types][i])) continue;
      c.Error(2, f, fmt::format("result {} of {} is an on-core array", i, p[p[f].name]), "copy it into a tensor");
    }
  }
}

}  // namespace t2t
