#include "convert_testing.h"
#include "fmt/format.h"

namespace t2t {
namespace {

TEST(Cmp, ScalarAndTileOperands) {
  ExpectConverts("x__tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]", "m = pl.tensor.cmp(x, x, cmp_type=2)",
                 "cmp_mask = pl.tile.cmp(x__tile, x__tile, cmp_type=2)\n"
                 "cmp_one = pl.tile.full([16, 64], dtype=pl.FP32, value=1.0)\n"
                 "cmp_zero = pl.tile.full([16, 64], dtype=pl.FP32, value=0.0)\n"
                 "cmp_tmp = pl.tile.create([1, 32], dtype=pl.UINT8, target_memory=pl.Mem.Vec)\n"
                 "m__tile = pl.tile.sel(cmp_mask, cmp_one, cmp_zero, cmp_tmp)\n");
  ExpectConverts("x__tile: pl.Tile[[16, 64], pl.INT32, pl.Mem.Vec]",
                 "m = pl.tensor.cmp(x, pl.const(3, pl.INT32), cmp_type=5)",
                 "cmp_mask = pl.tile.cmps(x__tile, pl.const(3, pl.INT32), cmp_type=5)\n"
                 "cmp_one = pl.tile.full([16, 64], dtype=pl.INT32, value=1)\n"
                 "cmp_zero = pl.tile.full([16, 64], dtype=pl.INT32, value=0)\n"
                 "cmp_tmp = pl.tile.create([1, 32], dtype=pl.UINT8, target_memory=pl.Mem.Vec)\n"
                 "m__tile = pl.tile.sel(cmp_mask, cmp_one, cmp_zero, cmp_tmp)\n");
}

// The predicate covers the valid region of its left operand, so the wide one goes there and the comparison turns around.
TEST(Cmp, ResultShapeIsThatOfTheOperandsNotOfTheMask) {
  ExpectConverts("x__tile: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec], y__tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]",
                 "m = pl.tensor.cmp(x, y, cmp_type=0)",
                 "cmp_mask = pl.tile.cmp(y__tile, x__tile, cmp_type=0)\n"
                 "cmp_one = pl.tile.full([16, 64], dtype=pl.FP32, value=1.0)\n"
                 "cmp_zero = pl.tile.full([16, 64], dtype=pl.FP32, value=0.0)\n"
                 "cmp_tmp = pl.tile.create([1, 32], dtype=pl.UINT8, target_memory=pl.Mem.Vec)\n"
                 "m__tile = pl.tile.sel(cmp_mask, cmp_one, cmp_zero, cmp_tmp)\n");
}

TEST(Cmp, TurnedAroundComparisonsMeanTheSame) {
  constexpr int kMirrored[] = {0, 1, 4, 5, 2, 3};
  for (int code = 0; code < 6; ++code) {
    const Converted got = ConvertBody(
        "x__tile: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec], y__tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]",
        fmt::format("m = pl.tensor.cmp(x, y, cmp_type={})", code));
    EXPECT_THAT(got.statements,
                testing::HasSubstr(fmt::format("pl.tile.cmp(y__tile, x__tile, cmp_type={})", kMirrored[code])));
  }
}

TEST(Cmp, CarriesTheValidRegionOfTheLeftOperand) {
  ExpectConverts("x__tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[16, n])], n: pl.Scalar[pl.INDEX]",
                 "m = pl.tensor.cmp(x, 0.0, cmp_type=4)",
                 "cmp_mask = pl.tile.cmps(x__tile, 0.0, cmp_type=4)\n"
                 "cmp_one = pl.tile.full([16, 64], dtype=pl.FP32, value=1.0)\n"
                 "cmp_one_valid = pl.tile.set_validshape(cmp_one, 16, n)\n"
                 "cmp_zero = pl.tile.full([16, 64], dtype=pl.FP32, value=0.0)\n"
                 "cmp_zero_valid = pl.tile.set_validshape(cmp_zero, 16, n)\n"
                 "cmp_tmp = pl.tile.create([1, 32], dtype=pl.UINT8, target_memory=pl.Mem.Vec)\n"
                 "m__tile = pl.tile.sel(cmp_mask, cmp_one_valid, cmp_zero_valid, cmp_tmp)\n");
}

TEST(Cmp, BroadcastLeftOperandDoesNotNarrowTheResult) {
  const Converted got = ConvertBody(
      "x__tile: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[1, 60])], y__tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]",
      "m = pl.tensor.cmp(x, y, cmp_type=0)");
  EXPECT_EQ(got.error, "");
  EXPECT_THAT(got.statements, testing::Not(testing::HasSubstr("set_validshape")));
}

TEST(Cmp, LeftOperandMustBeATile) {
  ExpectRefused("x: pl.Tensor[[16, 64], pl.FP32]", "m = pl.tensor.cmp(x, 0.0, cmp_type=0)", "operand 0 must be a tile");
}

}  // namespace
}  // namespace t2t
