#include "passes/narrow_acc_carries.h"

#include <optional>
#include <string>
#include <vector>

#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/core/builder.h"
#include "ir/core/walk.h"
#include "ir/ops/make_call.h"
#include "ir/symbolic/prove.h"
#include "passes/known_ops.h"
#include "passes/retype.h"

namespace t2t {
namespace {

constexpr int64_t kBoxRows = 16;

// A carry that is declared anew: at which extents, and whether its rows are packed.
struct Decision {
  StmtId loop;
  uint32_t carry = 0;
  ValueId seed;
  ExprId rows, cols;
  bool compact = true;
};

class Decider {
 public:
  Decider(Program& program, StmtId loop) : p_(program), loop_(loop) {}

  std::optional<Decision> Carry(uint32_t index, ValueId carry, ExprId init, ExprId yielded) {
    const TypeId from = p_[carry].type, to = p_[yielded].type;
    const Type &c = p_[from], &y = p_[to];
    if (!c.IsTile() || !y.IsTile() || c.rank() != 2 || y.rank() != 2 || y.space != MemorySpace::kAcc) return {};
    const ValueId seed = AsVar(p_, init);
    if (!seed || !IsFreshAccumulator(seed)) return {};

    const absl::Span<const ExprId> physical = p_.Shape(from);
    Decision d{loop_, index, seed, Narrowed(from, to, 0), Narrowed(from, to, 1)};
    const bool narrows = d.rows != p_.ValidShape(from)[0] || d.cols != p_.ValidShape(from)[1];
    if (narrows && !ReadingsCoincide(physical[0], d.rows)) {
      if (DefinedInLoop(d.rows) || DefinedInLoop(d.cols)) return {};
      return d;
    }
    return CompactAlignment(d, to);
  }

 private:
  // tile.create, or tile.create narrowed by one tile.set_validshape (lowering l.5).
  bool IsFreshAccumulator(ValueId seed) const {
    const ExprId def = DefiningExpr(p_, seed);
    return IsCallOf(p_, def, Known().tile_create) || IsNarrowedCreate(seed);
  }
  bool IsNarrowedCreate(ValueId seed) const {
    const ExprId def = DefiningExpr(p_, seed);
    if (!IsCallOf(p_, def, Known().tile_set_validshape)) return false;
    const ValueId storage = AsVar(p_, p_.Args(def)[0]);
    return storage && IsCallOf(p_, DefiningExpr(p_, storage), Known().tile_create);
  }

  // l.1: the yield's extent, where the carry claims its whole box or provably more.
  ExprId Narrowed(TypeId from, TypeId to, size_t axis) {
    const ExprId carried = p_.ValidShape(from)[axis], yielded = p_.ValidShape(to)[axis];
    if (ProvenEq(p_, carried, yielded)) return carried;
    return ProvenEq(p_, carried, p_.Shape(from)[axis]) || ProvenLe(p_, yielded, carried) ? yielded : carried;
  }

  // l.3: packed rows and box rows have the same pitch.
  bool ReadingsCoincide(ExprId physical, ExprId valid) {
    if (ProvenEq(p_, valid, physical)) return true;
    if (!p_.IsConstInt(physical)) return false;
    const int64_t rows = p_[physical].int_value();
    if (!p_.IsConstInt(valid)) return rows == kBoxRows;
    return (p_[valid].int_value() + kBoxRows - 1) / kBoxRows * kBoxRows == rows;
  }

  // l.4: nothing defined by the loop or inside it exists where the new seed stands.
  bool DefinedInLoop(ExprId extent) const {
    bool inside = false;
    ForEachUse(p_, extent, [&](ValueId v) {
      StmtId at = p_[v].def;
      while (at && at != loop_) at = p_[p_[at].block].parent;
      inside |= at == loop_;
    });
    return inside;
  }

