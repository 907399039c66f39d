// Which tensor-like values of the kernels will live on chip (lowering j.5): those that hold data of their own, where what
// computes is an operator that has a conversion.
#pragma once

#include "ir/analysis/computed_values.h"

namespace t2t {

class TileValues : public ComputedValues {
 public:
  // Analyses all functions that select-kernels marked.
  explicit TileValues(const Program& program);
};

// Is `expr` a projection of a multi-result operator that has a conversion (its elements become tiles)?
bool ProjectsConverted(const Program& program, ExprId expr);

}  // namespace t2t
