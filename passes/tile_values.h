// Which tensor-like values of the kernels hold data that will live on chip (lowering j.5).
//
// A value computed by a registered operator becomes a tile. Writes hand on what they write to, aliases what they name;
// a loop or branch result becomes a tile when anything that flows into it does. Everything else stays a GM handle.
#pragma once

#include <vector>

#include "ir/core/program.h"

namespace t2t {

class TileValues {
 public:
  // Analyses all kernels at once: one bit per value of the program, time linear in the statements.
  explicit TileValues(const Program& program);

  bool Has(ValueId value) const { return value && value.index() < tile_.size() && tile_[value.index()]; }
  // Of an operand: a read of such a value. Anything that is not a variable is not.
  bool Has(const Program& p, ExprId operand) const {
    return operand && p[operand].kind == ExprKind::kVar && Has(p[operand].var());
  }

 private:
  std::vector<bool> tile_;
};

// The expression a tuple projection selects, through tuple aliases and nested literals; invalid when unresolved.
ExprId ResolveProjection(const Program& program, ExprId expr);

// Is `expr` a projection of a multi-result operator that has a conversion (its elements become tiles)?
bool ProjectsConverted(const Program& program, ExprId expr);

}  // namespace t2t
