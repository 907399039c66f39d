// The integers that one integer data type can hold.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "ir/core/enums.h"

namespace t2t {

struct IntRange {
  bool is_unsigned = false;
  int bits = 0;  // below the sign

  explicit IntRange(DType t) : is_unsigned(IsUnsignedInt(t)), bits(is_unsigned ? BitWidth(t) : BitWidth(t) - 1) {}
  bool Holds(int64_t v) const {
    const int64_t last = bits >= 63 ? std::numeric_limits<int64_t>::max() : (int64_t{1} << bits) - 1;
    return v <= last && v >= (is_unsigned ? 0 : -last - 1);
  }
  bool Holds(double v) const {
    const double end = std::ldexp(1.0, bits);
    return std::trunc(v) == v && v < end && v >= (is_unsigned ? 0.0 : -end);
  }
};

}  // namespace t2t
