#include "convert_testing.h"
#include "fmt/format.h"

namespace t2t {
namespace {

constexpr std::string_view kWide = "x__tile: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec], m__tile: pl.Tile[[32, 1], pl.FP32, pl.Mem.Vec]";

TEST(OneToOne, KeepsOperandsAndKwargs) {
  ExpectConverts("x__tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]",
                 "a = pl.tensor.exp(x)\nb = pl.tensor.adds(a, 2.0)\nc = pl.tensor.cast(b, target_type=pl.BF16, mode='round')\n"
                 "d = pl.tensor.recip(x, high_precision=True)",
                 "a__tile = pl.tile.exp(x__tile)\n"
                 "b__tile = pl.tile.adds(a__tile, 2.0)\n"
                 "c__tile = pl.tile.cast(b__tile, target_type=pl.BF16, mode='round')\n"
                 "d__tile = pl.tile.recip(x__tile, high_precision=True)\n");
}

TEST(OneToOne, ScalarResultsStayScalars) {
  ExpectConverts("", "i = pl.tensor.get_block_idx()", "i = pl.tile.get_block_idx()\n");
}

TEST(RowBroadcast, WideOperandComesFirstOnEitherSide) {
  ExpectConverts(kWide, "a = pl.tensor.add(x, m)\nb = pl.tensor.add(m, x)\nc = pl.tensor.mul(m, x)",
                 "a__tile = pl.tile.row_expand_add(x__tile, m__tile)\n"
                 "b__tile = pl.tile.row_expand_add(x__tile, m__tile)\n"
                 "c__tile = pl.tile.row_expand_mul(x__tile, m__tile)\n");
}

TEST(RowBroadcast, OnlyBetweenTwoDimensionalTilesWithOneNarrow) {
  // Both narrow, a [1, N] row, and other ranks go to the plain operator.
  ExpectConverts("x__tile: pl.Tile[[32, 1], pl.FP32, pl.Mem.Vec], y__tile: pl.Tile[[32, 1], pl.FP32, pl.Mem.Vec]",
                 "a = pl.tensor.add(x, y)", "a__tile = pl.tile.add(x__tile, y__tile)\n");
  ExpectConverts("x__tile: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec], y__tile: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec]",
                 "a = pl.tensor.mul(x, y)", "a__tile = pl.tile.mul(x__tile, y__tile)\n");
  ExpectConverts("x__tile: pl.Tile[[2, 32, 64], pl.FP32, pl.Mem.Vec], y__tile: pl.Tile[[2, 32, 1], pl.FP32, pl.Mem.Vec]",
                 "a = pl.tensor.sub(x, y)", "a__tile = pl.tile.sub(x__tile, y__tile)\n");
}

// The result has the valid region of the left operand, so that must be the one with the shape of the result.
TEST(Broadcast, OperandWithTheShapeOfTheResultComesFirst) {
  constexpr std::string_view kRow = "x__tile: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec], b__tile: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec]";
  for (std::string_view op : {"add", "mul", "maximum", "minimum", "part_add", "part_mul", "part_max", "part_min"}) {
    ExpectConverts(kRow, fmt::format("y = pl.tensor.{0}(x, b)\nz = pl.tensor.{0}(b, x)", op),
                   fmt::format("y__tile = pl.tile.{0}(x__tile, b__tile)\nz__tile = pl.tile.{0}(x__tile, b__tile)\n", op));
  }
  ExpectConverts("x__tile: pl.Tile[[4, 16, 32], pl.FP32, pl.Mem.Vec], b__tile: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec]",
                 "z = pl.tensor.add(b, x)", "z__tile = pl.tile.add(x__tile, b__tile)\n");
  ExpectConverts("x__tile: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec], m__tile: pl.Tile[[32, 1], pl.FP32, pl.Mem.Vec]",
                 "z = pl.tensor.maximum(m, x)", "z__tile = pl.tile.maximum(x__tile, m__tile)\n");
}

TEST(Broadcast, NeitherOperandHasTheShapeOfTheResult) {
  for (std::string_view op : {"maximum", "part_add", "cmp"}) {
    ExpectRefused("r__tile: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec], c__tile: pl.Tile[[32, 1], pl.FP32, pl.Mem.Vec]",
                  fmt::format("z = pl.tensor.{}(r, c)", op), "both have to be stretched to [32, 64]");
  }
}

TEST(Broadcast, OneElementIsNoColumn) {
  for (std::string_view op : {"add", "sub", "mul"}) {
    ExpectRefused("x__tile: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec], e__tile: pl.Tile[[1, 1], pl.FP32, pl.Mem.Vec]",
                  fmt::format("z = pl.tensor.{}(x, e)", op), "read it with tensor.read and use it as a scalar");
  }
}

TEST(Sub, RowAsMinuendIsStretchedAndKeepsItsSide) {
  ExpectConverts("x__tile: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec], b__tile: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec]",
                 "a = pl.tensor.sub(b, x)",
                 "sub_lhs_target = pl.tile.create([32, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)\n"
                 "sub_lhs = pl.tile.col_expand(sub_lhs_target, b__tile)\n"
                 "a__tile = pl.tile.sub(sub_lhs, x__tile)\n");
  ExpectRefused("x__tile: pl.Tile[[4, 16, 32], pl.FP32, pl.Mem.Vec], b__tile: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec]",
                "a = pl.tensor.sub(b, x)", "is not stretched to [4, 16, 32]");
}

// Where only one operand is valid, its element is the result: the region of the result is the larger one.
TEST(Part, OperandThatIsValidInMoreOfItComesFirst) {
  constexpr std::string_view kPart =
      "w__tile: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec], p__tile: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec, "
      "pl.TileView(valid_shape=[n, 64])], q__tile: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec, "
      "pl.TileView(valid_shape=[m, 64])], n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX]";
  ExpectConverts(kPart, "a = pl.tensor.part_add(w, p)\nb = pl.tensor.part_add(p, w)",
                 "a__tile = pl.tile.part_add(w__tile, p__tile)\nb__tile = pl.tile.part_add(w__tile, p__tile)\n");
  // A row that is stretched covers nothing by itself.
  ExpectConverts("p__tile: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[n, 64])], "
                 "r__tile: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec], n: pl.Scalar[pl.INDEX]",
                 "a = pl.tensor.part_add(p, r)\nb = pl.tensor.part_add(r, p)",
                 "a__tile = pl.tile.part_add(p__tile, r__tile)\nb__tile = pl.tile.part_add(p__tile, r__tile)\n");
  // Nobody knows: as written.
  ExpectConverts(kPart, "a = pl.tensor.part_add(q, p)", "a__tile = pl.tile.part_add(q__tile, p__tile)\n");
}

TEST(Sub, NarrowSubtrahendUsesTheRowForm) {
  ExpectConverts(kWide, "a = pl.tensor.sub(x, m)", "a__tile = pl.tile.row_expand_sub(x__tile, m__tile)\n");
}

TEST(Sub, NarrowMinuendIsStretchedAndKeepsItsSide) {
  ExpectConverts(kWide, "a = pl.tensor.sub(m, x)",
                 "sub_lhs_target = pl.tile.create([32, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)\n"
                 "sub_lhs = pl.tile.row_expand(sub_lhs_target, m__tile)\n"
                 "a__tile = pl.tile.sub(sub_lhs, x__tile)\n");
  ExpectConverts("x__tile: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[30, 60])], "
                 "m__tile: pl.Tile[[32, 1], pl.FP32, pl.Mem.Vec]",
                 "a = pl.tensor.sub(m, x)",
                 "sub_lhs_target = pl.tile.create([32, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)\n"
                 "sub_lhs = pl.tile.row_expand(sub_lhs_target, m__tile)\n"
                 "sub_lhs_valid = pl.tile.set_validshape(sub_lhs, 30, 60)\n"
                 "a__tile = pl.tile.sub(sub_lhs_valid, x__tile)\n");
}

TEST(Div, CastsToTheCommonTypeInOperandOrder) {
  ExpectConverts("p__tile: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec], q__tile: pl.Tile[[32, 1], pl.FP16, pl.Mem.Vec]",
                 "z = pl.tensor.div(p, q)",
                 "div_rhs_cast = pl.tile.cast(q__tile, target_type=pl.FP32, mode='round')\n"
                 "z__tile = pl.tile.row_expand_div(p__tile, div_rhs_cast)\n");
  ExpectConverts("p__tile: pl.Tile[[32, 64], pl.FP16, pl.Mem.Vec], q__tile: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec]",
                 "z = pl.tensor.div(p, q, high_precision=True)",
                 "div_lhs_cast = pl.tile.cast(p__tile, target_type=pl.FP32, mode='round')\n"
                 "z__tile = pl.tile.div(div_lhs_cast, q__tile, high_precision=True)\n");
}

TEST(Div, RowBroadcastHasConditions) {
  ExpectRefused(kWide, "z = pl.tensor.div(m, x)", "row-vector lhs broadcast");
  ExpectRefused(kWide, "z = pl.tensor.div(x, m, high_precision=True)", "does not support row broadcasting");
  ExpectRefused("p__tile: pl.Tile[[32, 64], pl.INT32, pl.Mem.Vec], q__tile: pl.Tile[[32, 1], pl.INT32, pl.Mem.Vec]",
                "z = pl.tensor.div(p, q)", "row broadcasting supports only FP16 or FP32");
  ExpectRefused("p__tile: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec], "
                "q__tile: pl.Tile[[32, 1], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[31, 1], blayout=pl.TileLayout.col_major)]",
                "z = pl.tensor.div(p, q)", "divisor valid rows to cover the dividend");
  ExpectRefused("p__tile: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec], "
                "q__tile: pl.Tile[[32, 1], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[32, 0], blayout=pl.TileLayout.col_major)]",
                "z = pl.tensor.div(p, q)", "first column to be valid");
  // Equal coverage of a partial region is enough.
  ExpectConverts("p__tile: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[31, 64])], "
                 "q__tile: pl.Tile[[32, 1], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[31, 1], blayout=pl.TileLayout.col_major)]",
                 "z = pl.tensor.div(p, q)", "z__tile = pl.tile.row_expand_div(p__tile, q__tile)\n");
}

TEST(Extremum, OperatorDependsOnTheSecondOperand) {
  ExpectConverts(kWide, "a = pl.tensor.maximum(x, x)\nb = pl.tensor.maximum(x, 0.0)\nc = pl.tensor.minimum(x, x)\n"
                        "d = pl.tensor.minimum(x, 1.0)",
                 "a__tile = pl.tile.maximum(x__tile, x__tile)\nb__tile = pl.tile.maximums(x__tile, 0.0)\n"
                 "c__tile = pl.tile.minimum(x__tile, x__tile)\nd__tile = pl.tile.minimums(x__tile, 1.0)\n");
}

TEST(Rsqrt, HighPrecisionNeedsScratch) {
  ExpectConverts(kWide, "a = pl.tensor.rsqrt(x)\nb = pl.tensor.rsqrt(x, high_precision=False)\n"
                        "c = pl.tensor.rsqrt(x, high_precision=True)",
                 "a__tile = pl.tile.rsqrt(x__tile)\nb__tile = pl.tile.rsqrt(x__tile)\n"
                 "rsqrt_tmp = pl.tile.create([32, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)\n"
                 "c__tile = pl.tile.rsqrt(x__tile, rsqrt_tmp)\n");
}

TEST(Xor, ScratchOfAPartlyValidOperandIsNarrowedWithIt) {
  ExpectConverts("x__tile: pl.Tile[[32, 64], pl.INT32, pl.Mem.Vec, pl.TileView(valid_shape=[n, 60])], n: pl.Scalar[pl.INDEX]",
                 "y = pl.tensor.xors(x, pl.const(1, pl.INT32))",
                 "xor_tmp = pl.tile.create([32, 64], dtype=pl.INT32, target_memory=pl.Mem.Vec)\n"
                 "xor_tmp_valid = pl.tile.set_validshape(xor_tmp, n, 60)\n"
                 "y__tile = pl.tile.xors(x__tile, pl.const(1, pl.INT32), xor_tmp_valid)\n");
  ExpectRefused("x__tile: pl.Tile[[2, 16, 64], pl.INT32, pl.Mem.Vec, pl.TileView(valid_shape=[2, 16, 60])]",
                "y = pl.tensor.xors(x, pl.const(1, pl.INT32))", "in two dimensions only");
}

TEST(Xor, GetsAScratchLikeItsLeftOperand) {
  ExpectConverts("x__tile: pl.Tile[[16, 64], pl.INT16, pl.Mem.Vec]",
                 "a = pl.tensor.xor(x, x)\nb = pl.tensor.xors(x, pl.const(5, pl.INT16))",
                 "xor_tmp = pl.tile.create([16, 64], dtype=pl.INT16, target_memory=pl.Mem.Vec)\n"
                 "a__tile = pl.tile.xor(x__tile, x__tile, xor_tmp)\n"
                 "xor_tmp_1 = pl.tile.create([16, 64], dtype=pl.INT16, target_memory=pl.Mem.Vec)\n"
                 "b__tile = pl.tile.xors(x__tile, pl.const(5, pl.INT16), xor_tmp_1)\n");
}

TEST(Elementwise, GmOperandWhereATileIsNeeded) {
  ExpectRefused("x: pl.Tensor[[16, 64], pl.FP32]", "a = pl.tensor.div(x, x)", "tensor.div: operand 0 must be a tile");
}

}  // namespace
}  // namespace t2t
