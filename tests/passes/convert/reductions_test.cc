#include "convert_testing.h"
#include "fmt/core.h"

namespace t2t {
namespace {

void ExpectScratch(std::string_view input, std::string_view call, std::string_view scratch, std::string_view tile_call) {
  ExpectConverts(fmt::format("x__tile: pl.Tile[{}, pl.FP32, pl.Mem.Vec]", input), fmt::format("r = pl.tensor.{}", call),
                 fmt::format("tmp_tile = pl.tile.create({}, dtype=pl.FP32, target_memory=pl.Mem.Vec)\n"
                             "r__tile = pl.tile.{}(x__tile, tmp_tile)\n", scratch, tile_call));
}

TEST(RowReductions, ScratchHasAtLeast128Columns) {
  ExpectScratch("[16, 64]", "row_sum(x)", "[16, 128]", "row_sum");
  ExpectScratch("[16, 127]", "row_max(x)", "[16, 128]", "row_max");
  ExpectScratch("[16, 128]", "row_min(x)", "[16, 128]", "row_min");
  ExpectScratch("[4, 200]", "row_prod(x)", "[4, 200]", "row_prod");
  ExpectScratch("[2, 4, 32]", "row_sum(x)", "[2, 4, 128]", "row_sum");
}

TEST(RowReductions, AxisAndKeepDimEndHere) {
  ExpectScratch("[16, 256]", "row_sum(x, axis=-1, keep_dim=True)", "[16, 256]", "row_sum");
}

TEST(ArgReductions, ScratchHasExactlyTheInputsShape) {
  ExpectScratch("[16, 64]", "row_argmax(x)", "[16, 64]", "row_argmax");
  ExpectScratch("[16, 64]", "row_argmin(x)", "[16, 64]", "row_argmin");
  ExpectScratch("[16, 64]", "col_argmax(x)", "[16, 64]", "col_argmax");
  ExpectScratch("[16, 64]", "col_argmin(x)", "[16, 64]", "col_argmin");
}

TEST(ColSum, ScratchOnlyForTheBinaryForm) {
  ExpectConverts("x__tile: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec]",
                 "r = pl.tensor.col_sum(x)\ns = pl.tensor.col_sum(x, is_binary=False)\nt = pl.tensor.col_max(x)",
                 "r__tile = pl.tile.col_sum(x__tile)\ns__tile = pl.tile.col_sum(x__tile)\nt__tile = pl.tile.col_max(x__tile)\n");
  ExpectScratch("[64, 64]", "col_sum(x, is_binary=True)", "[32, 64]", "col_sum");
  ExpectScratch("[63, 192]", "col_sum(x, is_binary=True)", "[32, 192]", "col_sum");
  ExpectScratch("[1, 64]", "col_sum(x, is_binary=True)", "[1, 64]", "col_sum");
}

// The tensor operators reduce the last axis but one, the tile operators the first.
TEST(ColumnReductions, TwoDimensionsOnly) {
  for (std::string_view op : {"col_sum", "col_max", "col_min", "col_prod", "col_argmax", "col_argmin"}) {
    ExpectRefused("x__tile: pl.Tile[[2, 8, 64], pl.FP32, pl.Mem.Vec]", fmt::format("r = pl.tensor.{}(x)", op),
                  "operand 0 has rank 3");
  }
  ExpectRefused("x__tile: pl.Tile[[2, 8, 64], pl.FP32, pl.Mem.Vec]", "r = pl.tensor.col_sum(x, is_binary=True)",
                "operand 0 has rank 3");
}

TEST(Reductions, NeedATile) {
  for (std::string_view op : {"row_sum", "row_argmax", "col_sum"}) {
    ExpectRefused("x: pl.Tensor[[16, 64], pl.FP32]", fmt::format("r = pl.tensor.{}(x)", op), "operand 0 must be a tile");
  }
}

}  // namespace
}  // namespace t2t
