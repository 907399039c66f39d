#include "passes/promotion.h"

#include <algorithm>
#include <string_view>

#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "passes/kernels.h"
#include "passes/known_ops.h"

namespace t2t {
namespace {

// Operand slots that only a GM value fits (lowering e, the list that reads "explicit GM memory op").
struct Slot {
  std::string_view op;
  size_t operand;
};
constexpr Slot kGmSlots[] = {
    {"tile.store", 2},         {"tile.load", 0},          {"tile.mscatter", 2},    {"tile.mgather", 0},
    {"tile.gather_row", 1},    {"tensor.gather_row", 1},  {"tensor.expand_clone", 1}, {"tensor.view", 0},
    {"system.syncall", 0},
};

}  // namespace

bool IsGmMemoryOperand(const Program& p, const Call& call, size_t i) {
  if (!call.op || i >= call.args.size || !p.TypeOf(p[call.args][i]).IsTensorLike()) return false;
  const OpDef& op = Ops()[call.op];
  if (op.name.starts_with("pld.")) return true;
  return std::any_of(std::begin(kGmSlots), std::end(kGmSlots),
                     [&](const Slot& slot) { return slot.operand == i && slot.op == op.name; });
}

Promotions::Promotions(const Program& program)
    : p_(program), root_(program.num_values()), gm_operand_(program.num_values(), false) {
  ForEachKernel(program, [&](FuncId kernel) { Kernel(kernel); });
}

void Promotions::Kernel(FuncId kernel) {
  const BlockId top = p_[kernel].body;
  WalkStructured(p_, top, [&](WalkEvent event, StmtId stmt) {
    const Stmt& s = p_[stmt];
    if (event == WalkEvent::kEnter) {
      if (s.kind == StmtKind::kAssign) {
        if (s.block == top && IsCallOf(p_, s.value(), Known().tensor_create)) {
          root_[s.var().index()] = s.var();
        } else {
          Name(s.var(), s.value());
        }
      }
      if (s.kind == StmtKind::kFor || s.kind == StmtKind::kWhile) {
        const Region& r = p_.RegionOf(stmt);
        for (uint32_t i = 0; i < r.iter_args.size && i < r.inits.size; ++i) Name(p_[r.iter_args][i], p_[r.inits][i]);
      }
      ForEachExpr(p_, stmt, [&](ExprId expr) {
        ForEachCall(p_, expr, [&](ExprId call) {
          const absl::Span<const ExprId> args = p_.Args(call);
          for (size_t i = 0; i < args.size(); ++i) {
            const ValueId root = RootOf(args[i]);
            if (root && IsGmMemoryOperand(p_, p_.CallOf(call), i)) gm_operand_[root.index()] = true;
          }
        });
      });
      return;
    }
    if (event != WalkEvent::kLeave || s.kind == StmtKind::kScope) return;
    // A result names an allocation when every way to it does.
    const Region& r = p_.RegionOf(stmt);
    const StmtId first = TrailingYield(p_, r.body);
    const StmtId second = s.kind == StmtKind::kIf ? TrailingYield(p_, r.else_body) : StmtId();
    for (uint32_t i = 0; i < r.results.size; ++i) {
      auto yielded = [&](StmtId yield) {
        return yield && i < p_[yield].values().size ? RootOf(p_[p_[yield].values()][i]) : ValueId();
      };
      const ValueId root = yielded(first);
      const ValueId other = s.kind == StmtKind::kIf          ? yielded(second)
                            : i < r.iter_args.size ? root_[p_[r.iter_args][i].index()] : ValueId();
      if (root && root == other) root_[p_[r.results][i].index()] = root;
    }
  });
}

void Promotions::Name(ValueId value, ExprId source) { root_[value.index()] = RootOf(source); }

ValueId Promotions::RootOf(ExprId expr) const {
  if (const ValueId v = AsVar(p_, expr)) return root_[v.index()];
  if (!p_.IsOpCall(expr)) return {};
  const OpDef& op = Ops()[p_.CallOf(expr).op];
  if (op.view && op.reuses < 0) return {};  // a window, not the whole
  const int named = ResultNames(op);
  if (named < 0 || static_cast<uint32_t>(named) >= p_.CallOf(expr).args.size) return {};
  return RootOf(p_.Args(expr)[static_cast<size_t>(named)]);
}

ValueId Promotions::PromotableRoot(ValueId value) const {
  const ValueId root = value.index() < root_.size() ? root_[value.index()] : ValueId();
  return root && gm_operand_[root.index()] ? root : ValueId();
}

}  // namespace t2t
