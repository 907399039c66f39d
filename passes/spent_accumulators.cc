#include "passes/spent_accumulators.h"

#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "fmt/format.h"
#include "ir/core/walk.h"
#include "passes/known_ops.h"

namespace t2t {
namespace {

bool IsAddition(const Program& p, StmtId stmt) {
  static const OpId addition = Ops().Find("tensor.matmul_acc");
  return p[stmt].kind == StmtKind::kAssign && IsCallOf(p, p[stmt].value(), addition);
}

// `name` may be the memory of a value since `at`: a copy or view, a branch result or carry at the yield or loop that hands it on.
struct Name {
  ValueId name;
  StmtId at;
  bool next_round = false;  // of a loop: what its body reads of it was handed on before
};

class Spent {
 public:
  Spent(PassContext& context, FuncId kernel) : context_(context), p_(context.program), kernel_(kernel) {
    ForEachStmt(p_, p_[kernel].body, [&](StmtId stmt) {
      order_.emplace(stmt, static_cast<uint32_t>(order_.size()));
      if (const ValueId copied = Renamed(stmt)) {
        Link(copied, {p_[stmt].var(), stmt});
      } else if (p_[stmt].kind != StmtKind::kYield) {
        ForEachUse(p_, stmt, [&](ValueId v) { uses_[v].push_back(stmt); });
      }
      if (p_[stmt].HasRegion()) Region_(stmt);
      if (IsAddition(p_, stmt)) Overwrite(AsVar(p_, p_.Args(p_[stmt].value())[0]), stmt, stmt, {});
    });
  }

  bool Run() {
    bool ok = true;
    while (!work_.empty()) {
      const Work next = work_.back();
      work_.pop_back();
      ok = Judge(next) && ok;
    }
    return ok;
  }

 private:
  // `value` is overwritten by `addition`; `at` is that, or the loop around it whose carry `carry` then holds the sum.
  struct Work {
    ValueId value;
    StmtId addition, at;
    ValueId carry;
  };

  // What the statement gives another name: a copied variable, the operand of a view. Invalid for all else.
  ValueId Renamed(StmtId stmt) const {
    if (p_[stmt].kind != StmtKind::kAssign) return {};
    const ExprId value = p_[stmt].value();
    if (const ValueId copied = AsVar(p_, value)) return copied;
    if (!p_.IsOpCall(value) || p_.Args(value).empty() || !Ops()[p_.CallOf(value).op].view) return {};
    return AsVar(p_, p_.Args(value)[0]);
  }

  void Link(ValueId value, Name name) {
    names_[value].push_back(name);
    sources_[name.name].emplace_back(value, name.at);
  }
  void Region_(StmtId stmt) {
    const Region& r = p_.RegionOf(stmt);
    const auto hand_on = [&](ExprId value, ValueId to, StmtId at, bool next_round) {
      const ValueId v = AsVar(p_, value);
      if (v && p_.TypeOf(v).IsShaped()) Link(v, {to, at, next_round});
    };
    for (uint32_t i = 0; i < r.iter_args.size && i < r.inits.size; ++i) {
      hand_on(p_[r.inits][i], p_[r.iter_args][i], stmt, false);
      if (i < r.results.size) hand_on(p_[r.inits][i], p_[r.results][i], stmt, false);
    }
    for (BlockId block : {r.body, r.else_body}) {
      const StmtId yield = block ? TrailingYield(p_, block) : StmtId();
      const ExprList values = yield ? p_[yield].values() : ExprList();
      absl::flat_hash_map<ExprId, ValueId> fed;
      for (uint32_t i = 0; i < r.results.size && i < values.size; ++i) {
        hand_on(p_[values][i], p_[r.results][i], yield, false);
        if (i >= r.iter_args.size) continue;
        hand_on(p_[values][i], p_[r.iter_args][i], yield, true);
        // Carries that one value is yielded to share its memory from the second round on.
        const auto [first, alone] = fed.try_emplace(p_[values][i], p_[r.iter_args][i]);
        if (alone) continue;
        Link(first->second, {p_[r.iter_args][i], yield});
        Link(p_[r.iter_args][i], {first->second, yield});
      }
    }
  }

  void Overwrite(ValueId value, StmtId addition, StmtId at, ValueId carry) {
    if (value && p_[value].kind != ValueKind::kParam) work_.push_back({value, addition, at, carry});
  }

