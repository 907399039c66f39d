// What an integer operand beside a floating one means: it is brought into the type of the result, then the operator computes.
#include "eval_test_util.h"

namespace t2t::eval {
namespace {

constexpr double kOdd = (1 << 24) + 1;  // an integer that FP32 does not hold: it becomes the next one, away from zero

TEST(Promotion, IntegersBecomeNumbersOfTheResultFirst) {
  Bench product({{"x", "pl.Tensor[[2], pl.INT32]", {kOdd, 3}}}, "pl.Tensor[[2], pl.FP32]", "return pl.tensor.muls(x, 2.0)");
  EXPECT_EQ(product.Result(), (std::vector<double>{2 * (kOdd + 1), 6}));
  Bench sum({{"x", "pl.Tensor[[1], pl.INT32]", {kOdd}}, {"y", "pl.Tensor[[1], pl.FP32]", {-kOdd - 1}}}, "pl.Tensor[[1], pl.FP32]",
            "return pl.tensor.add(x, y)");
  EXPECT_EQ(sum.Result(), (std::vector<double>{0}));
  Bench root({{"x", "pl.Tensor[[1], pl.INT32]", {2}}}, "pl.Tensor[[1], pl.FP32]", "return pl.tensor.sqrt(x)");
  EXPECT_EQ(root.Result(), (std::vector<double>{std::sqrt(2.0f)}));
}

TEST(Promotion, ComparisonsTakeTheCommonType) {
  Bench scalar({{"x", "pl.Tensor[[3], pl.INT32]", {-1, 0, 1}}}, "pl.Tensor[[3], pl.FP32]", "return pl.tensor.cmp(x, 0.5, cmp_type=2)");
  EXPECT_EQ(scalar.Result(), (std::vector<double>{1, 1, 0})) << "0 is less than a half";
  Bench tensors({{"x", "pl.Tensor[[2], pl.INT32]", {kOdd, 7}}, {"y", "pl.Tensor[[2], pl.FP32]", {kOdd + 1, 7.5}}},
                "pl.Tensor[[2], pl.FP32]", "return pl.tensor.cmp(x, y, cmp_type=0)");
  EXPECT_EQ(tensors.Result(), (std::vector<double>{1, 0}));
}

TEST(Promotion, IntegersOfTwoTypesWrapIntoTheResult) {
  constexpr double kLargest = 4294967295.0;  // of UINT32; as INT32 it is -1, and so is the 32-bit result
  Bench scalar({{"x", "pl.Tensor[[2], pl.UINT32]", {kLargest, 5}}, {"y", "pl.Tensor[[1], pl.INT32]", {3}}},
               "pl.Tensor[[2], pl.INT32]", "s = pl.tensor.read(y, [0])\nreturn pl.tensor.maximum(x, s)");
  EXPECT_EQ(scalar.Result(), (std::vector<double>{3, 5}));
  Bench tensors({{"x", "pl.Tensor[[2], pl.UINT32]", {kLargest, 5}}, {"y", "pl.Tensor[[2], pl.INT32]", {3, 3}}},
                "pl.Tensor[[2], pl.INT32]", "return pl.tensor.minimum(x, y)");
  EXPECT_EQ(tensors.Result(), (std::vector<double>{-1, 3}));
  Bench column({{"x", "pl.Tensor[[1, 2], pl.UINT32]", {kLargest, 5}}, {"y", "pl.Tensor[[1, 1], pl.INT32]", {3}}},
               "pl.Tensor[[1, 2], pl.INT32]", "return pl.tensor.row_expand_max(x, y)");
  EXPECT_EQ(column.Result(), (std::vector<double>{3, 5}));
}

TEST(Promotion, WhereOneOperandEndsAndInPackedComparisonsToo) {
  Bench part({{"x", "pl.Tensor[[1, 2], pl.UINT32]", {4294967295.0, 5}}, {"y", "pl.Tensor[[1, 2], pl.INT32]", {3, 3}}},
             "pl.Tensor[[1, 2], pl.INT32]", "return pl.tensor.part_max(x, y)");
  EXPECT_EQ(part.Result(), (std::vector<double>{3, 5}));
  Bench dif({{"x", "pl.Tensor[[1, 1], pl.INT32]", {2049}}, {"y", "pl.Tensor[[1, 1], pl.FP16]", {2048}}},
            "pl.Tensor[[1, 1], pl.FP16]", "return pl.tensor.row_expand_expdif(x, y)");
  Bench sub({{"x", "pl.Tensor[[1, 1], pl.INT32]", {2049}}, {"y", "pl.Tensor[[1, 1], pl.FP16]", {2048}}},
            "pl.Tensor[[1, 1], pl.FP16]", "return pl.tensor.exp(pl.tensor.row_expand_sub(x, y))");
  EXPECT_EQ(dif.Result(), sub.Result());
}

// As Python has it: rounded down, and the remainder has the sign of the divisor.
TEST(Promotion, FloorDivisionOfScalars) {
  Bench down({{"x", "pl.Tensor[[2], pl.FP32]", {1, -7}}, {"y", "pl.Tensor[[2], pl.FP32]", {0.1, 2}}}, "pl.Tensor[[2], pl.FP32]",
             "a = pl.tensor.read(x, [0]) // pl.tensor.read(y, [0])\nb = pl.tensor.read(x, [1]) % pl.tensor.read(y, [1])\n"
             "return pl.tensor.muls(pl.tensor.adds(pl.tensor.muls(x, 0.0), a), b)");
  EXPECT_EQ(down.Result(), (std::vector<double>{9, 9}));
}

}  // namespace
}  // namespace t2t::eval
