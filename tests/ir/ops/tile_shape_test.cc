// Windows, reshapes and views of tiles (types-and-ops 6B.9).
#include "tests/ir/ops/op_cases.h"
#include "tests/ir/ops/tile_types.h"

namespace t2t {
namespace {

TEST(TileSlice, Windows) {
  const std::string t = Param("a", Tile("[64, 64]"));
  const std::string part = Param("a", Tile("[64, 64]", "FP32", "Vec", Valid("[40, 64]")));
  ExpectCases({
      {t, "tile.slice(a, [32, 64], [32, 0])", Tile("[32, 64]")},
      {t, "tile.slice(a, [32, 64], [33, 0])", "!must fit inside"},
      // A narrower request does not excuse a window that leaves the tile.
      {t, "tile.slice(a, [32, 64], [33, 0], [31, 64])", "!must fit inside"},
      {part, "tile.slice(a, [32, 64], [32, 0])", Tile("[32, 64]", "FP32", "Vec", Valid("[8, 64]"))},
      {t, "tile.slice(a, [32, 64], [N, 0], [K, 64])", Tile("[32, 64]", "FP32", "Vec", Valid("[K, 64]"))},
      {t, "tile.slice(a, [32], [0])", "!rank"},
      {t, "tile.slice(a, [N, 64], [0, 0])", "!N"},
      {t, "tile.slice(a, [1, 64], [5, 0], [], [0])", Tile("[1, 64]")},
      {t, "tile.slice(a, [2, 64], [5, 0], [], [0])", "!tile.slice"},
  });
}

TEST(TileReshape, ValidRegions) {
  ExpectCases({
      {Param("a", Tile("[4, 8]")), "tile.reshape(a, [8, 4])", Tile("[8, 4]")},
      {Param("a", Tile("[4, 8]")), "tile.reshape(a, [8, 5])", "!elements"},
      {Param("a", Tile("[64, 1]", "FP32", "Vec", Valid("[N, 1]"))), "tile.reshape(a, [1, 64])",
       Tile("[1, 64]", "FP32", "Vec", Valid("[1, N]"))},
      {Param("a", Tile("[4, 8]", "FP32", "Vec", Valid("[3, 4]"))), "tile.reshape(a, [32, 1])", "!dimension 1"},
  });
}

TEST(TileViews, TransposeAndValidShape) {
  const std::string mat = Param("a", Tile("[32, 64]", "FP16", "Mat")), t = Param("a", Tile("[16, 64]"));
  const std::string flipped = "blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.col_major";
  ExpectCases({
      {mat, "tile.transpose_view(a)", Tile("[64, 32]", "FP16", "Mat", flipped)},
      {Param("a", Tile("[64, 32]", "FP16", "Mat", flipped)), "tile.transpose_view(a)", Tile("[32, 64]", "FP16", "Mat")},
      {Param("a", Tile("[16]")), "tile.transpose_view(a)", "!at least 2"},
      {Param("a", Tile("[16, 64]", "FP32", "Vec", Valid("[N, 64]"))), "tile.transpose(a, 0, 1)", Tile("[64, 16]")},
      {t, "tile.transpose(a, 1, 1)", "!axis"},
      {t, "tile.transpose(a, 0, 2)", "!2"},
      {t, "tile.set_validshape(a, N, 64)", Tile("[16, 64]", "FP32", "Vec", Valid("[N, 64]"))},
      {t, "tile.set_validshape(a, 17, 64)", "!17"},
      {t, "tile.set_validshape(a, 16, 64)", Tile("[16, 64]")},
  });
}

TEST(TileAssemble, Targets) {
  const std::string a = Param("a", Tile("[64, 64]"));
  const std::string part = Param("a", Tile("[64, 64]", "FP32", "Vec", Valid("[16, 64]")));
  const std::string s = ", s: " + Tile("[16, 64]");
  ExpectCases({
      {a + s, "tile.assemble(a, s, [48, 0])", Tile("[64, 64]")},
      {a + s, "tile.assemble(a, s, [49, 0])", "!leaves its target"},
      {part + s, "tile.assemble(a, s, [16, 0])", Tile("[64, 64]", "FP32", "Vec", Valid("[32, 64]"))},
      {part + s, "tile.assemble(a, s, [24, 0])", "!gap"},
      {Param("a", Tile("[64, 64]", "FP16")) + s, "tile.assemble(a, s, [0, 0])", Tile("[64, 64]", "FP16")},
      {Param("a", Tile("[64, 64]", "INT32")) + s, "tile.assemble(a, s, [0, 0])", "!INT32"},
  });
}

}  // namespace
}  // namespace t2t
