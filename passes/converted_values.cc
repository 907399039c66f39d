#include "passes/converted_values.h"

#include <algorithm>

#include "ir/core/walk.h"

namespace t2t {

void ConvertedValues::Set(ValueId value, ExprId tile) {
  if (now_.size() <= value.index()) now_.resize(p_.num_values());
  now_[value.index()] = tile;
}

void ConvertedValues::Retype(ValueId value, TypeId type) {
  if (p_[value].type == type) return;
  p_.SetValueType(value, type);
  retyped_.insert(value);
}

bool ConvertedValues::Affects(const Call& call) {
  if (Resolve(call.args) != call.args) return true;
  const absl::Span<const ExprId> args = p_[call.args];
  return std::any_of(args.begin(), args.end(), [&](ExprId arg) { return retyped_.contains(AsVar(p_, arg)); });
}

ExprId ConvertedValues::Resolve(ExprId operand) {
  const Expr e = p_[operand];
  switch (e.kind) {
    case ExprKind::kVar: {
      const uint32_t v = e.var().index();
      return v < now_.size() && now_[v] ? now_[v] : operand;
    }
    case ExprKind::kTupleGet: {
      const ExprId tuple = Resolve(e.tuple());
      return tuple == e.tuple() ? operand : p_.TupleGet(tuple, e.tuple_index());
    }
    case ExprKind::kTuple: {
      const ExprList elements = Resolve(e.elements());
      return elements == e.elements() ? operand : p_.Tuple(p_[elements]);
    }
    default: return operand;
  }
}

ExprList ConvertedValues::Resolve(ExprList exprs) {
  std::vector<ExprId> items;
  bool changed = false;
  for (uint32_t i = 0; i < exprs.size; ++i) {
    items.push_back(Resolve(p_[exprs][i]));
    changed |= items.back() != p_[exprs][i];
  }
  return changed ? p_.MakeList(items) : exprs;
}

bool HoldsTile(const Program& p, TypeId type) {
  const Type& t = p[type];
  if (t.IsTile()) return true;
  for (TypeId element : p[t.elements]) {
    if (HoldsTile(p, element)) return true;
  }
  return false;
}

}  // namespace t2t
