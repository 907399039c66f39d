#include "passes/share_loads.h"

#include <vector>

#include "ir/core/names.h"
#include "ir/core/walk.h"
#include "ir/support/place.h"
#include "ir/support/status.h"
#include "passes/casts.h"
#include "passes/convert/registry.h"
#include "passes/facts.h"
#include "passes/kernels.h"
#include "passes/known_ops.h"
#include "passes/loads.h"

namespace t2t {
namespace {

// f(operand index) for the operands of `call` that become tiles by default.
template <class F>
void ForEachDefaultOperand(const Program& p, const Call& call, F&& f) {
  if (!call.op || !HasDefaultTileInputs(call.op)) return;
  const Conversion* conversion = Conversions().Find(call.op);
  for (uint32_t i = 0; i < call.args.size; ++i) {
    if (conversion->Requirement(i) == nullptr && p.TypeOf(p[call.args][i]).IsTensorLike()) f(i);
  }
}

class Sharing {
 public:
  explicit Sharing(PassContext& context)
      : p_(context.program), fuel_(context.fuel), used_(p_.num_values(), false) {}

  absl::StatusOr<Change> Kernel(FuncId kernel) {
    const std::vector<ValueId> shareable = Shareable(kernel);
    if (shareable.empty()) return Change::kNone;
    FindUses(kernel);
    // Values the loads themselves define lie beyond used_ and are never looked up.
    shared_.resize(p_.num_values());
    const Demands demands(p_, kernel);
    const BlockId body = p_[kernel].body;
    const StmtId first = p_[body].first;
    const Span span = p_[kernel].span;
    Builder entry = first ? Builder::Before(p_, first, span) : Builder::AtEnd(p_, body, span);
    Change change = Change::kNone;
    for (ValueId param : shareable) {
      if (!used_[param.index()] || !fuel_.Take(kernel)) continue;
      const ExprId source = p_.Var(param);
      entry.SetSpan(p_.ParamSpan(param));
      ASSIGN_OR_RETURN(const ExprId tile, EmitWholeLoad(entry, LoadName(p_, source), source, demands.Of(source)));
      shared_[param.index()] = EmitAsTensor(entry, AutoName(p_[p_[param].name], "gm"), tile, p_[param].type);
      change = Change::kChanged;
    }
    if (change == Change::kChanged) Redirect(body, first);
    return change;
  }

 private:
  // Tensor-like parameters that nothing in the kernel can change.
  std::vector<ValueId> Shareable(FuncId kernel) const {
    const AttrsId attrs = p_[kernel].attrs;
    const Attr* written = p_.FindAttr(attrs, facts::kWritten);
    const Attr* opaque = p_.FindAttr(attrs, facts::kOpaque);
    if (written == nullptr || (opaque != nullptr && opaque->bool_value())) return {};
    const absl::Span<const ValueId> params = p_.Params(kernel);
    std::vector<bool> blocked(params.size(), false);
    if (written->kind == AttrKind::kIntList) {
      for (uint32_t index : p_[written->words()]) {
        if (index < blocked.size()) blocked[index] = true;
      }
    }
    std::vector<ValueId> result;
    for (size_t i = 0; i < params.size(); ++i) {
      if (!blocked[i] && p_.TypeOf(params[i]).IsTensorLike()) result.push_back(params[i]);
    }
    return result;
  }

  // A parameter is used as a default operand directly, or through a tile carry it seeds that is so used. Carries are
  // looked at from the inside out: a seed of a seed is found because inner loops come later in program order.
  void FindUses(FuncId kernel) {
    std::vector<StmtId> loops;
    ForEachStmt(p_, p_[kernel].body, [&](StmtId stmt) {
      const Stmt& s = p_[stmt];
      if (s.kind == StmtKind::kFor || s.kind == StmtKind::kWhile) loops.push_back(stmt);
      if (s.kind != StmtKind::kAssign || !p_.IsOpCall(s.value())) return;
      const Call& call = p_.CallOf(s.value());
      ForEachDefaultOperand(p_, call, [&](uint32_t i) { Use(p_[call.args][i]); });
    });
    for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
      const Region& r = p_.RegionOf(*loop);
      for (uint32_t i = 0; i < r.iter_args.size && i < r.inits.size; ++i) {
        const ValueId carry = p_[r.iter_args][i];
        if (!p_.TypeOf(carry).IsTile() || !used_[carry.index()]) continue;
        Use(p_[r.inits][i]);
      }
    }
  }

  void Use(ExprId operand) {
    while (const ValueId v = AsVar(p_, operand)) {
      used_[v.index()] = true;
      operand = CastSource(p_, operand, Known().as_tensor);
      if (!operand) operand = CastSource(p_, p_.Var(v), Known().as_tile);
      if (!operand) return;
    }
  }

  void Redirect(BlockId body, StmtId first) {
    bool inside = false;  // behind the entry loads
    ForEachStmt(p_, body, [&](StmtId stmt) {
      inside |= stmt == first;
      const Stmt s = p_[stmt];
      if (!inside || (s.kind != StmtKind::kAssign && s.kind != StmtKind::kEval)) return;
      if (s.kind == StmtKind::kAssign) {
        if (const ValueId source = AsVar(p_, s.value())) shared_[s.var().index()] = shared_[source.index()];
      }
      if (!p_.IsOpCall(s.value())) return;
      const Call& call = p_.CallOf(s.value());
      std::vector<ExprId> args(p_[call.args].begin(), p_[call.args].end());
      auto redirect = [&](uint32_t i) {
        const ValueId v = AsVar(p_, args[i]);
        if (v && shared_[v.index()]) args[i] = shared_[v.index()];
      };
      ForEachDefaultOperand(p_, call, redirect);
      if (call.op == Known().as_tile) redirect(0);
      if (absl::MakeConstSpan(args) != p_[call.args]) p_.SetStmtValue(stmt, WithArgs(p_, s.value(), args));
    });
  }

  Program& p_;
  Fuel& fuel_;
  std::vector<bool> used_;        // by value: read as a default operand
  std::vector<ExprId> shared_;    // by value: what computing operands read instead
};

}  // namespace

absl::StatusOr<Change> ShareLoads::Run(PassContext& context) {
  Sharing sharing(context);
  Change change = Change::kNone;
  absl::Status status;
  ForEachKernel(context.program, [&](FuncId kernel) {
    const absl::StatusOr<Change> result = sharing.Kernel(kernel);
    if (absl::IsInvalidArgument(result.status())) {
      context.diagnostics.Error("conversion", PlaceOf(result.status()), std::string(MessageOf(result.status())));
    } else {
      status.Update(result.status());
    }
    if (result.ok() && *result == Change::kChanged) change = Change::kChanged;
  });
  RETURN_IF_ERROR(status);
  return change;
}

}  // namespace t2t
