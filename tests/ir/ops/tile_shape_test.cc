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

TEST(TileReinterpret, BytesStayTheSame) {
  const std::string t = Param("a", Tile("[16, 64]"));
  ExpectCases({
      {t, "tile.reinterpret_view(a, dtype=pl.FP16)", Tile("[16, 128]", "FP16")},
      {Param("a", Tile("[16, 64]", "INT8")), "tile.reinterpret_view(a, dtype=pl.INT32)", Tile("[16, 16]", "INT32")},
      {Param("a", Tile("[16, 1]", "FP16")), "tile.reinterpret_view(a, dtype=pl.FP32)", Tile("[8, 1]")},
      {Param("a", Tile("[16, 64]", "FP32", "Vec", Valid("[N, 32]"))), "tile.reinterpret_view(a, dtype=pl.FP16)",
       Tile("[16, 128]", "FP16", "Vec", Valid("[N, 64]"))},
      {t, "tile.reinterpret_view(a, dtype=pl.FP16, shape=[32, 64])", Tile("[32, 64]", "FP16")},
      {t, "tile.reinterpret_view(a, dtype=pl.FP16, shape=[32, 63])", "!tile.reinterpret_view"},
      {Param("a", Tile("[16, 63]", "FP16")), "tile.reinterpret_view(a, dtype=pl.FP32)", "!does not divide"},
      {t, "tile.reinterpret_view(a, dtype=pl.FP32)", "!already is FP32"},
      {Param("a", Tile("[16, 64]", "FP16", "Mat")), "tile.reinterpret_view(a, dtype=pl.INT16)", "!boxed"},
      {t, "tile.reinterpret_view(a)", "!'dtype'"},
  });
}

TEST(TileExtract, LayoutOfTheTarget) {
  const std::string a = Param("a", Tile("[64, 64]", "FP16", "Mat"));
  const std::string part = Param("a", Tile("[64, 64]", "FP16", "Mat", Valid("[40, 64]")));
  ExpectCases({
      {a, "tile.extract(a, 0, 0, [32, 64], target_memory=pl.Mem.Left)",
       Tile("[32, 64]", "FP16", "Left", "blayout=pl.TileLayout.row_major")},
      {a, "tile.extract(a, 0, 32, [64, 32], target_memory=pl.Mem.Right)",
       Tile("[64, 32]", "FP16", "Right")},
      {a, "tile.extract(a, 0, 0, [32, 64], target_memory=pl.Mem.Vec)", Tile("[32, 64]", "FP16")},
      {part, "tile.extract(a, 32, 0, [32, 64], target_memory=pl.Mem.Left)",
       Tile("[32, 64]", "FP16", "Left", "valid_shape=[8, 64], blayout=pl.TileLayout.row_major, "
                                        "compact=pl.CompactMode.normal")},
      {a, "tile.extract(a, 33, 0, [32, 64], target_memory=pl.Mem.Left)", "!must fit inside"},
      {a, "tile.extract(a, -1, 0, [32, 64], target_memory=pl.Mem.Left)", "!start inside"},
      {a, "tile.extract(a, 0.0, 0, [32, 64], target_memory=pl.Mem.Left)", "!INDEX"},
      {a, "tile.extract(a, 0, 0, [N, 64], target_memory=pl.Mem.Left)", "!positive constants"},
      {Param("a", Tile("[64]", "FP16", "Mat")), "tile.extract(a, 0, 0, [32, 64], target_memory=pl.Mem.Left)",
       "!2 dimensions"},
  });
}

TEST(TileConcat, ColumnsAddUp) {
  const auto two = [](const std::string& a, const std::string& b) { return "a: " + a + ", b: " + b; };
  ExpectCases({
      {two(Tile("[16, 32]"), Tile("[16, 8]")), "tile.concat(a, b)", Tile("[16, 40]")},
      {two(Tile("[16, N]"), Tile("[16, 8]")), "tile.concat(a, b)", Tile("[16, N + 8]")},
      {two(Tile("[16, 32]", "FP32", "Vec", Valid("[N, 32]")), Tile("[16, 8]")), "tile.concat(a, b)", Tile("[16, 40]")},
      {two(Tile("[16, 32]"), Tile("[8, 8]")), "tile.concat(a, b)", "!row counts differ"},
      {two(Tile("[16, 32]"), Tile("[16, 8]", "FP16")), "tile.concat(a, b)", "!same element type"},
      {two(Tile("[16]"), Tile("[16]")), "tile.concat(a, b)", "!2 dimensions"},
  });
}

TEST(TileCross, HalvesAndWholes) {
  const std::string acc = Param("a", Tile("[16, 64]", "FP32", "Acc"));
  ExpectCases({
      {acc, "tile.aiv_shard(a, split=0)", Tile("[16, 64]")},
      {acc, "tile.aiv_shard(a, split=1)", Tile("[8, 64]")},
      {acc, "tile.aiv_shard(a, split=2, lane_stride=16)", Tile("[16, 32]")},
      {acc, "tile.aiv_shard(a, split=2, lane_stride=33)", "!lane_stride 33"},
      {Param("a", Tile("[16, 64]", "FP32", "Acc", Valid("[16, 40]"))), "tile.aiv_shard(a, split=2)", "!set_validshape"},
      // The tile form checks the boundary also where it does not split.
      {Param("a", Tile("[16, 64]", "FP32", "Acc", Valid("[16, N]"))), "tile.aiv_shard(a, split=0)", "!not constant"},
      {acc, "tile.aiv_shard(a)", "!pl.split_aiv"},
      {Param("a", Tile("[8, 64]")), "tile.aic_gather(a, split=1)", Tile("[16, 64]", "FP32", "Mat")},
      // Fully valid it becomes the layout of Mat; partly valid it stays flat (types-and-ops 2.4).
      {Param("a", Tile("[8, 64]", "FP32", "Vec", Valid("[5, 64]"))), "tile.aic_gather(a, split=1)",
       Tile("[16, 64]", "FP32", "Mat",
            "valid_shape=[10, 64], blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box")},
      {Param("a", Tile("[2, 8, 64]")), "tile.aic_gather(a, split=1)", "!2 dimensions"},
      {acc, "tile.tpush_to_aiv(a, split=1, id=0)", "pl.UnknownType"},
      {acc, "tile.tpush_to_aiv(a, a, split=1)", "!takes 1 operand"},
      {acc, "tile.tpush_to_aic(a, split=1)", "pl.UnknownType"},
      {acc, "tile.tpush_to_aic(a, lane_stride=1)", "!'lane_stride'"},
  });
  ExpectEach("tpop_from_aic tpop_from_aiv", {
      {"", "tile.{}(split=0)", "pl.UnknownType"},
      {acc, "tile.{}(a, split=0)", "!takes 0 operands"},
  });
}

}  // namespace
}  // namespace t2t