  std::optional<Decision> CompactAlignment(Decision d, TypeId to) const {
    if (!IsNarrowedCreate(d.seed)) return {};
    const CompactMode wanted = p_.EffectiveView(to).compact;
    if (p_.EffectiveView(p_[d.seed].type).compact == wanted) return {};
    const absl::Span<const ExprId> valid = p_.ValidShape(p_[d.seed].type);
    d.rows = valid[0];
    d.cols = valid[1];
    d.compact = wanted == CompactMode::kNormal;
    return d;
  }

  Program& p_;
  StmtId loop_;
};

std::vector<Decision> Decide(Program& p, FuncId function) {
  std::vector<Decision> decisions;
  ForEachStmt(p, p[function].body, [&](StmtId loop) {
    if (p[loop].kind != StmtKind::kFor && p[loop].kind != StmtKind::kWhile) return;
    const Region& r = p.RegionOf(loop);
    const StmtId yield = r.iter_args.empty() ? StmtId() : TrailingYield(p, r.body);
    if (!yield || p[yield].values().size != r.iter_args.size || r.inits.size != r.iter_args.size) return;
    Decider decider(p, loop);
    for (uint32_t i = 0; i < r.iter_args.size; ++i) {
      const auto decision = decider.Carry(i, p[r.iter_args][i], p[r.inits][i], p[p[yield].values()][i]);
      if (decision) decisions.push_back(*decision);
    }
  });
  return decisions;
}

// The new seed, in front of the loop; its read.
absl::StatusOr<ExprId> DeclareSeed(Program& p, const Decision& d) {
  const Span span = p[d.loop].span;
  const std::string name = fmt::format("{}_narrowed", p[p[d.seed].name]);
  const TypeId type = p[d.seed].type;
  const std::vector<ExprId> shape(p.Shape(type).begin(), p.Shape(type).end());
  std::vector<Attr> kwargs = {p.EnumAttr("dtype", AttrKind::kDType, p[type].dtype),
                              p.EnumAttr("target_memory", AttrKind::kMemorySpace, MemorySpace::kAcc)};
  if (d.compact && !ProvenEq(p, d.rows, shape[0])) kwargs.push_back(p.BoolAttr("compact", true));
  const ExprId tuple = p.Tuple(shape);
  ASSIGN_OR_RETURN(const ExprId create,
                   MakeCall(p, "tile.create", absl::MakeConstSpan(&tuple, 1), p.MakeAttrs(kwargs), span));
  Builder at = Builder::Before(p, d.loop, span);
  if (ExprEq(p, d.rows, shape[0]) && ExprEq(p, d.cols, shape[1])) return at.LetVar(name, create);
  const ExprId operands[] = {at.LetVar(name + "_storage", create), d.rows, d.cols};
  ASSIGN_OR_RETURN(const ExprId narrowed, MakeCall(p, "tile.set_validshape", operands, {}, span));
  return at.LetVar(name, narrowed);
}

}  // namespace

absl::StatusOr<Change> NarrowAccCarries::Run(PassContext& context) {
  Program& p = context.program;
  Change change = Change::kNone;
  for (uint32_t i = 0; i < p.num_functions(); ++i) {
    const FuncId f(i);
    if (!HasBody(p, f) || p[f].stage != IrStage::kFunctional) continue;
    const std::vector<Decision> decisions = Decide(p, f);
    if (decisions.empty()) continue;
    Retyper retyper(p, f, LoopResults::kTakeYields);
    for (const Decision& d : decisions) {
      if (!context.fuel.Take(f)) break;
      const absl::StatusOr<ExprId> seed = DeclareSeed(p, d);
      // Storage that cannot be an accumulator stays as it is; AccCompactValid says so where it matters.
      if (absl::IsInvalidArgument(seed.status())) continue;
      RETURN_IF_ERROR(seed.status());
      retyper.Reseed(d.loop, d.carry, *seed);
    }
    if (!retyper.needed()) continue;
    RETURN_IF_ERROR(retyper.Run(context.diagnostics));
    change = Change::kChanged;
  }
  return change;
}

}  // namespace t2t
