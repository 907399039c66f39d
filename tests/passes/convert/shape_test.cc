#include "convert_testing.h"

namespace t2t {
namespace {

TEST(Reshape, ExplicitValidShapeOnlyWhereItSaysMore) {
  constexpr std::string_view kFull = "x__tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec], n: pl.Scalar[pl.INDEX]";
  ExpectConverts(kFull, "y = pl.tensor.reshape(x, [32, 32])", "y__tile = pl.tile.reshape(x__tile, [32, 32])\n");
  ExpectConverts(kFull, "y = pl.tensor.reshape(x, [32, 32], [32, 32])", "y__tile = pl.tile.reshape(x__tile, [32, 32])\n");
  ExpectConverts(kFull, "y = pl.tensor.reshape(x, [32, 32], [20, 32])",
                 "reshape_full = pl.tile.reshape(x__tile, [32, 32])\n"
                 "y__tile = pl.tile.set_validshape(reshape_full, 20, 32)\n");
  ExpectRefused(kFull, "y = pl.tensor.reshape(x, [2, 16, 32], [1, 16, 32])", "only two-dimensional tiles can be narrowed");
}

TEST(Transpose, AlwaysThreeOperands) {
  ExpectConverts("x__tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]",
                 "y = pl.tensor.transpose(x, 0, 1)\nz = pl.tensor.transpose(x, 0, 1, [64, 16])",
                 "y__tile = pl.tile.transpose(x__tile, 0, 1)\nz__tile = pl.tile.transpose(x__tile, 0, 1)\n");
  ExpectRefused("x: pl.Tensor[[16, 64], pl.FP32]", "y = pl.tensor.transpose(x, 0, 1)", "operand 0 must be a tile");
}

TEST(Transpose, ValidRegionTurnsWithTheData) {
  ExpectConverts("x__tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[n, 60])], n: pl.Scalar[pl.INDEX]",
                 "y = pl.tensor.transpose(x, 0, 1)\nz = pl.tensor.exp(y)",
                 "transpose_full = pl.tile.transpose(x__tile, 0, 1)\n"
                 "y__tile = pl.tile.set_validshape(transpose_full, 60, n)\n"
                 "z__tile = pl.tile.exp(y__tile)\n");
  ExpectConverts("x__tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]", "y = pl.tensor.transpose(x, 0, 1, [64, 10])",
                 "transpose_full = pl.tile.transpose(x__tile, 0, 1)\n"
                 "y__tile = pl.tile.set_validshape(transpose_full, 64, 10)\n");
  constexpr std::string_view k3D = "x__tile: pl.Tile[[2, 16, 64], pl.FP32, pl.Mem.Vec], "
                                   "p__tile: pl.Tile[[2, 16, 64], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[2, 10, 64])]";
  ExpectConverts(k3D, "y = pl.tensor.transpose(x, 1, 2)", "y__tile = pl.tile.transpose(x__tile, 1, 2)\n");
  ExpectRefused(k3D, "y = pl.tensor.transpose(p, 1, 2)", "fill it up with fillpad first");
}

TEST(ReinterpretView, AsksTheTensorForItsLayout) {
  ExpectConverts("x__tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]", "y = pl.tensor.reinterpret_view(x, dtype=pl.INT32)",
                 "y__tile = pl.tile.reinterpret_view(x__tile, dtype=pl.INT32)\n");
  ExpectRefused("x: pl.Tensor[[16, 64], pl.FP32, pl.TensorView(stride=[1, 16], layout=pl.TensorLayout.DN)]",
                "y = pl.tensor.reinterpret_view(x, dtype=pl.INT32)", "currently supports only packed ND tensors");
}

TEST(Matmul, RankDecidesAndKwargsEnd) {
  ExpectConverts("x__tile: pl.Tile[[16, 64], pl.FP16, pl.Mem.Mat], w__tile: pl.Tile[[64, 32], pl.FP16, pl.Mem.Mat]",
                 "y = pl.tensor.matmul(x, w, a_trans=False, b_trans=False, c_matrix_nz=False, out_dtype=pl.FP16)",
                 "y__tile = pl.tile.matmul(x__tile, w__tile)\n");
  ExpectConverts("x__tile: pl.Tile[[2, 16, 64], pl.FP16, pl.Mem.Mat], w__tile: pl.Tile[[2, 64, 32], pl.FP16, pl.Mem.Mat]",
                 "y = pl.tensor.matmul(x, w, out_dtype=pl.FP32)", "y__tile = pl.tile.batch_matmul(x__tile, w__tile)\n");
}

TEST(MatmulAcc, RankDecidesAndInitCondIsForTwoDimensions) {
  constexpr std::string_view k2D =
      "c__tile: pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc], x__tile: pl.Tile[[16, 64], pl.FP16, pl.Mem.Mat], "
      "w__tile: pl.Tile[[64, 32], pl.FP16, pl.Mem.Mat], first: pl.Scalar[pl.BOOL]";
  ExpectConverts(k2D, "y = pl.tensor.matmul_acc(c, x, w, a_trans=False, b_trans=False)",
                 "y__tile = pl.tile.matmul_acc(c__tile, x__tile, w__tile)\n");
  ExpectConverts(k2D, "y = pl.tensor.matmul_acc(c, x, w, first)",
                 "y__tile = pl.tile.matmul_acc(c__tile, x__tile, w__tile, first)\n");
  constexpr std::string_view k3D =
      "c__tile: pl.Tile[[2, 16, 32], pl.FP32, pl.Mem.Acc], x__tile: pl.Tile[[2, 16, 64], pl.FP16, pl.Mem.Mat], "
      "w__tile: pl.Tile[[2, 64, 32], pl.FP16, pl.Mem.Mat], first: pl.Scalar[pl.BOOL]";
  ExpectConverts(k3D, "y = pl.tensor.matmul_acc(c, x, w)",
                 "y__tile = pl.tile.batch_matmul_acc(c__tile, x__tile, w__tile)\n");
  ExpectRefused(k3D, "y = pl.tensor.matmul_acc(c, x, w, first)", "does not support init_cond on operands of rank > 2");
}

}  // namespace
}  // namespace t2t
