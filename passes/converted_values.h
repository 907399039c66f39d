// What the values of a kernel have become while it is converted from top to bottom.
#pragma once

#include <vector>

#include "absl/container/flat_hash_set.h"
#include "ir/core/program.h"

namespace t2t {

class ConvertedValues {
 public:
  explicit ConvertedValues(Program& program) : p_(program) {}

  // From here on reads of `value` mean `tile`.
  void Set(ValueId value, ExprId tile);

  // `value` keeps its name under another type, which it gets here.
  void Retype(ValueId value, TypeId type);
  // Has the type of an operand, or the operand itself, changed since the call was made?
  bool Affects(const Call& call);

  // What an operand is by now: the tile behind a cast or a converted tuple, itself otherwise.
  ExprId Resolve(ExprId operand);
  ExprList Resolve(ExprList exprs);

 private:
  Program& p_;
  std::vector<ExprId> now_;  // by value; invalid = itself
  absl::flat_hash_set<ValueId> retyped_;
};

// Is the type a tile's, or a tuple's that has a tile somewhere inside?
bool HoldsTile(const Program& program, TypeId type);

}  // namespace t2t
