#include "passes/call_sites.h"

#include "ir/core/function_calls.h"
#include "ir/core/rewrite.h"

namespace t2t {

bool MapCalls(Program& p, StmtId stmt, absl::FunctionRef<ExprId(ExprId)> f) {
  struct Mapper {
    Program& p;
    absl::FunctionRef<ExprId(ExprId)> f;
    ExprId operator()(ExprId expr) const {
      if (!expr || !p[expr].has_call) return expr;
      const ExprId mapped = MapOperands(p, expr, *this);
      const ExprKind kind = p[mapped].kind;
      return kind == ExprKind::kCall || kind == ExprKind::kSubmit ? f(mapped) : mapped;
    }
  };
  return MapExprs(p, stmt, Mapper{p, f});
}

void ForEachFunctionCall(const Program& p, FuncId function, absl::FunctionRef<void(StmtId, ExprId)> f) {
  ForEachCallIn(p, function, [&](StmtId stmt, ExprId call) {
    if (p.CallOf(call).callee) f(stmt, call);
  });
}

}  // namespace t2t
