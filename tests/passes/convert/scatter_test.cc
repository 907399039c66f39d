#include "convert_testing.h"
#include "fmt/core.h"

namespace t2t {
namespace {

std::string Params(std::string_view input, std::string_view dtype, std::string_view index, std::string_view index_dtype,
                   std::string_view src) {
  return fmt::format("x__tile: pl.Tile[{}, pl.{}, pl.Mem.Vec], i__tile: pl.Tile[{}, pl.{}, pl.Mem.Vec], "
                     "s__tile: pl.Tile[{}, pl.{}, pl.Mem.Vec]", input, dtype, index, index_dtype, src, dtype);
}

TEST(Scatter, RowsAreNumberedUnlessThereIsOnlyOne) {
  ExpectConverts(Params("[64, 32]", "FP16", "[8, 16]", "INT16", "[8, 16]"), "y = pl.tensor.scatter(x, i, s, dim=-1)",
                 "scatter_ci_rows = pl.tile.ci(pl.const(0, pl.INT16), [1, 8], dtype=pl.INT16, descending=False)\n"
                 "scatter_row_arange = pl.tile.reshape(scatter_ci_rows, [8, 1])\n"
                 "scatter_row_base = pl.tile.muls(scatter_row_arange, pl.const(32, pl.INT16))\n"
                 "scatter_flat_idx = pl.tile.row_expand_add(i__tile, scatter_row_base)\n"
                 "scatter_values_zero = pl.tile.full([64, 32], dtype=pl.FP16, value=0.0)\n"
                 "scatter_values = pl.tile.scatter(scatter_values_zero, s__tile, scatter_flat_idx)\n"
                 "scatter_mask_zero = pl.tile.full([64, 32], dtype=pl.FP16, value=0.0)\n"
                 "scatter_ones = pl.tile.full([8, 16], dtype=pl.FP16, value=1.0)\n"
                 "scatter_mask = pl.tile.scatter(scatter_mask_zero, scatter_ones, scatter_flat_idx)\n"
                 "scatter_pred = pl.tile.cmps(scatter_mask, pl.const(0.0, pl.FP16), cmp_type=1)\n"
                 "scatter_sel_tmp = pl.tile.create([1, 32], dtype=pl.UINT8, target_memory=pl.Mem.Vec)\n"
                 "y__tile = pl.tile.sel(scatter_pred, scatter_values, x__tile, scatter_sel_tmp)\n");
  const Converted one_row = ConvertBody(Params("[64, 32]", "FP32", "[1, 16]", "INT32", "[1, 16]"),
                                        "y = pl.tensor.scatter(x, i, s, dim=1)");
  EXPECT_EQ(one_row.error, "");
  EXPECT_THAT(one_row.statements, testing::Not(testing::HasSubstr("tile.ci")));
  EXPECT_THAT(one_row.statements, testing::HasSubstr("tile.scatter(scatter_values_zero, s__tile, i__tile)"));
}

TEST(Scatter, MarkersAreAsWideAsTheData) {
  const auto marker = [](std::string_view dtype, std::string_view index) {
    const Converted got = ConvertBody(Params("[8, 32]", dtype, "[1, 32]", index, "[1, 32]"),
                                      "y = pl.tensor.scatter(x, i, s, dim=-1)");
    EXPECT_EQ(got.error, "");
    const size_t at = got.statements.find("scatter_ones");
    return got.statements.substr(at, got.statements.find('\n', at) - at);
  };
  EXPECT_EQ(marker("INT32", "INT32"), "scatter_ones = pl.tile.full([1, 32], dtype=pl.FP32, value=1.0)");
  EXPECT_EQ(marker("BF16", "INT16"), "scatter_ones = pl.tile.full([1, 32], dtype=pl.FP16, value=1.0)");
  EXPECT_EQ(marker("INT8", "INT16"), "scatter_ones = pl.tile.full([1, 32], dtype=pl.INT8, value=1)");
}

TEST(Scatter, Int16IndexReaches32768Elements) {
  const auto params = [](int rows) {
    return Params("[64, 1024]", "FP16", fmt::format("[{}, 16]", rows), "INT16", fmt::format("[{}, 16]", rows));
  };
  EXPECT_EQ(ConvertBody(params(32), "y = pl.tensor.scatter(x, i, s, dim=-1)").error, "");
  ExpectRefused(params(33), "y = pl.tensor.scatter(x, i, s, dim=-1)", "exceeds the INT16 index range");
}

TEST(ScatterMask, TypeOfTheDestination) {
  ExpectConverts("x__tile: pl.Tile[[4, 8], pl.FP32, pl.Mem.Vec], d__tile: pl.Tile[[4, 16], pl.FP32, pl.Mem.Vec]",
                 "y = pl.tensor.scatter_mask(x, d, mask_pattern=1)",
                 "scatter_mask_values_zero = pl.tile.full([4, 16], dtype=pl.FP32, value=0.0)\n"
                 "scatter_mask_values = pl.tile.scatter_mask(scatter_mask_values_zero, x__tile, mask_pattern=1)\n"
                 "scatter_mask_mask_zero = pl.tile.full([4, 16], dtype=pl.FP32, value=0.0)\n"
                 "scatter_mask_ones = pl.tile.full([4, 8], dtype=pl.FP32, value=1.0)\n"
                 "scatter_mask_mask = pl.tile.scatter_mask(scatter_mask_mask_zero, scatter_mask_ones, mask_pattern=1)\n"
                 "scatter_mask_pred = pl.tile.cmps(scatter_mask_mask, 0.0, cmp_type=1)\n"
                 "scatter_mask_sel_tmp = pl.tile.create([1, 32], dtype=pl.UINT8, target_memory=pl.Mem.Vec)\n"
                 "y__tile = pl.tile.sel(scatter_mask_pred, scatter_mask_values, d__tile, scatter_mask_sel_tmp)\n");
}

TEST(ScatterUpdate, NarrowsTheFinishedIndexOnly) {
  ExpectConverts(Params("[24, 64]", "FP16", "[1, 16]", "INT16", "[16, 64]"), "y = pl.tensor.scatter_update(x, i, s, dim=-2)",
                 "su_col = pl.tile.ci(pl.const(0, pl.INT32), [1, 64], dtype=pl.INT32, descending=False)\n"
                 "su_tmpl = pl.tile.full([16, 64], dtype=pl.INT32, value=0)\n"
                 "su_col_nd = pl.tile.col_expand(su_tmpl, su_col)\n"
                 "su_idx_i32 = pl.tile.cast(i__tile, target_type=pl.INT32, mode='none')\n"
                 "su_idx_flat = pl.tile.reshape(su_idx_i32, [16, 1])\n"
                 "su_row_base = pl.tile.muls(su_idx_flat, pl.const(64, pl.INT32))\n"
                 "su_flat_idx = pl.tile.row_expand_add(su_col_nd, su_row_base)\n"
                 "su_flat_idx_cast = pl.tile.cast(su_flat_idx, target_type=pl.INT16, mode='none')\n"
                 "su_v0 = pl.tile.full([24, 64], dtype=pl.FP16, value=0.0)\n"
                 "su_vals = pl.tile.scatter(su_v0, s__tile, su_flat_idx_cast)\n"
                 "su_m0 = pl.tile.full([24, 64], dtype=pl.FP16, value=0.0)\n"
                 "su_ones = pl.tile.full([16, 64], dtype=pl.FP16, value=1.0)\n"
                 "su_mask = pl.tile.scatter(su_m0, su_ones, su_flat_idx_cast)\n"
                 "su_pred = pl.tile.cmps(su_mask, pl.const(0.0, pl.FP16), cmp_type=1)\n"
                 "su_tmp = pl.tile.create([1, 32], dtype=pl.UINT8, target_memory=pl.Mem.Vec)\n"
                 "y__tile = pl.tile.sel(su_pred, su_vals, x__tile, su_tmp)\n");
}

TEST(ScatterUpdate, TileLevelFormIsTheSame) {
  const std::string params = Params("[32, 32]", "FP32", "[2, 8]", "INT32", "[16, 32]");
  const Converted tensor = ConvertBody(params, "y = pl.tensor.scatter_update(x, i, s, dim=-2)");
  EXPECT_EQ(tensor.error, "");
  ExpectConverts(params, "y__tile = pl.tile.scatter_update(x__tile, i__tile, s__tile, dim=-2)", tensor.statements);
}

TEST(ScatterUpdate, TwoByteDataHasALimit) {
  const auto params = [](int rows, std::string_view dtype, std::string_view index) {
    return Params(fmt::format("[{}, 256]", rows), dtype, "[2, 4]", index, "[8, 256]");
  };
  constexpr std::string_view kBody = "y = pl.tensor.scatter_update(x, i, s, dim=-2)";
  EXPECT_EQ(ConvertBody(params(127, "FP16", "INT32"), kBody).error, "");
  ExpectRefused(params(128, "FP16", "INT32"), kBody, "i16 flat-index limit");
  EXPECT_EQ(ConvertBody(params(128, "FP32", "INT32"), kBody).error, "");
}

TEST(ScatterUpdate, FourDimensionsAreRefused) {
  ExpectRefused(Params("[4, 4, 1, 64]", "FP32", "[2, 4]", "INT32", "[2, 4, 1, 64]"),
                "y = pl.tensor.scatter_update(x, i, s, dim=-2)", "only 2D input/src is currently supported in lowering");
}

TEST(ScatterUpdate, SourceRowsMustBeAsManyAsIndices) {
  ExpectRefused(Params("[32, 32]", "FP32", "[2, 8]", "INT32", "[15, 32]"), "y = pl.tensor.scatter_update(x, i, s, dim=-2)",
                "src has 15 rows");
}

TEST(Scatter, NeedsTiles) {
  ExpectRefused("x: pl.Tensor[[8, 64], pl.FP32], i: pl.Tensor[[1, 16], pl.INT32], s: pl.Tensor[[1, 16], pl.FP32]",
                "y = pl.tensor.scatter(x, i, s, dim=-1)", "operand 0 must be a tile");
}

}  // namespace
}  // namespace t2t
