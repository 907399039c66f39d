#include "passes/spent_accumulators.h"

#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "fmt/format.h"
#include "ir/core/walk.h"
#include "passes/known_ops.h"

namespace t2t {
namespace {

bool IsAddition(const Program& p, StmtId stmt) {
  static const OpId addition = Ops().Find("tensor.matmul_acc");
  return p[stmt].kind == StmtKind::kAssign && IsCallOf(p, p[stmt].value(), addition);
}

class Spent {
 public:
  Spent(PassContext& context, FuncId kernel) : context_(context), p_(context.program), kernel_(kernel) {
    ForEachStmt(p_, p_[kernel].body, [&](StmtId stmt) {
      order_.emplace(stmt, static_cast<uint32_t>(order_.size()));
      // A copy is another name of the value: what reads it reads the value.
      const ValueId copied = p_[stmt].kind == StmtKind::kAssign ? AsVar(p_, p_[stmt].value()) : ValueId();
      if (copied) {
        named_.emplace(p_[stmt].var(), Named(copied));
      } else {
        ForEachUse(p_, stmt, [&](ValueId v) { uses_[Named(v)].push_back(stmt); });
      }
      if (IsAddition(p_, stmt)) work_.emplace_back(AsVar(p_, p_.Args(p_[stmt].value())[0]), stmt);
    });
  }

  bool Run() {
    bool ok = true;
    while (!work_.empty()) {
      const auto [name, at] = work_.back();
      work_.pop_back();
      const ValueId value = name ? Named(name) : name;
      if (value && p_[value].kind != ValueKind::kParam) ok = Judge(value, at) && ok;
    }
    return ok;
  }

 private:
  // The value that this is a name of.
  ValueId Named(ValueId v) const {
    const auto it = named_.find(v);
    return it == named_.end() ? v : it->second;
  }

  // `value` is overwritten by `at`, or inside of it when that is a loop.
  bool Judge(ValueId value, StmtId at) {
    if (p_[value].kind == ValueKind::kIterArg) {
      const StmtId loop = p_[value].def;
      const Region& r = p_.RegionOf(loop);
      for (uint32_t i = 0; i < r.iter_args.size; ++i) {
        if (p_[r.iter_args][i] == value) work_.emplace_back(AsVar(p_, p_[r.inits][i]), loop);
      }
    } else if (const ExprId made = DefiningExpr(p_, value)) {
      if (IsUnwritten(made)) return true;
    }
    for (StmtId use : uses_[value]) {
      const bool later = order_[use] > order_[at] && !Exclusive(use, at);
      if (!later && !(use == at && Repeats(at, value))) continue;
      context_.diagnostics.Error(
          "kernel-entry", p_[at].span,
          fmt::format("a product is added to {} in place, and {} reads the value from before (in kernel {})", p_[p_[value].name],
                      later ? fmt::format("line {}", p_[use].span.line) : "the next round of the loop", p_[p_[kernel_].name]),
          "read it before the addition, or add to a product of its own");
      return false;
    }
    return true;
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
  absl::flat_hash_map<ValueId, ValueId> named_;
  absl::flat_hash_map<ValueId, std::vector<StmtId>> uses_;  // by value; reads under other names included
  std::vector<std::pair<ValueId, StmtId>> work_;
};

}  // namespace

bool AccumulatorsAreSpentOnce(PassContext& context, FuncId kernel) {
  const Program& p = context.program;
  bool adds = false;
  ForEachStmt(p, p[kernel].body, [&](StmtId stmt) { adds = adds || IsAddition(p, stmt); });
  return !adds || Spent(context, kernel).Run();
}

}  // namespace t2t
