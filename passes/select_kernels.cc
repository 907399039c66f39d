#include "passes/select_kernels.h"

#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/core/walk.h"
#include "passes/kernels.h"

namespace t2t {
namespace {

constexpr std::string_view kKind = "kernel-entry";

// True when the body ends with its only return (or has none, where none is needed: then an empty one is added).
bool NormaliseReturn(PassContext& context, FuncId kernel) {
  Program& p = context.program;
  const BlockId body = p[kernel].body;
  const std::string_view name = p[p[kernel].name];
  const StmtId last = p[body].last;
  bool ok = true, any = false;
  ForEachStmt(p, body, [&](StmtId stmt) {
    if (p[stmt].kind != StmtKind::kReturn) return;
    any = true;
    if (stmt == last) return;
    ok = false;
    context.diagnostics.Error(kKind, p[stmt].span,
                              fmt::format("kernel {} returns before the end of its body", name),
                              "let the last statement of the body return; choose the value with a branch result");
  });
  if (any) return ok;
  if (!p[kernel].return_types.empty()) {
    context.diagnostics.Error(kKind, p[kernel].span,
                              fmt::format("kernel {} declares results but has no return statement", name),
                              "return the declared results, or drop the return annotation");
    return false;
  }
  p.Append(body, p.NewReturn({}, p[kernel].span));
  return true;
}

}  // namespace

absl::StatusOr<Change> SelectKernels::Run(PassContext& context) {
  Program& p = context.program;
  Change change = Change::kNone;
  for (uint32_t i = 0; i < p.num_functions(); ++i) {
    const FuncId f(i);
    if (!IsLoweredKernel(p, f)) continue;
    const uint32_t version = p[f].version;
    if (!NormaliseReturn(context, f)) continue;
    if (!IsKernel(p, f)) SetFunctionAttr(p, f, p.BoolAttr(facts::kKernel, true));
    if (p[f].version != version) change = Change::kChanged;
  }
  return change;
}

}  // namespace t2t
