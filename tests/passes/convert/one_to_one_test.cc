// Every conversion that only changes the operator, with the kwargs that may arrive (op-conversions 3).
#include <string>
#include <vector>

#include "convert_testing.h"
#include "fmt/core.h"

namespace t2t {
namespace {

constexpr std::string_view kTiles =
    "f__tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec], g__tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec], "
    "i__tile: pl.Tile[[16, 64], pl.INT16, pl.Mem.Vec], j__tile: pl.Tile[[16, 64], pl.INT16, pl.Mem.Vec], "
    "u__tile: pl.Tile[[16, 64], pl.UINT32, pl.Mem.Vec], "
    "r__tile: pl.Tile[[16, 1], pl.FP32, pl.Mem.Vec], c__tile: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec], "
    "s: pl.Scalar[pl.FP32], n: pl.Scalar[pl.INT16], k: pl.Scalar[pl.INT32], d: pl.Scalar[pl.INDEX]";

// tensor.NAME(rest) becomes tile.NAME(tile_rest).
void ExpectSame(std::string_view names, std::string_view rest, std::string_view tile_rest,
                std::string_view result = "y__tile") {
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(' '));
    names.remove_prefix(std::min(name.size() + 1, names.size()));
    SCOPED_TRACE(name);
    ExpectConverts(kTiles, fmt::format("y = pl.tensor.{}({})", name, rest),
                   fmt::format("{} = pl.tile.{}({})\n", result, name, tile_rest));
  }
}

TEST(OneToOne, TileAndScalar) {
  ExpectSame("adds subs muls divs fmods", "f, s", "f__tile, s");
  ExpectSame("ands ors shls shrs", "i, n", "i__tile, n");
  ExpectSame("expands", "f, s", "f__tile, s");
}

TEST(OneToOne, TwoTiles) {
  ExpectSame("fmod part_add part_mul part_max part_min", "f, g", "f__tile, g__tile");
  ExpectSame("and_ or_ shl shr", "i, j", "i__tile, j__tile");
  ExpectSame("concat", "f, r", "f__tile, r__tile");
}

TEST(OneToOne, OneTile) {
  ExpectSame("neg abs exp sin cos sqrt log recip", "f", "f__tile");
  ExpectSame("recip log", "f, high_precision=True", "f__tile, high_precision=True");
  ExpectSame("not_", "i", "i__tile");
  ExpectSame("cast", "f, target_type=pl.BF16, mode='floor'", "f__tile, target_type=pl.BF16, mode='floor'");
}

TEST(OneToOne, Broadcasts) {
  ExpectSame("row_expand row_expand_mul row_expand_div row_expand_add row_expand_sub row_expand_max row_expand_min "
             "row_expand_expdif", "f, r", "f__tile, r__tile");
  ExpectSame("col_expand col_expand_mul col_expand_add col_expand_sub col_expand_div col_expand_max col_expand_min "
             "col_expand_expdif", "f, c", "f__tile, c__tile");
}

TEST(OneToOne, Constructors) {
  ExpectSame("full", "[8, 16], dtype=pl.FP16, value=1.0", "[8, 16], dtype=pl.FP16, value=1.0");
  ExpectSame("ci", "k, [1, 64], dtype=pl.INT32, descending=True", "k, [1, 64], dtype=pl.INT32, descending=True");
  ExpectSame("random", "k, k, k, k, k, k, [4, 64], dtype=pl.UINT32, rounds=7",
             "k, k, k, k, k, k, [4, 64], dtype=pl.UINT32, rounds=7");
  ExpectSame("get_block_idx get_block_num get_subblock_idx", "", "", "y");
}

TEST(OneToOne, ShapesReductionsAndSorts) {
  ExpectSame("set_validshape", "f, d, 60", "f__tile, d, 60");
  ExpectSame("col_max col_min col_prod", "f", "f__tile");
  // What the tensor level says about the axis stays on the call; the tile operator knows by its name.
  ExpectSame("col_max col_min col_prod", "f, axis=-2, keep_dim=True", "f__tile, axis=-2, keep_dim=True");
  ExpectSame("sort32", "f, u", "f__tile, u__tile");
  ExpectSame("mrgsort_format1", "f, pl.const(64, pl.INT32)", "f__tile, pl.const(64, pl.INT32)");
  ExpectSame("gather_mask", "f, mask_pattern=1", "f__tile, mask_pattern=1");
  ExpectSame("gather_mask", "f, mask_pattern=3, output_dtype=pl.INT32", "f__tile, mask_pattern=3, output_dtype=pl.INT32");
}

TEST(OneToOne, ValidRegionsAreTheTileOperatorsBusiness) {
  const Converted got = ConvertBody(
      "x__tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[n, 64])], n: pl.Scalar[pl.INDEX]",
      "a = pl.tensor.exp(x)\nb = pl.tensor.muls(a, 2.0)\nc = pl.tensor.cmp(b, 0.0, cmp_type=4)");
  EXPECT_EQ(got.error, "");
  EXPECT_THAT(got.statements, testing::HasSubstr("tile.set_validshape(cmp_one, n, 64)"));
}

TEST(OneToOne, WhatTheTileOperatorRefusesIsSaid) {
  // No broadcast on tiles where the operator has none; tensors of these shapes are fine.
  ExpectRefused("x__tile: pl.Tile[[16, 64], pl.INT16, pl.Mem.Vec, pl.TileView(valid_shape=[8, 64])], "
                "y__tile: pl.Tile[[16, 64], pl.INT16, pl.Mem.Vec]",
                "z = pl.tensor.and_(x, y)", "tile.and");
}

TEST(RemoteStore, SendsAComputedTile) {
  constexpr std::string_view kParams =
      "t__tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec], a__tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Acc], "
      "w: pl.InOut[pld.DistributedTensor[[32, 64], pl.FP32]], p: pl.Scalar[pl.INT32]";
  for (std::string_view source : {"t", "a"}) {
    ExpectConverts(kParams, fmt::format("pld.tensor.remote_store({}, w, p, [16, 0], atomic=pl.AtomicType.Add)", source),
                   fmt::format("pld.tile.remote_store({}__tile, w, p, [16, 0], atomic=pl.AtomicType.Add)\n", source));
  }
}

}  // namespace
}  // namespace t2t
