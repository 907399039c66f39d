// Reductions and broadcasts on tiles, every operator of both families (types-and-ops 6B.4, 6B.5).
#include "tests/ir/ops/op_cases.h"
#include "tests/ir/ops/tile_types.h"

namespace t2t {
namespace {

std::string Two(const std::string& a, const std::string& b) { return "a: " + a + ", b: " + b; }
std::string Three(const std::string& a, const std::string& b, const std::string& c) { return Two(a, b) + ", c: " + c; }

TEST(TileRowReduce, EveryOperator) {
  const std::string t = Tile("[2, 16, 64]"), part = Tile("[16, 64]", "FP16", "Vec", Valid("[N, 64]"));
  ExpectEach("row_sum row_max row_prod row_min", {
      {Two(part, Tile("[16, 128]", "FP16")), "tile.{}(a, b)", Tile("[16, 1]", "FP16", "Vec", Valid("[N, 1]"))},
      {Two(t, t), "tile.{}(a, b)", Tile("[2, 16, 1]", "FP32", "Vec", kColMajor)},
      {Two(Tile("[1, 64]"), Tile("[1, 128]")), "tile.{}(a, b)", Tile("[1, 1]", "FP32", "Vec", kColMajor)},
      {Two(t, Tile("[16, 64]")), "tile.{}(a, b)", "!3 dimensions"},
      {Two(t, Tile("[2, 16, 32]")), "tile.{}(a, b)", "!smaller"},
      {Two(Tile("[16, 64]", "FP32", "Vec", Valid("[16, 0]")), t), "tile.{}(a, b)", "!axis 1 of tile is empty"},
      {Two(t, "T[[2, 16, 64], FP32]"), "tile.{}(a, b)", "!must be a Tile"},
      {Param("a", t), "tile.{}(a)", "!takes 2 operands"},
  });
  const std::string b = Tile("[16, 64]", "BF16"), column = Tile("[16, 64]", "FP32", "Vec", kColMajor);
  ExpectCases({
      {Two(b, b), "tile.row_max(a, b)", Tile("[16, 1]", "BF16")},
      {Two(b, b), "tile.row_min(a, b)", "!BF16"},
      {Two(column, column), "tile.row_min(a, b)", "!row-major"},
      {Two(column, column), "tile.row_sum(a, b)", Tile("[16, 1]")},
  });
  ExpectEach("row_argmax row_argmin", {
      {Two(b, b), "tile.{}(a, b)", Tile("[16, 1]", "INT32")},
      {Two(b, Tile("[16, 128]", "BF16")), "tile.{}(a, b)", "!same shape"},
      {Two(b, Tile("[16, 64]")), "tile.{}(a, b)", "!same element type"},
  });
}

TEST(TileColReduce, EveryOperator) {
  const std::string t = Tile("[16, 64]", "BF16"), part = Tile("[16, 64]", "FP32", "Vec", Valid("[N, 40]"));
  ExpectEach("col_sum col_max col_min col_prod", {
      {Param("a", t), "tile.{}(a)", Tile("[1, 64]", "BF16")},
      {Param("a", part), "tile.{}(a)", Tile("[1, 64]", "FP32", "Vec", Valid("[1, 40]"))},
      // The first axis is reduced, also of three.
      {Param("a", Tile("[2, 16, 64]")), "tile.{}(a)", Tile("[1, 16, 64]")},
      {Param("a", Tile("[64]")), "tile.{}(a)", "!at least 2"},
      {Param("a", Tile("[16, 64]", "FP32", "Vec", Valid("[0, 64]"))), "tile.{}(a)", "!axis 0 of tile is empty"},
      {Param("a", "S[FP32]"), "tile.{}(a)", "!must be a Tile"},
  });
  ExpectCases({
      {Two(t, Tile("[8, 64]", "BF16")), "tile.col_sum(a, b)", Tile("[1, 64]", "BF16")},
      {Two(t, Tile("[8, 64]")), "tile.col_sum(a, b)", "!same element type"},
      {Two(t, t), "tile.col_max(a, b)", "!takes 1 operand"},
  });
  ExpectEach("col_argmax col_argmin", {
      {Two(part, Tile("[1, 1]", "INT8")), "tile.{}(a, b)", Tile("[1, 64]", "INT32", "Vec", Valid("[1, 40]"))},
      {Param("a", t), "tile.{}(a)", "!takes 2 operands"},
      {Two(Tile("[64]"), t), "tile.{}(a, b)", "!at least 2"},
  });
}

TEST(TileRowExpand, EveryOperator) {
  const std::string t = Tile("[16, 64]", "FP16"), part = Tile("[16, 64]", "FP32", "Vec", Valid("[N, 64]"));
  ExpectEach("row_expand row_expand_sub row_expand_div row_expand_mul row_expand_max row_expand_min row_expand_expdif", {
      {Two(t, Tile("[16, 1]")), "tile.{}(a, b)", Tile("[16, 64]")},
      {Two(part, Tile("[16, 1]")), "tile.{}(a, b)", part},
      {Two(part, Tile("[N, 1]")), "tile.{}(a, b)", part},
      {Two(t, Tile("[16, N]")), "tile.{}(a, b)", "!last extent of 1"},
      {Two(t, Tile("[8, 1]")), "tile.{}(a, b)", "!row counts differ"},
      {Two(t, Tile("[16]")), "tile.{}(a, b)", "!at least 2"},
      {Two(t, "T[[16, 1], FP32]"), "tile.{}(a, b)", "!must be a Tile"},
  });
  const std::string row_major = Tile("[16, 8]", "FP32", "Vec", Valid("[16, 8]"));
  ExpectCases({
      {Two(Tile("[16, 64]"), Tile("[16, 1]")), "tile.row_expand_add(a, b)", Tile("[16, 64]")},
      {Two(Tile("[16, 64]"), row_major), "tile.row_expand_add(a, b)", Tile("[16, 64]")},
      {Three(Tile("[16, 64]"), Tile("[16, 1]"), t), "tile.row_expand_add(a, b, c)", Tile("[16, 64]")},
      {Two(Tile("[16, 64]"), Tile("[16, 16]")), "tile.row_expand_add(a, b)", "!must have 8 valid columns, got 16"},
      {Two(t, Tile("[16, 1]")), "tile.row_expand_add(a, b)", "!same element type"},
      {Two(part, Tile("[16, 1]")), "tile.row_expand_add(a, b)", "!valid row counts differ"},
      {Two(Tile("[16, 64]", "FP32", "Vec", kColMajor), Tile("[16, 1]")), "tile.row_expand_add(a, b)", "!row-major"},
      {Two(Tile("[16, 64]", "BF16"), Tile("[16, 1]", "BF16")), "tile.row_expand_add(a, b)", "!BF16"},
  });
}

TEST(TileColExpand, EveryOperator) {
  const std::string t = Tile("[16, 64]", "FP16"), part = Tile("[16, 64]", "FP32", "Vec", Valid("[N, 64]"));
  ExpectEach("col_expand col_expand_mul col_expand_add col_expand_sub col_expand_div col_expand_max col_expand_min "
             "col_expand_expdif", {
      {Two(t, Tile("[1, 64]")), "tile.{}(a, b)", Tile("[16, 64]")},
      {Two(part, Tile("[1, 64]")), "tile.{}(a, b)", part},
      {Two(t, Tile("[N, 64]")), "tile.{}(a, b)", Tile("[16, 64]")},  // only a proven other height is refused
      {Two(t, Tile("[2, 64]")), "tile.{}(a, b)", "!must be one row"},
      {Two(t, Tile("[1, 32]")), "tile.{}(a, b)", "!column counts differ"},
      {Two(t, Tile("[64]")), "tile.{}(a, b)", "!at least 2"},
  });
  ExpectCases({
      {Two(part, "S[FP16]"), "tile.expands(a, b)", part},
      {Two(t, "S[FP32]"), "tile.expands(a, b)", Tile("[16, 64]")},
      {Two(t, t), "tile.expands(a, b)", "!must be a Scalar"},
  });
}

}  // namespace
}  // namespace t2t
