#include "ir/support/floor_division.h"

#include <limits>

#include "gtest/gtest.h"

namespace t2t {
namespace {

TEST(FloorDivision, TheRemainderHasTheSignOfTheDivisor) {
  for (const int64_t a : {-7, 7}) {
    for (const int64_t b : {-2, 2}) {
      EXPECT_EQ(FloorQuotient(a, b), (a < 0) == (b < 0) ? 3 : -4) << a << " // " << b;
      EXPECT_EQ(FloorRemainder(a, b), b < 0 ? -1 : 1) << a << " % " << b;
      EXPECT_EQ(FloorQuotient(static_cast<double>(a), static_cast<double>(b)), (a < 0) == (b < 0) ? 3 : -4);
      EXPECT_EQ(FloorRemainder(static_cast<double>(a), static_cast<double>(b)), b < 0 ? -1 : 1);
    }
  }
  EXPECT_EQ(FloorQuotient(int64_t{-6}, int64_t{2}), -3);
  EXPECT_EQ(FloorRemainder(INT64_MIN, int64_t{-1}), 0);
}

TEST(FloorDivision, AQuotientThatRoundsUpToAWholeNumber) {
  EXPECT_EQ(1.0 / 0.1, 10.0);
  EXPECT_EQ(FloorQuotient(1.0, 0.1), 9.0);
  EXPECT_EQ(FloorQuotient(9411037727900.4, -0.0029479324290984346), -3192419756642311.0) << "beyond 2^50, as Python has it";
  EXPECT_EQ(FloorQuotient(-1.0, std::numeric_limits<double>::infinity()), -1.0);
  EXPECT_TRUE(std::signbit(FloorQuotient(1.0, -std::numeric_limits<double>::infinity()) + 1.0) == false);
}

}  // namespace
}  // namespace t2t
