#include "passes/canonicalize_scalar_fills.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "ir/analysis/gm_access.h"
#include "ir/core/builder.h"
#include "ir/core/names.h"
#include "ir/core/walk.h"
#include "ir/ops/make_call.h"
#include "ir/ops/registry.h"
#include "passes/kernels.h"
#include "passes/known_ops.h"
#include "passes/promotion.h"

namespace t2t {
namespace {

constexpr int64_t kLineBits = 256;  // MTE3 moves whole 32-byte lines

// One write of a fill loop: where the run starts, along which axis, and what is written.
struct Fill {
  ExprId target, value;
  std::vector<ExprId> base;  // the index list with the varying entry replaced by its start
  size_t axis = 0;
  Span span;
};

class FillLoops {
 public:
  explicit FillLoops(PassContext& context)
      : p_(context.program), fuel_(context.fuel), access_(p_), promotions_(p_), zero_(p_.Int(0)) {}

  absl::StatusOr<bool> Kernel(FuncId kernel) {
    std::vector<std::pair<StmtId, std::vector<Fill>>> loops;
    ForEachStmt(p_, p_[kernel].body, [&](StmtId stmt) {
      if (p_[stmt].kind != StmtKind::kFor) return;
      if (std::optional<std::vector<Fill>> fills = Match(stmt)) loops.emplace_back(stmt, *std::move(fills));
    });
    if (loops.empty()) return false;
    const std::vector<ValueId> promoted = PromotedAllocations(kernel);
    access_.Analyze(kernel, {false, promoted});
    std::erase_if(loops, [&](const auto& loop) { return !AllInGlobalMemory(loop.second); });
    // All loops of a kernel or none: one left as it is may store the tensor that another one now fills by DMA.
    if (loops.empty() || WouldMixChannels(kernel, loops) || !fuel_.Take(kernel)) return false;
    for (const auto& [loop, fills] : loops) {
      for (const Fill& fill : fills) RETURN_IF_ERROR(Replace(loop, fill));
      p_.Unlink(loop);
    }
    return true;
  }

 private:
  // ---- the pattern (lowering b, conditions 1 to 7) ----

  std::optional<std::vector<Fill>> Match(StmtId stmt) const {
    const Region& r = p_.RegionOf(stmt);
    const bool counted = r.loop_kind == LoopKind::kSequential && p_.IsConstInt(r.start, 0) && p_.IsConstInt(r.step, 1) &&
                         p_.IsConstInt(r.stop) && p_[r.stop].int_value() > 0;
    if (!counted || !r.iter_args.empty() || !r.results.empty() || r.attrs) return {};
    const int64_t extent = p_[r.stop].int_value();
    std::vector<Fill> fills;
    for (StmtId s = p_[r.body].first; s; s = p_[s].next) {
      std::optional<Fill> fill = MatchWrite(s, r.loop_var, extent);
      if (!fill) return {};
      fills.push_back(*std::move(fill));
    }
    if (fills.empty()) return {};
    for (size_t i = 1; i < fills.size(); ++i) {
      if (!Alike(fills[0], fills[i])) return {};
    }
    return fills;
  }

  std::optional<Fill> MatchWrite(StmtId stmt, ValueId loop_var, int64_t extent) const {
    const Stmt& s = p_[stmt];
    if (s.kind != StmtKind::kEval || !IsCallOf(p_, s.value(), Known().tensor_write)) return {};
    const absl::Span<const ExprId> args = p_.Args(s.value());
    if (args.size() != 3 || !AsVar(p_, args[0]) || p_[args[1]].kind != ExprKind::kTuple) return {};
    const Type& target = p_.TypeOf(args[0]);
    const absl::Span<const ExprId> indices = p_.Elements(args[1]);
    if (target.kind != TypeKind::kTensor || indices.size() != target.rank()) return {};
    const ExprKind literal = p_[args[2]].kind;
    if (literal != ExprKind::kConstInt && literal != ExprKind::kConstFloat) return {};
    const int64_t bits = BitWidth(target.dtype);
    if (extent > INT64_MAX / 64 || extent * bits % kLineBits != 0) return {};

    Fill fill{args[0], args[2], {indices.begin(), indices.end()}, indices.size(), s.span};
    for (size_t i = 0; i < indices.size(); ++i) {
      if (!Mentions(indices[i], loop_var)) continue;
      if (fill.axis != indices.size()) return {};
      const ExprId start = StartOf(indices[i], loop_var);
      if (!start) return {};
      fill.axis = i;
      fill.base[i] = start;
    }
    if (fill.axis == indices.size()) return {};
    for (size_t i = fill.axis + 1; i < indices.size(); ++i) {
      if (!p_.IsConstInt(p_[target.shape][i], 1) || !p_.IsConstInt(indices[i], 0)) return {};
    }
    return fill;
  }

  // c of `i`, `i + c` or `c + i` with c free of i; invalid for any other form.
  ExprId StartOf(ExprId index, ValueId loop_var) const {
    if (AsVar(p_, index) == loop_var) return zero_;
    const Expr& e = p_[index];
    if (e.kind != ExprKind::kAdd) return {};
    if (AsVar(p_, e.lhs()) == loop_var && !Mentions(e.rhs(), loop_var)) return e.rhs();
    if (AsVar(p_, e.rhs()) == loop_var && !Mentions(e.lhs(), loop_var)) return e.lhs();
    return {};
  }

