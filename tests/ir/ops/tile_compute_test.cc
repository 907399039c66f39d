// Element-wise, reducing, broadcasting and matrix operators on tiles (types-and-ops 6B.1 to 6B.5, 6B.11).
#include "tests/ir/ops/op_cases.h"
#include "tests/ir/ops/tile_types.h"

namespace t2t {
namespace {

std::string Two(const std::string& a, const std::string& b) { return "a: " + a + ", b: " + b; }
std::string Three(const std::string& a, const std::string& b, const std::string& c) { return Two(a, b) + ", c: " + c; }

TEST(TileElementwise, TypesAndShapes) {
  const std::string t = Tile("[16, 64]"), half = Tile("[16, 64]", "FP16"), row = Tile("[1, 64]");
  const std::string part = Tile("[16, 64]", "FP32", "Vec", Valid("[N, 64]"));
  ExpectCases({
      {Two(half, t), "tile.add(a, b)", t},
      {Two(t, row), "tile.add(a, b)", t},
      {Two(part, t), "tile.add(a, b)", part},
      {Two(t, part), "tile.add(a, b)", t},
      {Two(t, Tile("[8, 64]")), "tile.add(a, b)", "!broadcast"},
      {Two(t, "S[FP32]"), "tile.add(a, b)", "!Tile"},
      {Two(t, t), "tile.div(a, b)", t},
      {Two(t, row), "tile.div(a, b)", "!tile.div"},
      {Two(half, t), "tile.div(a, b)", "!same element type"},
      {Two(half, "S[FP32]"), "tile.adds(a, b)", half},
      {Two(t, "S[INT64]"), "tile.subs(a, b)", "!INT64"},
      {Param("a", Tile("[16, 64]", "INT32")), "tile.exp(a)", Tile("[16, 64]", "INT32")},
      {Param("a", half), "tile.sin(a)", "!FP32"},
      {Param("a", t), "tile.not_(a)", "!INT16"},
      {Two(t, t), "tile.cmp(a, b, cmp_type=4)", Tile("[16, 32]", "UINT8", "Vec", Valid("[16, 8]"))},
      {Param("a", t), "tile.fillpad(a, pad_value=pl.PadValue.null)", "!pad_value"},
      {Param("a", part), "tile.fillpad(a, pad_value=pl.PadValue.zero)",
       Tile("[16, 64]", "FP32", "Vec", "pad=pl.PadValue.zero")},
  });
}

TEST(TileReduce, AxesAndScratch) {
  const std::string t = Tile("[16, 64]"), part = Tile("[16, 64]", "FP32", "Vec", Valid("[N, 64]"));
  ExpectCases({
      {Two(t, t), "tile.row_sum(a, b)", Tile("[16, 1]")},
      {Two(part, t), "tile.row_sum(a, b)", Tile("[16, 1]", "FP32", "Vec", Valid("[N, 1]"))},
      {Two(t, Tile("[16, 32]")), "tile.row_sum(a, b)", "!smaller"},
      {Two(t, Tile("[16, 64]", "FP16")), "tile.row_sum(a, b)", "!same element type"},
      {Two(Tile("[16, 64]", "FP32", "Vec", Valid("[0, 64]")), t), "tile.row_sum(a, b)", "!empty"},
      {Two(t, t), "tile.row_argmax(a, b)", Tile("[16, 1]", "INT32")},
      {Two(t, Tile("[32, 64]")), "tile.row_argmax(a, b)", "!tile.row_argmax"},
      {Param("a", part), "tile.col_max(a)", Tile("[1, 64]")},
      {Param("a", Tile("[64]")), "tile.col_max(a)", "!at least 2"},
  });
}

TEST(TileBroadcast, VectorsMustFit) {
  const std::string t = Tile("[16, 64]");
  ExpectCases({
      {Two(t, Tile("[16, 1]")), "tile.row_expand_mul(a, b)", t},
      {Two(t, Tile("[16, 2]")), "tile.row_expand_mul(a, b)", "!last extent of 1"},
      {Two(t, Tile("[8, 1]")), "tile.row_expand_mul(a, b)", "!tile.row_expand_mul"},
      {Two(t, Tile("[1, 64]")), "tile.col_expand_mul(a, b)", t},
      {Two(t, Tile("[2, 64]")), "tile.col_expand_mul(a, b)", "!must be one row"},
      {Two(t, Tile("[1, 32]")), "tile.col_expand_mul(a, b)", "!tile.col_expand_mul"},
  });
}

TEST(TileMatmul, AccumulatorType) {
  const std::string l = Tile("[32, 64]", "FP16", "Left"), r = Tile("[64, 48]", "FP16", "Right");
  const std::string acc = Tile("[32, 48]", "FP32", "Acc");
  ExpectCases({
      {Two(l, r), "tile.matmul(a, b)", acc},
      {Two(Tile("[32, 64]", "INT8", "Left"), Tile("[64, 48]", "INT8", "Right")), "tile.matmul(a, b)",
       Tile("[32, 48]", "INT32", "Acc")},
      // Only partly valid rows make an accumulator compact.
      {Two(Tile("[32, 64]", "FP16", "Left", Valid("[N, 64]")), r), "tile.matmul(a, b)",
       Tile("[32, 48]", "FP32", "Acc", Valid("[N, 48]") + ", compact=pl.CompactMode.normal")},
      {Two(l, Tile("[64, 48]", "FP16", "Right", Valid("[64, N]"))), "tile.matmul(a, b)",
       Tile("[32, 48]", "FP32", "Acc", Valid("[32, N]"))},
      {Two(l, Tile("[32, 48]", "FP16", "Right")), "tile.matmul(a, b)", "!64"},
      {Two(l, Tile("[64, 48]", "FP32", "Right")), "tile.matmul(a, b)", "!same element type"},
      {Three(acc, l, r), "tile.matmul_acc(a, b, c)", acc},
      {Three(Tile("[16, 48]", "FP32", "Acc"), l, r), "tile.matmul_acc(a, b, c)", "!tile.matmul_acc"},
      {Three(Tile("[32, 48]", "FP16", "Acc"), l, r), "tile.matmul_acc(a, b, c)", "!FP"},
      {Three(Tile("[32, 48]", "FP32", "Vec"), l, r), "tile.matmul_acc(a, b, c)", "!must live in Acc"},
      {Three(acc, l, r) + ", s: S[INT32]", "tile.matmul_acc(a, b, c, s)", "!BOOL"},
  });
}

}  // namespace
}  // namespace t2t
