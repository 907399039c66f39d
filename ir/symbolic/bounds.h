// Constant bounds of integer expressions (types-and-ops 7.5): INDEX variables are at least 0, other variables unbounded.
#pragma once

#include <cstdint>
#include <limits>

#include "ir/core/program.h"

namespace t2t {

struct Bounds {
  static constexpr int64_t kMinusInf = std::numeric_limits<int64_t>::min();
  static constexpr int64_t kPlusInf = std::numeric_limits<int64_t>::max();
  int64_t min = kMinusInf;
  int64_t max = kPlusInf;
};

Bounds BoundsOf(const Program& program, ExprId expr);

}  // namespace t2t
