// The numbers that one data type can hold.
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

// Whether an integer stays a finite number in a floating type; it may be rounded.
inline bool StaysFinite(DType t, int64_t v) {
  const double size = std::fabs(static_cast<double>(v));
  switch (t) {
    case DType::kFp32: case DType::kBf16: return true;
    case DType::kFp16: return size < 65520;  // rounds to 65504 below, to infinity from here on
    case DType::kFp8E4M3FN: return size <= 448;
    case DType::kFp8E5M2: return size <= 57344;
    default: return size <= 6;  // FP4 and formats whose largest number depends on their use
  }
}

}  // namespace t2t
