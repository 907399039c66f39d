#include "tools/cuts.h"

#include <algorithm>

#include "absl/container/flat_hash_map.h"
#include "ir/core/rewrite.h"
#include "ir/core/walk.h"
#include "ir/text/printer.h"

namespace t2t {
namespace {

// The functions that call one in `dropped`, once per call.
void DropCallers(Reduced& r) {
  const Program& p = r.program;
  std::vector<std::vector<FuncId>> callers(p.num_functions());
  for (uint32_t i = 0; i < p.num_functions(); ++i) {
    ForEachStmt(p, p[FuncId(i)].body, [&](StmtId stmt) {
      ForEachExpr(p, stmt, [&](ExprId expr) {
        ForEachCall(p, expr, [&](ExprId call) {
          if (const FuncId callee = p.CallOf(call).callee) callers[callee.index()].push_back(FuncId(i));
        });
      });
    });
  }
  std::vector<FuncId> work;
  for (uint32_t i = 0; i < p.num_functions(); ++i) {
    if (r.dropped[i]) work.push_back(FuncId(i));
  }
  while (!work.empty()) {
    const FuncId callee = work.back();
    work.pop_back();
    for (FuncId caller : callers[callee.index()]) {
      if (r.dropped[caller.index()]) continue;
      r.dropped[caller.index()] = true;
      work.push_back(caller);
    }
  }
}

// A round of cuts inside functions. What takes the place of a value is collected and put in at the end, in one walk.
class Cutter {
 public:
  explicit Cutter(Program& program) : p_(program) {}

  bool Make(const Cut& cut) {
    if (cut.kind == Cut::Kind::kReturn) return DropReturn(cut.function, cut.index);
    if (!p_.IsLinked(cut.stmt)) return false;
    switch (cut.kind) {
      case Cut::Kind::kSkip: return Skip(cut.stmt);
      case Cut::Kind::kUnwrap: return Inline(cut.stmt, p_.RegionOf(cut.stmt).body);
      case Cut::Kind::kElse: return Inline(cut.stmt, p_.RegionOf(cut.stmt).else_body);
      default: return Drop(cut.stmt);
    }
  }

  void Finish() {
    Substitution substitution(p_);
    for (const ValueId value : replaced_) substitution.Map(value, Resolve(value));
    if (substitution.empty()) return;
    for (uint32_t i = 0; i < p_.num_functions(); ++i) substitution.ApplyTo(p_[FuncId(i)].body);
  }

 private:
  void Replace(ValueId value, ExprId by) {
    instead_.emplace(value, by);
    replaced_.push_back(value);
  }

  // What stands for a value in the end, where what takes its place is replaced as well. All values on the way there get the
  // answer, so that a thousand statements dropped one behind the other are no million steps.
  ExprId Resolve(ValueId value) {
    std::vector<ValueId> way;
    ExprId to;
    for (ValueId next = value; next; next = AsVar(p_, to)) {
      const auto found = instead_.find(next);
      if (found == instead_.end()) break;
      to = found->second;
      way.push_back(next);
    }
    for (const ValueId passed : way) instead_[passed] = to;
    return to;
  }

  bool Skip(StmtId loop) {
    const Region& r = p_.RegionOf(loop);
    const absl::Span<const ValueId> results = p_[r.results];
    const absl::Span<const ExprId> inits = p_[r.inits];
    if (results.size() != inits.size()) return false;
    for (size_t i = 0; i < results.size(); ++i) {
      if (p_[results[i]].type != p_[inits[i]].type) return false;
    }
    for (size_t i = 0; i < results.size(); ++i) Replace(results[i], inits[i]);
    p_.Unlink(loop);
    return true;
  }

  bool Inline(StmtId stmt, BlockId block) {
    const Region r = p_.RegionOf(stmt);
    const StmtId last = p_[block].last;
    const bool yields = last && p_[last].kind == StmtKind::kYield;
    const absl::Span<const ValueId> results = p_[r.results], args = p_[r.iter_args];
    const absl::Span<const ExprId> inits = p_[r.inits];
    const absl::Span<const ExprId> values = yields ? p_[p_[last].values()] : absl::Span<const ExprId>();
    if (results.size() != values.size() || args.size() != inits.size()) return false;
    for (size_t i = 0; i < args.size(); ++i) Replace(args[i], inits[i]);
    for (size_t i = 0; i < results.size(); ++i) Replace(results[i], values[i]);
    if (p_[stmt].kind == StmtKind::kFor) Replace(r.loop_var, r.start);
    ForEachInBlock(p_, block, [&](StmtId inside) {
      p_.Unlink(inside);
      if (!(yields && inside == last)) p_.InsertBefore(stmt, inside);
    });
    p_.Unlink(stmt);
    return true;
  }

  // A value of the same type that is there as well: an operand, or else a parameter.
  ExprId StandIn(StmtId stmt, ValueId value) const {
    ExprId found;
    const auto fits = [&](ValueId other) {
      if (!found && other != value && p_[other].type == p_[value].type) found = p_.Var(other);
    };
    ForEachUse(p_, stmt, fits);
    for (const ValueId param : p_.Params(p_.FunctionOf(stmt))) fits(param);
    return found;
  }