  bool Judge(const Work& w) {
    if (!judged_.emplace(w.value, w.at).second) return true;
    if (const ExprId made = DefiningExpr(p_, w.value); made && IsUnwritten(made)) return true;
    for (const auto& [source, since] : sources_[w.value]) {
      const bool seeds = p_[w.value].kind == ValueKind::kIterArg && since == p_[w.value].def;
      if (seeds) {
        Overwrite(source, w.addition, since, w.value);  // by the loop as a whole
      } else if (p_[w.value].kind != ValueKind::kIterArg && !Exclusive(since, w.addition)) {
        Overwrite(source, w.addition, w.at, w.carry);
      }
    }
    std::vector<Name> names = {{w.value, p_[w.value].def}};
    absl::flat_hash_map<ValueId, bool> met = {{w.value, false}};  // and whether in the next round
    for (size_t k = 0; k < names.size(); ++k) {
      const Name name = names[k];
      for (StmtId use : uses_[name.name]) {
        if (!Stale(use, name, w)) continue;
        Report(w, use);
        return false;
      }
      for (Name next : names_[name.name]) {
        if (IsSum(next, w) || Exclusive(next.at, w.addition)) continue;
        next.next_round = (next.next_round && Inside(w.addition, p_[next.name].def)) || name.next_round;
        const auto [known, fresh] = met.emplace(next.name, next.next_round);
        if (!fresh && (known->second || !next.next_round)) continue;
        known->second = next.next_round;
        names.push_back(next);
      }
    }
    return true;
  }

  // The carry that is added to, and its result, hold the sum.
  bool IsSum(const Name& name, const Work& w) const {
    if (!w.carry || name.at != w.at) return false;
    const Region& r = p_.RegionOf(w.at);
    for (uint32_t i = 0; i < r.iter_args.size; ++i) {
      if (p_[r.iter_args][i] == w.carry) return name.name == w.carry || (i < r.results.size && name.name == p_[r.results][i]);
    }
    return false;
  }

  // Does `use` of the name come when the value is overwritten?
  bool Stale(StmtId use, const Name& name, const Work& w) const {
    if (use == w.at) return name.name == w.value && Repeats(w.at, w.value);
    if (use == w.addition || Exclusive(use, w.addition)) return false;
    return name.next_round || order_.at(use) > order_.at(w.addition);
  }

  void Report(const Work& w, StmtId use) {
    const bool later = order_.at(use) > order_.at(w.addition);
    context_.diagnostics.Error(
        "kernel-entry", p_[w.at].span,
        fmt::format("a product is added to {} in place, and {} reads the value from before (in kernel {})", p_[p_[w.value].name],
                    later ? fmt::format("line {}", p_[use].span.line) : "the next round of the loop", p_[p_[kernel_].name]),
        "read it before the addition, or add to a product of its own");
  }

  // Storage that was only created, whatever part of it counts as valid.
  bool IsUnwritten(ExprId made) const {
    static const OpId narrows = Ops().Find("tensor.set_validshape");
    while (IsCallOf(p_, made, narrows)) {
      const ValueId whole = AsVar(p_, p_.Args(made)[0]);
      made = whole ? DefiningExpr(p_, whole) : ExprId();
    }
    return IsCallOf(p_, made, Known().tensor_create);
  }

  // A loop around `at` has not made `value` itself.
  bool Repeats(StmtId at, ValueId value) const {
    const StmtId def = p_[value].def;
    const BlockId home = p_[value].kind == ValueKind::kIterArg ? p_.RegionOf(def).body : p_[def].block;
    for (BlockId block = p_[at].block; block != home && p_[block].parent; block = p_[p_[block].parent].block) {
      const StmtKind kind = p_[p_[block].parent].kind;
      if (kind == StmtKind::kFor || kind == StmtKind::kWhile) return true;
    }
    return false;
  }

  bool Inside(StmtId stmt, StmtId region) const {
    for (StmtId at = stmt; at; at = p_[p_[at].block].parent) {
      if (at == region) return true;
    }
    return false;
  }

  // On different sides of one branch.
  bool Exclusive(StmtId a, StmtId b) const {
    absl::flat_hash_map<StmtId, BlockId> sides;
    for (BlockId block = p_[a].block; p_[block].parent; block = p_[p_[block].parent].block) {
      sides.emplace(p_[block].parent, block);
    }
    for (BlockId block = p_[b].block; p_[block].parent; block = p_[p_[block].parent].block) {
      const auto it = sides.find(p_[block].parent);
      if (it != sides.end()) return it->second != block;
    }
    return false;
  }

  PassContext& context_;
  const Program& p_;
  FuncId kernel_;
  absl::flat_hash_map<StmtId, uint32_t> order_;
  absl::flat_hash_map<ValueId, std::vector<StmtId>> uses_;  // other than handing it on under another name
  absl::flat_hash_map<ValueId, std::vector<Name>> names_;
  absl::flat_hash_map<ValueId, std::vector<std::pair<ValueId, StmtId>>> sources_;  // by name
  absl::flat_hash_set<std::pair<ValueId, StmtId>> judged_;
  std::vector<Work> work_;
};

}  // namespace

bool AccumulatorsAreSpentOnce(PassContext& context, FuncId kernel) {
  const Program& p = context.program;
  bool adds = false;
  ForEachStmt(p, p[kernel].body, [&](StmtId stmt) { adds = adds || IsAddition(p, stmt); });
  return !adds || Spent(context, kernel).Run();
}

}  // namespace t2t
