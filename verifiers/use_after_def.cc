// UseAfterDef: what is read, in an expression or in the type of a variable, stands before. Attributes of a function may name
// only what its signature knows.
#include <vector>

#include "fmt/format.h"
#include "ir/core/walk.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {401, "a variable is read before the statement that defines it"},
};

class Checker {
 public:
  explicit Checker(VerifyContext& c) : c_(c), p_(c.program), seen_(p_.num_values(), false) {}

  void Function(FuncId f) {
    for (ValueId param : p_.Params(f)) {
      seen_[param.index()] = true;
      ForEachUseInType(p_, p_[param].type, [&](ValueId v) { seen_[v.index()] = true; });
    }
    for (TypeId type : p_[p_[f].return_types]) {
      ForEachUseInType(p_, type, [&](ValueId v) { seen_[v.index()] = true; });
    }
    for (const Attr& attr : p_[p_[f].attrs]) {
      if (attr.kind == AttrKind::kExpr) Named(f, attr.expr());
      if (attr.kind != AttrKind::kExprList) continue;
      for (ExprId e : p_[attr.exprs()]) Named(f, e);
    }
    WalkStructured(p_, p_[f].body, [&](WalkEvent event, StmtId stmt) {
      if (event == WalkEvent::kEnter) Enter(stmt);
      if (event == WalkEvent::kLeave) Results(stmt);
    });
  }

 private:
  // By an attribute of the function.
  void Named(FuncId f, ExprId expr) {
    ForEachUse(p_, expr, [&](ValueId v) {
      if (seen_[v.index()] || p_[v].kind == ValueKind::kSymbol) return;
      c_.Error(401, f, fmt::format("an attribute of function {} names {}, which its signature does not know", p_[p_[f].name],
                                   p_[p_[v].name]),
               "name a parameter, or an extent of one");
    });
  }
  void Enter(StmtId stmt) {
    const Stmt& s = p_[stmt];
    const bool loop = s.kind == StmtKind::kFor || s.kind == StmtKind::kWhile;
    if (loop) {
      const Region& r = p_.RegionOf(stmt);
      if (s.kind == StmtKind::kFor && r.loop_var) seen_[r.loop_var.index()] = true;
      // The condition of a while is inside the body; its carries are visible there.
      for (ValueId v : p_[r.iter_args]) seen_[v.index()] = true;
    }
    ForEachUse(p_, stmt, [&](ValueId v) { Use(stmt, v); });
    if (s.kind != StmtKind::kAssign) return;
    if (p_.TypeOf(s.var()).IsShaped()) {
      ForEachUseInType(p_, p_[s.var()].type, [&](ValueId v) { Use(stmt, v); });
    }
    seen_[s.var().index()] = true;
  }
  void Results(StmtId stmt) {
    for (ValueId v : p_[p_.RegionOf(stmt).results]) seen_[v.index()] = true;
  }
  void Use(StmtId stmt, ValueId v) {
    if (seen_[v.index()] || p_[v].kind == ValueKind::kSymbol) return;
    c_.Error(401, stmt, fmt::format("{} is used before it is defined", p_[p_[v].name]),
             "move the definition in front of its first use");
    seen_[v.index()] = true;  // one report per variable
  }

  VerifyContext& c_;
  const Program& p_;
  std::vector<bool> seen_;
};

void VerifyUseAfterDef(VerifyContext& c) {
  Checker checker(c);
  for (FuncId f : c.functions) checker.Function(f);
}

}  // namespace

constinit const Verifier kUseAfterDef = {
    .property = "UseAfterDef",
    .kind = VerifierKind::kStructural,
    .summary = "every use comes behind its definition",
    .source = "verifiers 4.2",
    .rules = kRules,
    .whole_program_table = true,
    .run = VerifyUseAfterDef,
};

}  // namespace t2t
