// Which tiles are known to sit in their own contiguous storage (op-conversions 1.4). An empty stride list proves nothing:
// a slice keeps its parent's row pitch without recording it. So the proof follows the definitions: an operator that makes
// its result in fresh storage proves it, aliases and set_validshape hand it on, everything else is unknown.
#pragma once

#include <vector>

#include "ir/core/program.h"

namespace t2t {

class CompactFacts {
 public:
  // Records what `value`, assigned to `var`, proves. Call in program order; a second definition of a variable wins.
  void Define(const Program& program, ValueId var, ExprId value);
  // Of an operand; anything but a variable with a proof is "no".
  bool IsCompact(const Program& program, ExprId tile) const;

 private:
  std::vector<bool> compact_;  // by value
};

}  // namespace t2t
