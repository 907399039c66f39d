// Gathers, scatters and sorts on tiles (types-and-ops 6B.10).
#include "tests/ir/ops/op_cases.h"
#include "tests/ir/ops/tile_types.h"

namespace t2t {
namespace {

std::string Two(const std::string& a, const std::string& b) { return "a: " + a + ", b: " + b; }
std::string Three(const std::string& a, const std::string& b, const std::string& c) { return Two(a, b) + ", c: " + c; }

TEST(TileGather, ByIndex) {
  const std::string t = Tile("[16, 64]"), i = Tile("[8, 32]", "INT32"), w = i;
  ExpectCases({
      {Three(t, i, w), "tile.gather(a, b, c)", Tile("[8, 32]")},
      // Whatever is valid of the indices: the result is said to be whole.
      {Three(t, Tile("[8, 32]", "INT32", "Vec", Valid("[N, 32]")), w), "tile.gather(a, b, c)", Tile("[8, 32]")},
      {Three(Tile("[16, 64]", "INT16"), Tile("[8, 32]", "INT16"), w), "tile.gather(a, b, c)", Tile("[8, 32]", "INT16")},
      {Three(t, Tile("[8, 32]", "INT16"), w), "tile.gather(a, b, c)", "!INT16"},
      {Three(Tile("[16, 64]", "BF16"), i, w), "tile.gather(a, b, c)", "!BF16"},
      {Three("T[[16, 64], FP32]", i, w), "tile.gather(a, b, c)", "!must be a Tile"},
      {Two(t, i), "tile.gather(a, b)", "!takes 3 operands"},
  });
}

TEST(TileGather, BlocksByByteOffset) {
  const std::string t = Tile("[16, 64]", "FP16"), o = Tile("[4, 8]", "UINT32");
  ExpectCases({
      {Two(t, o), "tile.gatherb(a, b)", Tile("[4, 128]", "FP16")},
      {Two(t, Tile("[4, 8]", "UINT32", "Vec", Valid("[N, 4]"))), "tile.gatherb(a, b)",
       Tile("[4, 128]", "FP16", "Vec", Valid("[N, 64]"))},
      {Two(t, o), "tile.gatherb(a, b, output_dtype=pl.INT8)", Tile("[4, 256]", "INT8")},
      {Two(t, o), "tile.gatherb(a, b, output_dtype=pl.INT64)", "!INT64"},
      {Two(t, Tile("[4, 12]", "UINT32")), "tile.gatherb(a, b)", "!multiple of 8, got 12"},
      {Two(t, Tile("[4, N]", "UINT32")), "tile.gatherb(a, b)", "!multiple of 8, got N"},
      {Two(t, Tile("[4, 8]", "INT32")), "tile.gatherb(a, b)", "!INT32"},
  });
}

TEST(TileGather, ByMask) {
  const std::string t = Param("a", Tile("[16, 64]"));
  ExpectCases({
      {t, "tile.gather_mask(a, mask_pattern=1)", Tile("[16, 32]")},
      {t, "tile.gather_mask(a, mask_pattern=6)", Tile("[16, 16]")},
      {t, "tile.gather_mask(a, mask_pattern=7, output_dtype=pl.INT32)", Tile("[16, 64]", "INT32")},
      {t, "tile.gather_mask(a, mask_pattern=8)", "!mask_pattern"},
      {t, "tile.gather_mask(a)", "!'mask_pattern'"},
      {t, "tile.gather_mask(a, mask_pattern=1, output_dtype=pl.FP16)", "!FP16"},
      {Param("a", Tile("[16, 63]")), "tile.gather_mask(a, mask_pattern=1)", "!63"},
      {Param("a", Tile("[16, N]")), "tile.gather_mask(a, mask_pattern=1)", Tile("[16, N // 2]")},
      {Param("a", Tile("[64]")), "tile.gather_mask(a, mask_pattern=1)", "!2 dimensions"},
      {Param("a", Tile("[16, 64]", "INT8")), "tile.gather_mask(a, mask_pattern=1)", "!INT8"},
  });
}

TEST(TileGather, ByComparison) {
  const std::string t = Three(Tile("[16, 64]"), "S[FP32]", Tile("[16, 64]", "UINT8"));
  ExpectCases({
      {t, "tile.gather_compare(a, b, c, cmp_mode=0, out_cols=8)",
       "pl.Tuple[" + Tile("[16, 8]", "INT32") + ", " + Tile("[1, 16]", "INT32") + "]"},
      {t, "tile.gather_compare(a, b, c, cmp_mode=5, offset=3, out_cols=8, count_dtype=pl.UINT32)",
       "pl.Tuple[" + Tile("[16, 8]", "INT32") + ", " + Tile("[1, 16]", "UINT32") + "]"},
      {t, "tile.gather_compare(a, b, c, cmp_mode=6, out_cols=8)", "!cmp_mode must be 0 to 5, got 6"},
      {t, "tile.gather_compare(a, b, c, cmp_mode=0, out_cols=0)", "!out_cols"},
      {t, "tile.gather_compare(a, b, c, out_cols=8)", "!'cmp_mode'"},
      {t, "tile.gather_compare(a, b, c, cmp_mode=0, out_cols=8, count_dtype=pl.INT16)", "!INT16"},
      {Three(Tile("[16, 64]"), "S[FP16]", Tile("[16, 64]", "UINT8")),
       "tile.gather_compare(a, b, c, cmp_mode=0, out_cols=8)", "!same element type"},
  });
}

TEST(TileGather, RowsOfGm) {
  const std::string t = "a: " + Tile("[32, 64]", "BF16", "Mat") + ", s: T[[128, 256], BF16]";
  ExpectCases({
      {t, "tile.gather_row(a, s, [0, 0], [5, 0], [1, 64], transpose=False)", Tile("[32, 64]", "BF16", "Mat")},
      {t, "tile.gather_row(a, s, [0, 0], [5, 0], [1, 64], valid_shape=[1, N])", Tile("[32, 64]", "BF16", "Mat")},
      {t, "tile.gather_row(a, s, [0, 0], [5, 0], [1, N])", "!constant"},
      {t, "tile.gather_row(a, s, [0, 0], [5, 0], [1, 64], valid_shape=[1, 65])", "!65"},
      {t, "tile.gather_row(a, s, [0, 0], [5, 0], [1, 64], valid_shape=[1, -1])", "!-1"},
      {t, "tile.gather_row(a, s, [0, 0], [5, 0], [1, 64], valid_shape=[1, N], transpose=True)", "!transpose"},
      {"a: " + Tile("[32, 64]", "FP16", "Mat") + ", s: T[[128, 256], BF16]",
       "tile.gather_row(a, s, [0, 0], [5, 0], [1, 64])", "!same element type"},
      {"a: T[[32, 64], BF16], s: T[[128, 256], BF16]", "tile.gather_row(a, s, [0, 0], [5, 0], [1, 64])",
       "!must be a Tile"},
  });
}

TEST(TileScatter, ByIndex) {
  const std::string d = Tile("[32, 64]"), s = Tile("[8, 16]"), i = Tile("[8, 16]", "INT32");
  const std::string part = Tile("[32, 64]", "FP32", "Vec", Valid("[N, 64]"));
  ExpectCases({
      {Three(part, s, i), "tile.scatter(a, b, c)", part},
      {Three(Tile("[32, 64]", "INT8"), Tile("[8, 16]", "INT8"), Tile("[8, 16]", "INT16")), "tile.scatter(a, b, c)",
       Tile("[32, 64]", "INT8")},
      {Three(d, s, Tile("[8, 16]", "INT16")), "tile.scatter(a, b, c)", "!INT16"},
      {Three(d, s, Tile("[8, 15]", "INT32")), "tile.scatter(a, b, c)", "!must have the shape of src"},
      {Three(d, Tile("[8, 16]", "FP16"), i), "tile.scatter(a, b, c)", "!FP16"},
      {Three(Tile("[64]"), s, i), "tile.scatter(a, b, c)", "!2 dimensions"},
  });
}

TEST(TileScatter, ByMask) {
  const std::string s = Tile("[16, 32]");
  ExpectCases({
      {Two(Tile("[16, 64]"), s), "tile.scatter_mask(a, b, mask_pattern=2)", Tile("[16, 64]")},
      {Two(Tile("[16, 128]"), s), "tile.scatter_mask(a, b, mask_pattern=3)", Tile("[16, 128]")},
      {Two(Tile("[16, 128]"), s), "tile.scatter_mask(a, b, mask_pattern=2)", "!128"},
      {Two(Tile("[8, 64]"), s), "tile.scatter_mask(a, b, mask_pattern=2)", "!row counts differ"},
      {Two(Tile("[16, 64]", "FP16"), s), "tile.scatter_mask(a, b, mask_pattern=2)", "!same element type"},
      {Two(Tile("[16, 64]"), s), "tile.scatter_mask(a, b)", "!'mask_pattern'"},
  });
}

TEST(TileScatter, WholeRows) {
  const std::string d = Tile("[32, 64]"), i = Tile("[2, 4]", "INT32"), s = Tile("[8, 64]");
  ExpectCases({
      {Three(d, i, s), "tile.scatter_update(a, b, c, dim=-2)", d},
      {Three(Tile("[4, 8, 1, 64]"), i, Tile("[2, 4, 1, 64]")), "tile.scatter_update(a, b, c, dim=-2)",
       Tile("[4, 8, 1, 64]")},
      {Three(d, i, s), "tile.scatter_update(a, b, c, dim=-1)", "!-2"},
      {Three(d, Tile("[2, 4]"), s), "tile.scatter_update(a, b, c, dim=-2)", "!FP32"},
      {Three(d, i, Tile("[8, 64]", "FP16")), "tile.scatter_update(a, b, c, dim=-2)", "!same element type"},
      {Three(Tile("[32]"), i, Tile("[8]")), "tile.scatter_update(a, b, c, dim=-2)", "!2"},
  });
}

TEST(TileSort, Runs) {
  const std::string t = Tile("[4, 64]"), u = Tile("[4, 64]", "UINT32"), h = Tile("[1, 64]", "FP16");
  ExpectCases({
      {Two(t, u), "tile.sort32(a, b)", Tile("[4, 128]")},
      {Two(Tile("[4, N]"), u), "tile.sort32(a, b)", Tile("[4, N * 2]")},
      {Two(Tile("[4, 64]", "INT32"), u), "tile.sort32(a, b)", "!INT32"},
      {Two(t, "T[[4, 64], UINT32]"), "tile.sort32(a, b)", "!must be a Tile"},
      {Param("a", Tile("[1, 256]", "FP32", "Vec", Valid("[1, 128]"))), "tile.mrgsort_format1(a, 64)",
       Tile("[1, 256]")},
      {Param("a", Tile("[1, 256]")), "tile.mrgsort_format1(a, 65)", "!multiple of 64"},
      {Param("a", Tile("[1, 256]")), "tile.mrgsort_format1(a, 0)", "!multiple of 64"},
      {Param("a", Tile("[1, 256]")), "tile.mrgsort_format1(a, 1.0)", "!int"},
      {Param("a", Tile("[1, 256]", "BF16")), "tile.mrgsort_format1(a, 64)", "!BF16"},
      {Three(h, h, Tile("[1, 128]", "FP16")), "tile.mrgsort_format2(a, b, c, exhausted=False)",
       Tile("[1, 128]", "FP16")},
      {Three(h, Tile("[1, 64]"), h), "tile.mrgsort_format2(a, b, c, exhausted=False)", "!same element type"},
      {Two(h, h), "tile.mrgsort_format2(a, b, exhausted=False)", "!takes 3 to 5 operands"},
  });
}

}  // namespace
}  // namespace t2t
