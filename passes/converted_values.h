// What the values of a kernel have become while it is converted from top to bottom.
#pragma once

#include <vector>

#include "ir/core/program.h"

namespace t2t {

class ConvertedValues {
 public:
  explicit ConvertedValues(Program& program) : p_(program) {}

  // From here on reads of `value` mean `tile`.
  void Set(ValueId value, ExprId tile);

  // What an operand is by now: the tile behind a cast or a converted tuple, itself otherwise.
  ExprId Resolve(ExprId operand);
  ExprList Resolve(ExprList exprs);

 private:
  Program& p_;
  std::vector<ExprId> now_;  // by value; invalid = itself
};

// Is the type a tile's, or a tuple's that has a tile somewhere inside?
bool HoldsTile(const Program& program, TypeId type);

}  // namespace t2t
