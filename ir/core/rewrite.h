// How expressions are rebuilt around parts that changed, and the substitution of values by expressions: the one way a
// pass renames.
//
// A Substitution is total (values without an entry map to themselves), works on expressions, types, attributes and
// statements, and memoises, so that applying it to a function is linear in the function. Replacements are never
// substituted again: all entries apply at once (lowering q.3).
#pragma once

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "ir/core/program.h"

namespace t2t {

// `expr` with every direct part replaced by map(part): operands, elements, what a Submit waits for, expressions in call
// attributes. The same id when nothing changed; result types are kept.
ExprId MapOperands(Program& program, ExprId expr, absl::FunctionRef<ExprId(ExprId)> map);
// Replaces every expression the statement itself holds (see ForEachExpr). True when anything changed.
bool MapExprs(Program& program, StmtId stmt, absl::FunctionRef<ExprId(ExprId)> map);

class Substitution {
 public:
  explicit Substitution(Program& program) : p_(program) {}

  // Adding an entry drops what was memoised for larger expressions.
  void Map(ValueId from, ExprId to);
  bool empty() const { return map_.empty(); }
  bool Has(ValueId value) const { return map_.contains(value); }

  ExprId Apply(ExprId expr);
  TypeId Apply(TypeId type);
  AttrsId Apply(AttrsId attrs);
  ExprList Apply(ExprList exprs);
  TypeList Apply(TypeList types);
  // Rewrites the expressions the statement itself holds (see ForEachExpr). Types of defined values are left alone.
  // True when anything changed.
  bool ApplyTo(StmtId stmt);
  // The same for every statement of the block and of the blocks nested in it.
  bool ApplyTo(BlockId block);

 private:
  View Apply(const View& view);

  Program& p_;
  absl::flat_hash_map<ValueId, ExprId> map_;
  absl::flat_hash_map<ExprId, ExprId> exprs_;
  absl::flat_hash_map<TypeId, TypeId> types_;
};

// Deep copy of everything in `from` to the end of `to`; both blocks may belong to different functions. Every value
// defined inside gets a fresh copy, entered into `subst`, through which all copied expressions and types go.
void CloneInto(Program& program, BlockId from, BlockId to, Substitution& subst);

}  // namespace t2t
