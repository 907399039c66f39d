#include "passes/open_tuples.h"

#include <vector>

#include "fmt/format.h"
#include "ir/core/builder.h"
#include "ir/core/walk.h"
#include "passes/tile_values.h"

namespace t2t {
namespace {

class Opener {
 public:
  explicit Opener(Program& program) : p_(program) {}

  void Open(StmtId stmt) {
    const Region old = p_.RegionOf(stmt);
    const std::vector<ValueId> results(p_[old.results].begin(), p_[old.results].end());
    open_.clear();
    bool any = false;
    for (ValueId result : results) {
      open_.push_back(HoldsTensors(p_[result].type));
      any |= open_.back();
    }
    if (!any || (!old.iter_args.empty() && old.iter_args.size != old.results.size)) return;
    // A condition that looks into a tuple would read it before it is put together.
    bool in_condition = false;
    if (p_[stmt].kind == StmtKind::kWhile) {
      ForEachUse(p_, old.cond, [&](ValueId v) { in_condition |= HoldsTensors(p_[v].type); });
    }
    if (in_condition) return;
    const Span span = p_[stmt].span;
    const std::vector<ValueId> carries(p_[old.iter_args].begin(), p_[old.iter_args].end());
    Region r = old;
    Builder before = Builder::Before(p_, stmt, span);
    r.inits = p_.MakeList(Elements(before, p_[old.inits]));
    r.iter_args = p_.MakeList(Fresh(carries));
    r.results = p_.MakeList(Fresh(results));
    for (BlockId block : {old.body, old.else_body}) OpenYield(block);
    p_.SetRegion(stmt, r);
    const StmtId first = p_[old.body].first, next = p_[stmt].next;
    Close(first ? Builder::Before(p_, first, span) : Builder::AtEnd(p_, old.body, span), carries, r.iter_args);
    Close(next ? Builder::Before(p_, next, span) : Builder::AtEnd(p_, p_[stmt].block, span), results, r.results);
  }

 private:
  bool HoldsTensors(TypeId type) const {
    if (p_[type].kind != TypeKind::kTuple) return false;
    for (TypeId element : p_[p_[type].elements]) {
      if (p_[element].IsTensorLike() || HoldsTensors(element)) return true;
    }
    return false;
  }

  // Every value to be opened replaced by its leaves, depth first.
  std::vector<ExprId> Elements(Builder& at, absl::Span<const ExprId> span) {
    const std::vector<ExprId> values(span.begin(), span.end());
    std::vector<ExprId> result;
    for (size_t i = 0; i < values.size(); ++i) {
      i < open_.size() && open_[i] ? Leaves(at, values[i], result) : result.push_back(values[i]);
    }
    return result;
  }
  void Leaves(Builder& at, ExprId value, std::vector<ExprId>& out) {
    const Type type = p_.TypeOf(value);
    if (type.kind != TypeKind::kTuple) {
      const ExprId known = ResolveProjection(p_, value);
      return out.push_back(known ? known : at.LetVar("element", value));
    }
    for (uint32_t i = 0; i < type.elements.size; ++i) Leaves(at, p_.TupleGet(value, i), out);
  }

  std::vector<ValueId> Fresh(const std::vector<ValueId>& old) {
    std::vector<ValueId> result;
    for (size_t i = 0; i < old.size(); ++i) {
      open_[i] ? FreshLeaves(old[i], p_[old[i]].type, result) : result.push_back(old[i]);
    }
    return result;
  }
  void FreshLeaves(ValueId like, TypeId type, std::vector<ValueId>& out) {
    if (p_[type].kind == TypeKind::kTuple) {
      for (uint32_t i = 0; i < p_[type].elements.size; ++i) FreshLeaves(like, p_[p_[type].elements][i], out);
      return;
    }
    const StrId name = p_.Str(fmt::format("{}_{}", p_[p_[like].name], out.size()));
    out.push_back(p_.AddValue(p_[like].kind, name, type, p_[like].func));
  }

  void OpenYield(BlockId block) {
    const StmtId yield = block ? TrailingYield(p_, block) : StmtId();
    if (!yield) return;
    Builder at = Builder::Before(p_, yield, p_[yield].span);
    p_.SetStmtValues(yield, p_.MakeList(Elements(at, p_[p_[yield].values()])));
  }

  // The old variables, defined again from the new ones.
  void Close(Builder at, const std::vector<ValueId>& old, ValueList opened) {
    uint32_t next = 0;
    for (size_t i = 0; i < old.size(); ++i) {
      if (!open_[i]) {
        ++next;
        continue;
      }
      const ExprId tuple = Gather(p_[old[i]].type, opened, next);
      p_.SetValueKind(old[i], ValueKind::kLocal);
      p_.SetDef(old[i], StmtId());
      at.Insert(p_.NewAssign(old[i], tuple, at.span()));
    }
  }
  ExprId Gather(TypeId type, ValueList from, uint32_t& next) {
    if (p_[type].kind != TypeKind::kTuple) return p_.Var(p_[from][next++]);
    std::vector<ExprId> elements;
    for (uint32_t i = 0; i < p_[type].elements.size; ++i) elements.push_back(Gather(p_[p_[type].elements][i], from, next));
    return p_.Tuple(elements);
  }

  Program& p_;
  std::vector<bool> open_;  // by result of the region at hand
};

}  // namespace

void OpenCarriedTuples(Program& p, FuncId kernel) {
  std::vector<StmtId> regions;
  ForEachStmt(p, p[kernel].body, [&](StmtId stmt) {
    if (p[stmt].HasRegion() && p[stmt].kind != StmtKind::kScope) regions.push_back(stmt);
  });
  Opener opener(p);
  for (StmtId stmt : regions) opener.Open(stmt);
}

}  // namespace t2t
