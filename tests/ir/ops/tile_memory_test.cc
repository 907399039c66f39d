// tile.load, store, move, create and the other ways in and out of a tile (types-and-ops 6B.6 to 6B.8).
#include "tests/ir/ops/op_cases.h"
#include "tests/ir/ops/tile_types.h"

namespace t2t {
namespace {

TEST(TileLoad, ValidRegion) {
  const std::string a = "a: T[[128, 64], FP32]", part = "a: T[[128, 64], FP32|valid=[100, 64]]";
  ExpectCases({
      {a, "tile.load(a, [96, 0], [32, 64], [32, 64], target_memory=pl.Mem.Vec)", Tile("[32, 64]")},
      {a, "tile.load(a, [97, 0], [32, 64], [32, 64], target_memory=pl.Mem.Vec)", "!clamp=True"},
      {a, "tile.load(a, [112, 0], [32, 64], [16, 64], target_memory=pl.Mem.Vec)",
       Tile("[32, 64]", "FP32", "Vec", Valid("[16, 64]"))},
      {a, "tile.load(a, [112, 0], [32, 64], [32, 64], target_memory=pl.Mem.Vec, clamp=True)",
       Tile("[32, 64]", "FP32", "Vec", Valid("[16, 64]"))},
      {a, "tile.load(a, [0, 0], [32, 64], [33, 64])", "!larger than the window"},
      {a, "tile.load(a, [-1, 0], [32, 64], [32, 64])", "!start inside"},
      {a, "tile.load(a, [0, 0], [32, 64], [32])", "!same rank"},
      {part, "tile.load(a, [96, 0], [32, 64], [32, 64], target_memory=pl.Mem.Vec)",
       Tile("[32, 64]", "FP32", "Vec", Valid("[4, 64]"))},
      {"a: " + Tile("[16, 64]"), "tile.load(a, [0, 0], [16, 64], [16, 64])", "!Tensor"},
  });
}

TEST(TileLoad, Layout) {
  const std::string a = "a: T[[128, 64], FP32]", column = "a: T[[128, 1], FP32]";
  ExpectCases({
      {a, "tile.load(a, [0, 0], [32, 64], [32, 64])", Tile("[32, 64]", "FP32", "")},
      {a, "tile.load(a, [0, 0], [32, 64], [32, 64], target_memory=pl.Mem.Mat)", Tile("[32, 64]", "FP32", "Mat")},
      {a, "tile.load(a, [0, 0], [1, 64], [1, 64], target_memory=pl.Mem.Mat)",
       Tile("[1, 64]", "FP32", "Mat", "blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box")},
      {column, "tile.load(a, [0, 0], [32, 1], [32, 1], target_memory=pl.Mem.Vec)", Tile("[32, 1]")},
      {column, "tile.load(a, [0, 0], [1, 1], [1, 1], target_memory=pl.Mem.Vec)",
       Tile("[1, 1]", "FP32", "Vec", kColMajor)},
      {"a: T[[64, 2], FP8E8M0|layout=MX_A_ZZ]", "tile.load(a, [0, 0], [16, 2], [16, 2], target_memory=pl.Mem.Vec)",
       "!Mat"},
  });
}

TEST(TileStore, JoinsValidRegions) {
  const std::string o = ", o: T[[128, 64], FP32]", part = ", o: T[[128, 64], FP32|valid=[16, 64]]";
  const std::string t = "t: " + Tile("[16, 64]");
  ExpectCases({
      {t + o, "tile.store(t, [112, 0], o)", "T[[128, 64], FP32]"},
      {t + o, "tile.store(t, [113, 0], o)", "!leaves its target"},
      {t + part, "tile.store(t, [16, 0], o)", "T[[128, 64], FP32|valid=[32, 64]]"},
      {t + part, "tile.store(t, [0, 0], o)", "T[[128, 64], FP32|valid=[16, 64]]"},
      {t + part, "tile.store(t, [17, 0], o)", "!gap"},
      {"t: " + Tile("[16, 32]") + part, "tile.store(t, [16, 0], o)", "!L-shape"},
      {"t: " + Tile("[16, 64]", "INT64") + ", o: T[[128, 64], INT64]",
       "tile.store(t, [0, 0], o, atomic=pl.AtomicType.Add)", "!INT64"},
      {"t: " + Tile("[16, 64]") + ", o: S[FP32]", "tile.store(t, [0, 0], o)", "!Tensor"},
  });
}

TEST(TileMove, Layout) {
  const std::string mat = "x: " + Tile("[32, 64]", "FP16", "Mat"), vec = "x: " + Tile("[32, 64]", "FP16");
  ExpectCases({
      {mat, "tile.move(x, target_memory=pl.Mem.Left)", Tile("[32, 64]", "FP16", "Left")},
      {mat, "tile.move(x, target_memory=pl.Mem.Right)", Tile("[32, 64]", "FP16", "Right")},
      {vec, "tile.move(x, target_memory=pl.Mem.Mat)", Tile("[32, 64]", "FP16", "Mat")},
      {vec, "tile.move(x, target_memory=pl.Mem.Vec)", Tile("[32, 64]", "FP16")},
      {"x: " + Tile("[32, 64]", "FP16", "Mat", Valid("[N, 64]")), "tile.move(x, target_memory=pl.Mem.Left)",
       Tile("[32, 64]", "FP16", "Left", Valid("[N, 64]"))},
      {"x: " + Tile("[32, 2]", "FP16", "Mat"), "tile.move(x, target_memory=pl.Mem.LeftScale)", "!FP16"},
      {"x: " + Tile("[32, 2]", "UINT8", "Mat"), "tile.move(x, target_memory=pl.Mem.LeftScale)", "!fractal 32"},
      {vec, "tile.move(x)", "!target_memory"},
  });
}

TEST(TileCreate, SpacesAndExtents) {
  ExpectCases({
      {"", "tile.create([16, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)", Tile("[16, 64]")},
      {"", "tile.create([16, 64], dtype=pl.FP32, target_memory=pl.Mem.Acc)", Tile("[16, 64]", "FP32", "Acc")},
      {"", "tile.create([16, 1], dtype=pl.FP32, target_memory=pl.Mem.Vec)", Tile("[16, 1]")},
      {"", "tile.create([16, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec, compact=True)", "!compact"},
      {"", "tile.create([16, 64], dtype=pl.FP32, target_memory=pl.Mem.LeftScale)", "!scale"},
      {"", "tile.create([0, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)", "!0"},
      {"", "tile.create([N, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)", "!N"},
      {"", "tile.full([16, 1], dtype=pl.FP32, value=0.0)",
       Tile("[16, 1]", "FP32", "Vec", "blayout=pl.TileLayout.row_major")},
      {"", "tile.full([16, 64], dtype=pl.FP32, value=0.0)", Tile("[16, 64]")},
  });
}

TEST(TileMemGather, Codes) {
  const std::string p = "m: T[[128, 64], FP32], i: " + Tile("[1, 16]", "INT32");
  ExpectCases({
      {p, "tile.mgather(m, i, coalesce=0)", Tile("[16, 64]")},
      {p, "tile.mgather(m, i, coalesce=1)", Tile("[1, 16]")},
      {p, "tile.mgather(m, i, coalesce=2)", "!coalesce"},
      {p, "tile.mgather(m, i, coalesce=0, gather_oob=4)", "!gather_oob"},
      {"m: T[[128, 64], FP32], i: " + Tile("[2, 16]", "INT32"), "tile.mgather(m, i, coalesce=0)", "![2, 16]"},
      {"m: T[[128, 64], INT64], i: " + Tile("[1, 16]", "INT32"), "tile.mgather(m, i, coalesce=0)", "!INT64"},
  });
}

}  // namespace
}  // namespace t2t
