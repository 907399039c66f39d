#include "drop_double_neg.h"

#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "passes/kernels.h"
#include "passes/known_ops.h"

namespace t2t {

absl::StatusOr<Change> DropDoubleNeg::Run(PassContext& context) {
  Program& p = context.program;
  const OpId neg = Ops().Find("tensor.neg");
  Change change = Change::kNone;
  ForEachKernel(p, [&](FuncId kernel) {
    ForEachStmt(p, p[kernel].body, [&](StmtId stmt) {
      if (p[stmt].kind != StmtKind::kAssign || !IsCallOf(p, p[stmt].value(), neg)) return;
      const ValueId operand = AsVar(p, p.Args(p[stmt].value())[0]);
      const ExprId inner = operand ? DefiningExpr(p, operand) : ExprId();
      if (!IsCallOf(p, inner, neg)) return;
      p.SetStmtValue(stmt, p.Args(inner)[0]);  // y = neg(neg(x)) becomes y = x
      change = Change::kChanged;
    });
  });
  return change;
}

}  // namespace t2t
