// InOutUseValid: a value passed as Out or InOut is dead; the result of the call takes its place. Wrappers are exempt.
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "fmt/format.h"
#include "ir/core/walk.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a value is read after it was passed for writing"},
};

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

void VerifyInOutUse(VerifyContext& c) {
  InOutUse checker(c);
  for (FuncId f : c.functions) checker.Function(f);
}

}  // namespace

constinit const Verifier kInOutUseValid = {
    .property = "InOutUseValid",
    .kind = VerifierKind::kStructural,
    .summary = "a value handed over for writing is not read again",
    .source = "verifiers 6.2",
    .rules = kRules,
    .whole_program_table = true,
    .run = VerifyInOutUse,
};

}  // namespace t2t
