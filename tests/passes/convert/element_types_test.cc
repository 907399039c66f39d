// The operand is cast where the tensor operator gives another element type than the tile operator would.
#include "convert_testing.h"
#include "fmt/format.h"

namespace t2t {
namespace {

std::string Tile(std::string_view dtype) { return fmt::format("x__tile: pl.Tile[[32, 64], pl.{}, pl.Mem.Vec]", dtype); }

TEST(ElementTypes, AWiderScalarWidensTheTile) {
  for (std::string_view op : {"adds", "muls", "divs", "maximum", "minimum"}) {
    const std::string tile_op = op.starts_with("m") && op != "muls" ? fmt::format("{}s", op) : std::string(op);
    for (std::string_view dtype : {"FP16", "BF16", "INT32"}) {
      ExpectConverts(Tile(dtype), fmt::format("y = pl.tensor.{}(x, 0.25)", op),
                     fmt::format("{0}_cast = pl.tile.cast(x__tile, target_type=pl.FP32, mode='round')\n"
                                 "y__tile = pl.tile.{1}({0}_cast, 0.25)\n", op, tile_op));
    }
    ExpectConverts(Tile("FP32"), fmt::format("y = pl.tensor.{}(x, 0.25)", op), fmt::format("y__tile = pl.tile.{}(x__tile, 0.25)\n", tile_op));
    ExpectConverts(Tile("FP16"), fmt::format("y = pl.tensor.{}(x, pl.const(0.25, pl.FP16))", op),
                   fmt::format("y__tile = pl.tile.{}(x__tile, pl.const(0.25, pl.FP16))\n", tile_op));
  }
  ExpectConverts(Tile("INT16"), "y = pl.tensor.adds(x, pl.const(3, pl.INT32))",
                 "adds_cast = pl.tile.cast(x__tile, target_type=pl.INT32, mode='none')\n"
                 "y__tile = pl.tile.adds(adds_cast, pl.const(3, pl.INT32))\n");
}

// INDEX is a type for scalars; tiles of it would be twice as large for nothing.
TEST(ElementTypes, ACountIsReadInTheTypeOfTheTile) {
  for (std::string_view op : {"adds", "muls", "divs", "maximum", "minimum"}) {
    const std::string tile_op = op.starts_with("m") && op != "muls" ? fmt::format("{}s", op) : std::string(op);
    ExpectConverts(Tile("INT32") + ", n: pl.Scalar[pl.INDEX]", fmt::format("y = pl.tensor.{}(x, n)", op),
                   fmt::format("y__tile = pl.tile.{}(x__tile, n)\n", tile_op));
  }
}

TEST(ElementTypes, FunctionsOfRealNumbersTakeIntegersAsFp32) {
  for (std::string_view op : {"exp", "sqrt", "rsqrt", "recip"}) {
    ExpectConverts(Tile("INT32"), fmt::format("y = pl.tensor.{}(x)", op),
                   fmt::format("{0}_cast = pl.tile.cast(x__tile, target_type=pl.FP32, mode='round')\n"
                               "y__tile = pl.tile.{0}({0}_cast)\n", op));
    ExpectConverts(Tile("FP16"), fmt::format("y = pl.tensor.{}(x)", op), fmt::format("y__tile = pl.tile.{}(x__tile)\n", op));
  }
  ExpectConverts(Tile("INT32"), "y = pl.tensor.rsqrt(x, high_precision=True)",
                 "rsqrt_cast = pl.tile.cast(x__tile, target_type=pl.FP32, mode='round')\n"
                 "rsqrt_tmp = pl.tile.create([32, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)\n"
                 "y__tile = pl.tile.rsqrt(rsqrt_cast, rsqrt_tmp)\n");
}

// The other way round: the tensor operator keeps the type, the tile operator would promote.
TEST(ElementTypes, ExpandsBringsTheScalarIntoTheTypeOfTheTarget) {
  ExpectConverts(Tile("FP16"), "y = pl.tensor.expands(x, 0.5)", "y__tile = pl.tile.expands(x__tile, pl.const(0.5, pl.FP16))\n");
  ExpectConverts(Tile("FP16") + ", s: pl.Scalar[pl.FP32]", "y = pl.tensor.expands(x, s)",
                 "y__tile = pl.tile.expands(x__tile, pl.cast(s, pl.FP16))\n");
  ExpectConverts(Tile("FP32"), "y = pl.tensor.expands(x, 0.5)", "y__tile = pl.tile.expands(x__tile, 0.5)\n");
}

// tile.cmps reads its scalar in the type of the tile.
TEST(ElementTypes, NumbersAreComparedInTheTypeTheyHaveTogether) {
  const auto first = [](std::string_view params, std::string_view body) {
    const Converted got = ConvertBody(params, body);
    EXPECT_EQ(got.error, "");
    return got.statements.substr(0, got.statements.find("cmp_one"));
  };
  EXPECT_EQ(first(Tile("INT32"), "y = pl.tensor.cmp(x, 0.5, cmp_type=2)"),
            "cmp_lhs_cast = pl.tile.cast(x__tile, target_type=pl.FP32, mode='round')\n"
            "cmp_mask = pl.tile.cmps(cmp_lhs_cast, 0.5, cmp_type=2)\n");
  EXPECT_EQ(first(Tile("FP16"), "y = pl.tensor.cmp(x, 0.1, cmp_type=2)"),
            "cmp_lhs_cast = pl.tile.cast(x__tile, target_type=pl.FP32, mode='round')\n"
            "cmp_mask = pl.tile.cmps(cmp_lhs_cast, 0.10000000000000001, cmp_type=2)\n");
  EXPECT_EQ(first(Tile("BF16"), "y = pl.tensor.cmp(x, 0.5, cmp_type=2)"), "cmp_mask = pl.tile.cmps(x__tile, 0.5, cmp_type=2)\n")
      << "BF16 holds 0.5";
  EXPECT_EQ(first(Tile("INT32") + ", z__tile: pl.Tile[[32, 64], pl.FP16, pl.Mem.Vec]", "y = pl.tensor.cmp(x, z, cmp_type=0)"),
            "cmp_lhs_cast = pl.tile.cast(x__tile, target_type=pl.FP16, mode='round')\n"
            "cmp_mask = pl.tile.cmp(cmp_lhs_cast, z__tile, cmp_type=0)\n");
  EXPECT_EQ(first(Tile("FP32") + ", z__tile: pl.Tile[[32, 64], pl.FP16, pl.Mem.Vec]", "y = pl.tensor.cmp(x, z, cmp_type=0)"),
            "cmp_mask = pl.tile.cmp(x__tile, z__tile, cmp_type=0)\n") << "two floating tiles compare as they are";
  EXPECT_EQ(first(Tile("UINT32") + ", z__tile: pl.Tile[[32, 64], pl.INT32, pl.Mem.Vec]", "y = pl.tensor.cmp(x, z, cmp_type=2)"),
            "cmp_lhs_cast = pl.tile.cast(x__tile, target_type=pl.INT32, mode='none')\n"
            "cmp_mask = pl.tile.cmp(cmp_lhs_cast, z__tile, cmp_type=2)\n");
}

}  // namespace
}  // namespace t2t
