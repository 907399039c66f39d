// SSAForm: single definition, scoping, yields. Loop bodies and branches are scopes, `with` scopes are not. The number 2 of
// the specification (equal names) is never raised: identity is by node.
#include <vector>

#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/support/counted.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a variable is defined twice"},
    {3, "a loop with carries or a branch with results does not end in a yield"},
    {4, "a loop has another number of results than of carries"},
    {5, "a yield hands over another number of values than it feeds"},
    {6, "a variable is used where its scope is not open"},
    {7, "a yield is followed by another statement"},
};

constexpr uint32_t kClosed = 0xffffffffu;

class Checker {
 public:
  explicit Checker(VerifyContext& c) : c_(c), p_(c.program), defined_(p_.num_values(), 0), scope_(p_.num_values(), kClosed) {}

  void Function(FuncId f) {
    scopes_ = {1};
    next_scope_ = 1;
    live_.assign(1, true);
    live_.push_back(true);
    for (ValueId param : p_.Params(f)) {
      Enter(param);
      ForEachUseInType(p_, p_[param].type, [&](ValueId v) { EnterOnce(v); });
    }
    for (TypeId type : p_[p_[f].return_types]) ForEachUseInType(p_, type, [&](ValueId v) { EnterSeed(v); });
    WalkStructured(p_, p_[f].body, [&](WalkEvent event, StmtId stmt) {
      switch (event) {
        case WalkEvent::kEnter: return Enter(stmt);
        case WalkEvent::kElse: return SwitchBranch(stmt);
        case WalkEvent::kLeave: return Leave(stmt);
      }
    });
  }

 private:
  // ---- scopes: a variable is visible while the scope it was defined in is open ----

  void Enter(ValueId v) {
    ++defined_[v.index()];
    scope_[v.index()] = scopes_.back();
  }
  void EnterOnce(ValueId v) {
    if (p_[v].kind == ValueKind::kSymbol || p_[v].kind == ValueKind::kParam) return;
    EnterSeed(v);
  }
  // Named by the signature although the body defines it: visible, not yet defined.
  void EnterSeed(ValueId v) {
    if (scope_[v.index()] == kClosed) scope_[v.index()] = scopes_.front();
  }
  void Open() {
    scopes_.push_back(++next_scope_);
    live_.push_back(true);
  }
  void Close() {
    live_[scopes_.back()] = false;
    scopes_.pop_back();
  }
  bool Visible(ValueId v) const {
    if (p_[v].kind == ValueKind::kSymbol) return true;
    return scope_[v.index()] != kClosed && scope_[v.index()] < live_.size() && live_[scope_[v.index()]];
  }

  void Use(StmtId stmt, ExprId expr) {
    ForEachUse(p_, expr, [&](ValueId v) {
      if (Visible(v)) return;
      const bool foreign = p_[v].func && p_[v].func != p_.FunctionOf(stmt);
      c_.Error(6, stmt, fmt::format("{} is used outside the scope that defines it{}", p_[p_[v].name],
                                    foreign ? " (it belongs to another function)" : ""),
               "yield the value out of its loop or branch, or compute it where it is used");
    });
  }

  void Define(StmtId stmt, ValueId v) {
    if (defined_[v.index()] > 0 && p_[v].kind != ValueKind::kSymbol) {
      c_.Error(1, stmt, fmt::format("{} is defined more than once (definition {})", p_[p_[v].name],
                                    defined_[v.index()] + 1),
               "give each definition a name of its own");
    }
    Enter(v);
  }

  void Enter(StmtId stmt) {
    const Stmt& s = p_[stmt];
    if (!s.HasRegion()) {
      ForEachExpr(p_, stmt, [&](ExprId e) { Use(stmt, e); });
      if (s.kind == StmtKind::kAssign) {
        Define(stmt, s.var());
        if (p_.TypeOf(s.var()).view) ForEachUseInType(p_, p_[s.var()].type, [&](ValueId v) { EnterOnce(v); });
      }
      if (s.kind == StmtKind::kYield && s.next) {
        c_.Error(7, stmt, "a yield must be the last statement of its block", "move it to the end");
      }
      return;
    }
    const Region& r = p_.RegionOf(stmt);
    ForEachExpr(p_, stmt, [&](ExprId e) {
      if (s.kind != StmtKind::kWhile || e != r.cond) Use(stmt, e);
    });
    if (s.kind == StmtKind::kScope) return;
    Open();
    if (s.kind == StmtKind::kFor && r.loop_var) Define(stmt, r.loop_var);
    for (ValueId v : p_[r.iter_args]) Define(stmt, v);
    if (s.kind == StmtKind::kWhile && r.cond) Use(stmt, r.cond);
  }

  void SwitchBranch(StmtId) {
    Close();
    Open();
  }

  void Leave(StmtId stmt) {
    const Stmt& s = p_[stmt];
    if (s.kind == StmtKind::kScope) return;
    Close();
    const Region& r = p_.RegionOf(stmt);
    if (s.kind == StmtKind::kIf) {
      Branch(stmt, r);
    } else {
      Loop(stmt, r);
    }
    for (ValueId v : p_[r.results]) Define(stmt, v);
  }

  void Loop(StmtId stmt, const Region& r) {
    if (r.iter_args.size != r.results.size) {
      c_.Error(4, stmt, fmt::format("the loop carries {} but has {}", Counted(r.iter_args.size, "value"),
                                    Counted(r.results.size, "result")));
    }
    if (r.iter_args.empty()) return;
    CheckYield(stmt, r.body, r.iter_args.size, "the loop body");
  }

  void Branch(StmtId stmt, const Region& r) {
    if (r.results.empty()) return;
    CheckYield(stmt, r.body, r.results.size, "the branch");
    if (!r.else_body) {
      c_.Error(3, stmt, "a branch with results needs an else", "yield a value there too");
    } else {
      CheckYield(stmt, r.else_body, r.results.size, "the else branch");
    }
  }

  void CheckYield(StmtId stmt, BlockId block, uint32_t wanted, std::string_view what) {
    const StmtId yield = TrailingYield(p_, block);
    if (!yield) {
      c_.Error(3, stmt, fmt::format("{} does not end in a yield", what), "yield one value for each carried value or result");
    } else if (p_[yield].values().size != wanted) {
      c_.Error(5, yield, fmt::format("{} yields {}, but {} wanted", what, Counted(p_[yield].values().size, "value"),
                                     wanted == 1 ? std::string("1 is") : fmt::format("{} are", wanted)));
    }
  }

  VerifyContext& c_;
  const Program& p_;
  std::vector<uint16_t> defined_;  // by value: definitions seen
  std::vector<uint32_t> scope_;    // by value: scope of the last definition
  std::vector<uint32_t> scopes_;   // open ones, innermost last
  std::vector<bool> live_;         // by scope
  uint32_t next_scope_ = 0;
};

void VerifySSAForm(VerifyContext& c) {
  Checker checker(c);
  for (FuncId f : c.functions) checker.Function(f);
}

}  // namespace

constinit const Verifier kSSAForm = {
    .property = "SSAForm",
    .kind = VerifierKind::kProperty,
    .summary = "every variable is defined once, used in scope, and yields match what they feed",
    .source = "verifiers 4.1",
    .rules = kRules,
    .whole_program_table = true,
    .run = VerifySSAForm,
};

}  // namespace t2t