  bool Mentions(ExprId expr, ValueId value) const {
    bool found = false;
    ForEachUse(p_, expr, [&](ValueId v) { found |= v == value; });
    return found;
  }

  // Hoisting turns "per element, all writes" into "per write, all elements": with one access pattern for all of them,
  // targets that share memory still end up the same.
  bool Alike(const Fill& a, const Fill& b) const {
    const Type& x = p_.TypeOf(a.target);
    const Type& y = p_.TypeOf(b.target);
    return x.dtype == y.dtype && !x.view && !y.view && ExprEq(p_, p_[x.shape], p_[y.shape]) && a.axis == b.axis &&
           ExprEq(p_, a.base, b.base);
  }

  // ---- where the targets live, and what else is stored there ----

  std::vector<ValueId> PromotedAllocations(FuncId kernel) const {
    std::vector<ValueId> roots;
    const StmtId last = p_[p_[kernel].body].last;
    if (!last || p_[last].kind != StmtKind::kReturn) return roots;
    for (ExprId value : p_[p_[last].values()]) {
      const ValueId v = AsVar(p_, value);
      if (const ValueId root = v ? promotions_.PromotableRoot(v) : ValueId()) roots.push_back(root);
    }
    std::sort(roots.begin(), roots.end());
    roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
    return roots;
  }

  bool AllInGlobalMemory(const std::vector<Fill>& fills) const {
    return std::all_of(fills.begin(), fills.end(),
                       [&](const Fill& fill) { return !access_.origins(fill.target).empty(); });
  }

  // Some GM tensor would be stored by DMA (here or already) and by scalar stores outside the fill loops.
  bool WouldMixChannels(FuncId kernel, const std::vector<std::pair<StmtId, std::vector<Fill>>>& loops) const {
    std::vector<bool> dma(access_.roots().size(), false);
    for (size_t i = 0; i < dma.size(); ++i) dma[i] = access_.root(i).first_dma_store.valid();
    absl::flat_hash_set<BlockId> bodies;
    for (const auto& [loop, fills] : loops) {
      bodies.insert(p_.RegionOf(loop).body);
      for (const Fill& fill : fills) {
        for (uint32_t root : access_.origins(fill.target)) dma[root] = true;
      }
    }
    bool mixes = false;
    ForEachStmt(p_, p_[kernel].body, [&](StmtId stmt) {
      if (bodies.contains(p_[stmt].block)) return;
      ForEachExpr(p_, stmt, [&](ExprId expr) {
        ForEachCall(p_, expr, [&](ExprId call) {
          const OpId op = p_.CallOf(call).op;
          if (!op || Ops()[op].channel != WriteChannel::kScalar) return;
          for (uint32_t root : access_.origins(p_.Args(call)[0])) mixes |= dma[root];
        });
      });
    });
    return mixes;
  }

  // ---- the bulk form ----

  absl::Status Replace(StmtId loop, const Fill& fill) {
    const ExprId stop = p_.RegionOf(loop).stop;
    const ExprId extent = p_.Int(p_[stop].int_value());
    const std::string_view target = p_[p_[AsVar(p_, fill.target)].name];
    Builder at = Builder::Before(p_, loop, fill.span);
    const ExprId storage_shape[] = {p_.Int(1), extent};
    const ExprId full_args[] = {p_.Tuple(storage_shape), fill.value};
    const AttrsId dtype = p_.MakeAttrs({p_.EnumAttr("dtype", AttrKind::kDType, p_.TypeOf(fill.target).dtype)});
    ASSIGN_OR_RETURN(const ExprId full, MakeCall(p_, CallSpec{Known().tensor_full, full_args, dtype, {}, fill.span}));
    std::vector<ExprId> shape(fill.base.size(), p_.Int(1));
    shape[fill.axis] = extent;
    const ExprId reshape_args[] = {at.LetVar(AutoName(target, "scalar_fill_storage"), full), p_.Tuple(shape)};
    ASSIGN_OR_RETURN(const ExprId reshape,
                     MakeCall(p_, CallSpec{Known().tensor_reshape, reshape_args, {}, {}, fill.span}));
    const ExprId store_args[] = {fill.target, at.LetVar(AutoName(target, "scalar_fill"), reshape), p_.Tuple(fill.base)};
    ASSIGN_OR_RETURN(const ExprId store,
                     MakeCall(p_, CallSpec{Known().tensor_assemble, store_args, {}, {}, fill.span}));
    at.Eval(store);
    return absl::OkStatus();
  }

  Program& p_;
  Fuel& fuel_;
  GmAccess access_;
  const Promotions promotions_;
  const ExprId zero_;
};

}  // namespace

absl::StatusOr<Change> CanonicalizeScalarFills::Run(PassContext& context) {
  FillLoops fills(context);
  Change change = Change::kNone;
  absl::Status status;
  ForEachKernel(context.program, [&](FuncId kernel) {
    const absl::StatusOr<bool> result = fills.Kernel(kernel);
    status.Update(result.status());
    if (result.ok() && *result) change = Change::kChanged;
  });
  RETURN_IF_ERROR(status);
  return change;
}

}  // namespace t2t
