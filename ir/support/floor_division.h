// Division that rounds down and the remainder that belongs to it, as Python and the printed text have them: the remainder has
// the sign of the divisor. Divisors are not zero.
#pragma once

#include <cmath>
#include <cstdint>

namespace t2t {

// The caller excludes INT64_MIN / -1, which has no quotient.
inline int64_t FloorQuotient(int64_t a, int64_t b) {
  const int64_t q = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}
inline int64_t FloorRemainder(int64_t a, int64_t b) {
  if (b == -1) return 0;  // INT64_MIN % -1 traps
  const int64_t r = a % b;
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

inline double FloorRemainder(double a, double b) {
  const double r = std::fmod(a, b);
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}
// floor(a / b) would be one off where the division rounds up to a whole number: 1.0 // 0.1 is 9. What is left when the
// remainder is taken away is nearly a whole multiple of b, so the nearest whole number is the quotient.
inline double FloorQuotient(double a, double b) {
  const double r = std::fmod(a, b);
  double quotient = (a - r) / b;
  if (r != 0 && (r < 0) != (b < 0)) quotient -= 1;
  if (quotient == 0) return std::copysign(0.0, a / b);
  const double whole = std::floor(quotient);
  return quotient - whole > 0.5 ? whole + 1 : whole;
}

}  // namespace t2t
