// What the files of kinds share. Private to mutation.
#pragma once

#include <utility>
#include <vector>

#include "ir/analysis/function_class.h"
#include "ir/core/walk.h"
#include "mutation/mutants.h"

namespace t2t::mutation {

absl::Span<const Kind> OperandKinds();
absl::Span<const Kind> OperatorKinds();
absl::Span<const Kind> TypeKinds();
absl::Span<const Kind> StatementKinds();
absl::Span<const Kind> MemoryKinds();
absl::Span<const Kind> ControlKinds();
absl::Span<const Kind> LeftoverKinds();

template <class F>
void ForEachKernelStmt(const Program& p, F&& f) {
  for (uint32_t i = 0; i < p.num_functions(); ++i) {
    if (!HasBody(p, FuncId(i))) continue;
    ForEachStmt(p, p[FuncId(i)].body, [&](StmtId stmt) { f(FuncId(i), stmt); });
  }
}
template <class F>
void ForEachCallStmt(const Program& p, F&& f) {
  ForEachKernelStmt(p, [&](FuncId func, StmtId stmt) {
    const Stmt& s = p[stmt];
    if (s.kind != StmtKind::kAssign && s.kind != StmtKind::kEval) return;
    const ExprKind kind = p[s.value()].kind;
    if (kind == ExprKind::kCall || kind == ExprKind::kSubmit) f(func, stmt, p.CallOf(s.value()));
  });
}

// The name of the operator a statement calls; "" for everything else.
std::string_view CalledOp(const Program& p, StmtId stmt);
// Does the statement write memory that it was given?
bool IsStore(const Program& p, StmtId stmt);

// Puts another call in place of the statement's, with the same result type.
bool Replace(Program& p, StmtId stmt, const Call& call);
std::vector<ExprId> ArgsOf(const Program& p, StmtId stmt);
bool WithArgs(Program& p, StmtId stmt, const std::vector<ExprId>& args);
// The same, with the type that the operator deduces for these operands; the old one where it refuses them.
bool WithArgsDeduced(Program& p, StmtId stmt, const std::vector<ExprId>& args);

// A value of the same type that stands nearby: the one defined by the statement before, or a parameter.
ValueId OtherValue(const Program& p, FuncId f, StmtId stmt, ValueId v);

}  // namespace t2t::mutation
