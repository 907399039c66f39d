#include "passes/stored_types.h"

#include "ir/core/walk.h"
#include "passes/known_ops.h"

namespace t2t {

std::optional<DType> StoredTypes::Of(FuncId function, ValueId value) {
  if (read_ != function) Read(function);
  const auto it = stored_.find(value);
  if (it == stored_.end() || it->second == DType::kNone) return std::nullopt;
  return it->second;
}

void StoredTypes::Note(ExprId value, DType stored) {
  const ValueId var = AsVar(p_, value);
  if (!var) return ForEachUse(p_, value, [&](ValueId used) { stored_[used] = DType::kNone; });
  const auto [it, first] = stored_.emplace(var, stored);
  if (!first && it->second != stored) it->second = DType::kNone;
}

void StoredTypes::Read(FuncId function) {
  read_ = function;
  stored_.clear();
  const absl::Span<const TypeId> declared = p_[p_[function].return_types];
  ForEachStmt(p_, p_[function].body, [&](StmtId stmt) {
    const Stmt& s = p_[stmt];
    if (s.kind == StmtKind::kReturn && p_[s.values()].size() == declared.size()) {
      for (size_t i = 0; i < declared.size(); ++i) Note(p_[s.values()][i], p_[declared[i]].dtype);
      return;
    }
    const bool assigns = s.kind == StmtKind::kAssign || s.kind == StmtKind::kEval;
    if (!assigns || !IsCallOf(p_, s.value(), Known().tensor_assemble)) {
      ForEachUse(p_, stmt, [&](ValueId used) { stored_[used] = DType::kNone; });
      return;
    }
    // The source is stored; every other operand, and the source beyond itself, is read.
    const absl::Span<const ExprId> args = p_.Args(s.value());
    for (size_t i = 0; i < args.size(); ++i) Note(args[i], i == 1 ? p_.TypeOf(args[0]).dtype : DType::kNone);
  });
}

}  // namespace t2t
