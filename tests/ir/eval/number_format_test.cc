#include "ir/eval/number_format.h"

#include <bit>
#include <limits>
#include <vector>

#include "gtest/gtest.h"

namespace t2t::eval {
namespace {

TEST(NumberFormat, EveryHalfSurvivesAndAgreesWithTheCompiler) {
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    const double v = DecodeFloat(bits, DType::kFp16);
    if (std::isnan(v)) continue;
    ASSERT_EQ(EncodeFloat(v, DType::kFp16), bits);
#ifdef __FLT16_MAX__
    ASSERT_EQ(v, static_cast<double>(std::bit_cast<_Float16>(static_cast<uint16_t>(bits)))) << bits;
#endif
  }
#ifdef __FLT16_MAX__
  // Values between neighbours, ties included.
  for (uint32_t bits = 0; bits < 0x7bff; ++bits) {
    const double a = DecodeFloat(bits, DType::kFp16), b = DecodeFloat(bits + 1, DType::kFp16);
    for (double v : {a + (b - a) * 0.25, a + (b - a) * 0.5, a + (b - a) * 0.75}) {
      ASSERT_EQ(EncodeFloat(v, DType::kFp16), std::bit_cast<uint16_t>(static_cast<_Float16>(v))) << v;
    }
  }
#endif
}

TEST(NumberFormat, HalfLimits) {
  EXPECT_EQ(RoundFloat(65504.0, DType::kFp16), 65504.0);
  EXPECT_EQ(RoundFloat(65519.9, DType::kFp16), 65504.0);
  EXPECT_TRUE(std::isinf(RoundFloat(65520.0, DType::kFp16)));   // the tie to the next power of two
  EXPECT_EQ(RoundFloat(65520.0, DType::kFp16, Rounding::kTrunc), 65504.0);
  EXPECT_EQ(RoundFloat(0x1p-24, DType::kFp16), 0x1p-24);        // smallest denormal
  EXPECT_EQ(RoundFloat(0x1p-25, DType::kFp16), 0.0);            // tie to even
  EXPECT_EQ(RoundFloat(0x1.8p-25, DType::kFp16), 0x1p-24);
}

TEST(NumberFormat, BrainFloatRoundsToEven) {
  EXPECT_EQ(RoundFloat(1.0 + 0x1p-8, DType::kBf16), 1.0);             // tie, even below
  EXPECT_EQ(RoundFloat(1.0 + 3 * 0x1p-8, DType::kBf16), 1.0 + 0x1p-6);  // tie, even above
  EXPECT_EQ(RoundFloat(1.0 + 0x1.1p-8, DType::kBf16), 1.0 + 0x1p-7);
  EXPECT_EQ(RoundFloat(1.0 + 0x1p-8, DType::kBf16, Rounding::kCeil), 1.0 + 0x1p-7);
  EXPECT_EQ(RoundFloat(-1.0 - 0x1p-8, DType::kBf16, Rounding::kFloor), -1.0 - 0x1p-7);
  EXPECT_EQ(RoundFloat(1.0 + 0x1p-20, DType::kBf16, Rounding::kOdd), 1.0 + 0x1p-7);
}

TEST(NumberFormat, EightBitFloats) {
  EXPECT_EQ(RoundFloat(448.0, DType::kFp8E4M3FN), 448.0);
  EXPECT_EQ(RoundFloat(1000.0, DType::kFp8E4M3FN), 448.0);     // no infinity: the largest finite value
  EXPECT_EQ(RoundFloat(-std::numeric_limits<double>::infinity(), DType::kFp8E4M3FN), -448.0);
  EXPECT_TRUE(std::isnan(DecodeFloat(0x7f, DType::kFp8E4M3FN)));
  EXPECT_EQ(DecodeFloat(0x01, DType::kFp8E4M3FN), 0x1p-9);
  EXPECT_EQ(RoundFloat(57344.0, DType::kFp8E5M2), 57344.0);
  EXPECT_TRUE(std::isinf(RoundFloat(65536.0, DType::kFp8E5M2)));
  EXPECT_EQ(RoundFloat(5.0, DType::kFp4), 4.0);                // 4 and 6 are neighbours: tie to even
  EXPECT_EQ(RoundFloat(100.0, DType::kFp4), 6.0);
  EXPECT_EQ(DecodeFloat(127, DType::kFp8E8M0), 1.0);
  EXPECT_EQ(EncodeFloat(0.25, DType::kFp8E8M0), 125u);
  for (DType t : {DType::kFp8E4M3FN, DType::kFp8E5M2}) {
    for (uint32_t bits = 0; bits < 256; ++bits) {
      const double v = DecodeFloat(bits, t);
      if (std::isnan(v)) continue;
      ASSERT_EQ(EncodeFloat(v, t), bits) << bits;
    }
  }
}

TEST(NumberFormat, IntegersWrapAndCastsSaturate) {
  EXPECT_EQ(WrapInt(200, DType::kInt8), -56);
  EXPECT_EQ(WrapInt(-1, DType::kUint16), 65535);
  EXPECT_EQ(WrapInt(9, DType::kInt4), -7);
  EXPECT_EQ(SaturateToInt(300.7, DType::kInt8, Rounding::kRint), 127);
  EXPECT_EQ(SaturateToInt(-300.7, DType::kUint8, Rounding::kRint), 0);
  EXPECT_EQ(SaturateToInt(std::nan(""), DType::kInt32, Rounding::kRint), 0);
  EXPECT_EQ(SaturateToInt(2.5, DType::kInt32, Rounding::kRint), 2);
  EXPECT_EQ(SaturateToInt(2.5, DType::kInt32, Rounding::kRound), 3);
  EXPECT_EQ(SaturateToInt(-2.5, DType::kInt32, Rounding::kRound), -3);
  EXPECT_EQ(SaturateToInt(-2.1, DType::kInt32, Rounding::kFloor), -3);
  EXPECT_EQ(SaturateToInt(-2.9, DType::kInt32, Rounding::kCeil), -2);
  EXPECT_EQ(SaturateToInt(-2.9, DType::kInt32, Rounding::kTrunc), -2);
  EXPECT_EQ(SaturateToInt(2.2, DType::kInt32, Rounding::kOdd), 3);
  EXPECT_EQ(SaturateToInt(3.9, DType::kInt32, Rounding::kOdd), 3);
}

TEST(NumberFormat, NibblesArePackedLowFirst) {
  std::vector<uint8_t> bytes(2, 0);
  const int64_t in[] = {-1, 3, 7};
  StoreRow(DType::kInt4, bytes.data(), 0, 1, 3, in);
  EXPECT_EQ(bytes[0], 0x3f);
  int64_t out[3];
  LoadRow(DType::kInt4, bytes.data(), 0, 1, 3, out);
  EXPECT_EQ(out[0], -1);
  EXPECT_EQ(out[1], 3);
  EXPECT_EQ(out[2], 7);
}

}  // namespace
}  // namespace t2t::eval
