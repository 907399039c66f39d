#include "passes/classify_values.h"

#include <optional>
#include <vector>

#include "ir/core/names.h"
#include "ir/core/walk.h"
#include "ir/support/status.h"
#include "passes/casts.h"
#include "passes/kernels.h"
#include "passes/tile_values.h"

namespace t2t {
namespace {

class Classifier {
 public:
  Classifier(Program& program, const TileValues& tiles) : p_(program), tiles_(tiles) {}

  absl::Status Kernel(FuncId kernel) {
    std::vector<StmtId> regions;
    ForEachStmt(p_, p_[kernel].body, [&](StmtId stmt) {
      const StmtKind kind = p_[stmt].kind;
      if (kind == StmtKind::kFor || kind == StmtKind::kWhile || kind == StmtKind::kIf) regions.push_back(stmt);
    });
    for (StmtId stmt : regions) RETURN_IF_ERROR(p_[stmt].kind == StmtKind::kIf ? Branch(stmt) : Loop(stmt));
    return absl::OkStatus();
  }

  Change change() const { return change_; }

 private:
  bool Becomes(ValueId v) const { return tiles_.Has(v) && p_.TypeOf(v).IsTensorLike(); }

  // Yielded value i goes through as_tile; the tile's type, or nothing when there is no such value.
  absl::StatusOr<std::optional<TypeId>> CastYield(BlockId block, size_t i) {
    const StmtId yield = TrailingYield(p_, block);
    if (!yield || i >= p_[yield].values().size) return std::nullopt;
    const absl::Span<const ExprId> old = p_[p_[yield].values()];
    std::vector<ExprId> values(old.begin(), old.end());
    if (!p_.TypeOf(values[i]).IsTensorLike()) return std::nullopt;
    Builder at = Builder::Before(p_, yield, p_[yield].span);
    ASSIGN_OR_RETURN(values[i], EmitAsTile(at, TileName(values[i], "yield"), values[i]));
    p_.SetStmtValues(yield, p_.MakeList(values));
    return p_[values[i]].type;
  }

  // A fresh value of type `type` that takes the place and the name of `old` among the definitions of a region.
  ValueId Replacement(ValueId old, TypeId type) {
    change_ = Change::kChanged;
    return p_.AddValue(p_[old].kind, p_[old].name, type, p_[old].func);
  }

  // `old` becomes an ordinary variable: what the tile `tile` stands for.
  void Reveal(Builder at, ValueId old, ValueId tile) {
    p_.SetValueName(old, p_.Str(AutoName(p_[p_[old].name], "gm")));
    DefineAsTensor(at, old, p_.Var(tile));
  }

  std::string TileName(ExprId value, std::string_view fallback) const {
    const ValueId v = AsVar(p_, value);
    return AutoName(v ? p_[p_[v].name] : fallback, "tile");
  }

  absl::Status Loop(StmtId stmt) {
    Region r = p_.RegionOf(stmt);
    std::vector<ValueId> carries(p_[r.iter_args].begin(), p_[r.iter_args].end());
    std::vector<ValueId> results(p_[r.results].begin(), p_[r.results].end());
    std::vector<ExprId> inits(p_[r.inits].begin(), p_[r.inits].end());
    const std::vector<ValueId> old_carries = carries, old_results = results;
    const Span span = p_[stmt].span;
    Builder before = Builder::Before(p_, stmt, span);
    bool any = false;
    for (size_t i = 0; i < carries.size() && i < inits.size() && i < results.size(); ++i) {
      if (!Becomes(old_carries[i])) continue;
      if (p_.TypeOf(inits[i]).IsTensorLike()) {
        ASSIGN_OR_RETURN(inits[i], EmitAsTile(before, TileName(p_.Var(carries[i]), "seed"), inits[i]));
      }
      const TypeId type = p_[inits[i]].type;
      carries[i] = Replacement(old_carries[i], type);
      results[i] = Replacement(old_results[i], type);
      RETURN_IF_ERROR(CastYield(r.body, i).status());
      any = true;
    }
    if (!any) return absl::OkStatus();
    r.iter_args = p_.MakeList(carries);
    r.results = p_.MakeList(results);
    r.inits = p_.MakeList(inits);
    p_.SetRegion(stmt, r);
    Builder body = AtStart(r.body, span);
    for (size_t i = 0; i < carries.size(); ++i) {
      if (carries[i] != old_carries[i]) Reveal(body, old_carries[i], carries[i]);
    }
    RevealAfter(stmt, old_results, results);
    return absl::OkStatus();
  }

  absl::Status Branch(StmtId stmt) {
    Region r = p_.RegionOf(stmt);
    std::vector<ValueId> results(p_[r.results].begin(), p_[r.results].end());
    const std::vector<ValueId> old_results = results;
    bool any = false;
    for (size_t i = 0; i < results.size(); ++i) {
      if (!Becomes(old_results[i])) continue;
      ASSIGN_OR_RETURN(const std::optional<TypeId> from_then, CastYield(r.body, i));
      ASSIGN_OR_RETURN(const std::optional<TypeId> from_else, CastYield(r.else_body, i));
      const std::optional<TypeId> type = from_then ? from_then : from_else;
      if (!type) continue;
      results[i] = Replacement(old_results[i], *type);
      any = true;
    }
    if (!any) return absl::OkStatus();
    r.results = p_.MakeList(results);
    p_.SetRegion(stmt, r);
    RevealAfter(stmt, old_results, results);
    return absl::OkStatus();
  }

  // A body without statements has no place "before the first": then the end is the start.
  Builder AtStart(BlockId block, Span span) {
    return p_[block].first ? Builder::Before(p_, p_[block].first, span) : Builder::AtEnd(p_, block, span);
  }

  void RevealAfter(StmtId stmt, const std::vector<ValueId>& old, const std::vector<ValueId>& tiles) {
    const Stmt& s = p_[stmt];
    Builder after = s.next ? Builder::Before(p_, s.next, s.span) : Builder::AtEnd(p_, s.block, s.span);
    for (size_t i = 0; i < old.size(); ++i) {
      if (old[i] != tiles[i]) Reveal(after, old[i], tiles[i]);
    }
  }

  Program& p_;
  const TileValues& tiles_;
  Change change_ = Change::kNone;
};

}  // namespace

absl::StatusOr<Change> ClassifyValues::Run(PassContext& context) {
  const TileValues tiles(context.program);
  Classifier classifier(context.program, tiles);
  absl::Status status;
  ForEachKernel(context.program, [&](FuncId kernel) { status.Update(classifier.Kernel(kernel)); });
  RETURN_IF_ERROR(status);
  return classifier.change();
}

}  // namespace t2t