  bool Drop(StmtId stmt) {
    if (p_[stmt].kind == StmtKind::kAssign) {
      const ValueId value = p_[stmt].var();
      if (const ExprId by = StandIn(stmt, value)) {
        Replace(value, by);
      } else {
        return DropWithUsers(stmt);
      }
    }
    p_.Unlink(stmt);
    return true;
  }

  // Nothing can stand for the result: statements that read it go too, if it is only assignments and bare calls that do.
  bool DropWithUsers(StmtId first) {
    if (users_.empty()) FindUsers();
    std::vector<StmtId> gone = {first};
    for (size_t i = 0; i < gone.size(); ++i) {
      if (p_[gone[i]].kind == StmtKind::kEval) continue;
      for (const StmtId user : users_[p_[gone[i]].var().index()]) {
        if (!p_.IsLinked(user) || std::find(gone.begin(), gone.end(), user) != gone.end()) continue;
        if (p_[user].kind != StmtKind::kAssign && p_[user].kind != StmtKind::kEval) return false;
        if (gone.size() >= kMostUsers) return false;
        gone.push_back(user);
      }
    }
    for (const StmtId stmt : gone) p_.Unlink(stmt);
    return true;
  }
  void FindUsers() {
    users_.resize(p_.num_values());
    for (uint32_t i = 0; i < p_.num_functions(); ++i) {
      ForEachStmt(p_, p_[FuncId(i)].body, [&](StmtId stmt) {
        ForEachUse(p_, stmt, [&](ValueId value) { users_[value.index()].push_back(stmt); });
      });
    }
  }

  bool DropReturn(FuncId function, uint32_t index) {
    Function f = p_[function];
    const StmtId last = p_[f.body].last;
    if (!last || p_[last].kind != StmtKind::kReturn) return false;
    std::vector<ExprId> values(p_[p_[last].values()].begin(), p_[p_[last].values()].end());
    std::vector<TypeId> types(p_[f.return_types].begin(), p_[f.return_types].end());
    if (values.size() != types.size() || values.size() < 2 || index >= values.size()) return false;
    values.erase(values.begin() + index);
    types.erase(types.begin() + index);
    p_.SetStmtValues(last, p_.MakeList(values));
    f.return_types = p_.MakeList(types);
    p_.SetFunction(function, f);
    return true;
  }

  // A chain of users longer than this is better taken apart by cuts of its own.
  static constexpr size_t kMostUsers = 64;

  Program& p_;
  absl::flat_hash_map<ValueId, ExprId> instead_;
  std::vector<ValueId> replaced_;                // keys of instead_, in order
  std::vector<std::vector<StmtId>> users_;       // by value, as they were before the first cut
};

}  // namespace

std::string Reduced::Text() const {
  const auto kept = [this](FuncId f) { return !dropped[f.index()]; };
  const absl::FunctionRef<bool(FuncId)> only = kept;
  PrintOptions options;
  options.only = &only;
  return PrintProgram(program, options) + "\n";
}

int Reduced::functions() const { return static_cast<int>(std::count(dropped.begin(), dropped.end(), false)); }

int Reduced::statements() const {
  int n = 0;
  for (uint32_t i = 0; i < program.num_functions(); ++i) {
    if (!dropped[i]) ForEachStmt(program, program[FuncId(i)].body, [&](StmtId) { ++n; });
  }
  return n;
}

std::vector<Cut> CutsOf(const Reduced& from, Cut::Kind kind) {
  const Program& p = from.program;
  std::vector<Cut> cuts;
  for (uint32_t i = 0; i < p.num_functions(); ++i) {
    const FuncId f(i);
    if (from.dropped[i]) continue;
    if (kind == Cut::Kind::kFunction) cuts.push_back({kind, {}, f, 0});
    if (kind == Cut::Kind::kReturn) {
      // From the last on, so that what is left of the list keeps its numbers.
      for (auto k = static_cast<uint32_t>(p[p[f].return_types].size()); k-- > 0;) cuts.push_back({kind, {}, f, k});
    }
    ForEachStmt(p, p[f].body, [&](StmtId stmt) {
      const StmtKind what = p[stmt].kind;
      const bool loop = what == StmtKind::kFor || what == StmtKind::kWhile;
      const bool fits = kind == Cut::Kind::kSkip     ? loop
                        : kind == Cut::Kind::kUnwrap ? p[stmt].HasRegion()
                        : kind == Cut::Kind::kElse   ? what == StmtKind::kIf && p.RegionOf(stmt).else_body.valid()
                        : kind == Cut::Kind::kStatement && (what == StmtKind::kAssign || what == StmtKind::kEval);
      if (fits) cuts.push_back({kind, stmt, f, 0});
    });
  }
  return cuts;
}

bool Apply(absl::Span<const Cut> cuts, Reduced& to) {
  bool any = false;
  Cutter cutter(to.program);
  for (const Cut& cut : cuts) {
    if (to.dropped[cut.function.index()]) continue;
    if (cut.kind == Cut::Kind::kFunction) {
      to.dropped[cut.function.index()] = true;
      any = true;
    } else {
      any |= cutter.Make(cut);
    }
  }
  cutter.Finish();
  DropCallers(to);
  return any;
}

}  // namespace t2t
