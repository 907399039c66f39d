#include "ir/analysis/fractal_box.h"

#include "gtest/gtest.h"

namespace t2t {
namespace {

TEST(FractalBox, SixteenRowsOfThirtyTwoBytes) {
  EXPECT_EQ(FractalBox(MemorySpace::kMat, DType::kFp16).rows, 16u);
  EXPECT_EQ(FractalBox(MemorySpace::kMat, DType::kFp16).cols, 16u);
  EXPECT_EQ(FractalBox(MemorySpace::kLeft, DType::kInt8).cols, 32u);
  EXPECT_EQ(FractalBox(MemorySpace::kRight, DType::kInt8).rows, 32u);
  EXPECT_EQ(FractalBox(MemorySpace::kRight, DType::kFp32).rows, 8u);
  EXPECT_EQ(FractalBox(MemorySpace::kAcc, DType::kFp32).cols, 16u);
  EXPECT_EQ(FractalBox(MemorySpace::kVec, DType::kFp32).rows, 0u);
}

TEST(FractalBox, DemandsAreWrittenAndReadBack) {
  EXPECT_EQ(ParseBox(BoxText({1, 32})), (Box{1, 32}));
  for (const char* text : {"", "1", "1:", ":", "x:y", "1:-16"}) EXPECT_EQ(ParseBox(text).align, 0u) << text;
}

}  // namespace
}  // namespace t2t
