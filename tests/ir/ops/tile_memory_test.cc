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

TEST(TileCreate, Constants) {
  const std::string plain = Tile("[16, 1]", "INT32", "Vec", "blayout=pl.TileLayout.row_major");
  ExpectCases({
      {"", "tile.create([16, 16], dtype=pl.FP16, target_memory=pl.Mem.Mat, transpose=True)",
       Tile("[16, 16]", "FP16", "Mat", "blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.col_major")},
      {"", "tile.create([4, 16, 16], dtype=pl.FP16, target_memory=pl.Mem.Mat, transpose=True)", "!2-D tile in Mat"},
      {"", "tile.create([16, 16], dtype=pl.FP16, target_memory=pl.Mem.Mat, flat_layout=True)",
       Tile("[16, 16]", "FP16", "Mat", "blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box")},
      {"", "tile.create([16, 16], dtype=pl.FP16, target_memory=pl.Mem.Vec, flat_layout=True)", "!target_memory=Mat"},
      {"", "tile.create([16, 16], dtype=pl.FP32, target_memory=pl.Mem.Acc, compact=True)",
       Tile("[16, 16]", "FP32", "Acc", "compact=pl.CompactMode.normal")},
      {"", "tile.create([16, 16], target_memory=pl.Mem.Vec)", "!'dtype'"},
      {"", "tile.full([16, 16], dtype=pl.INT32, value=1.5)", "!value 1.5 is no INT32"},
      {"", "tile.full([16, 16], dtype=pl.UINT16, value=65536)", "!value 65536 is no UINT16"},
      {"", "tile.full([16, N], dtype=pl.FP32, value=0.0)", "!N"},
      {"s: S[FP32]", "tile.full([16, 16], dtype=pl.FP32, value=s)", "!must be a constant"},
      {"s: S[INT16]", "tile.ci(s, [1, 64], dtype=pl.INT16, descending=True)", Tile("[1, 64]", "INT16")},
      {"s: S[INT16]", "tile.ci(s, [2, 64], dtype=pl.INT16)", "!one row"},
      {"s: S[INT16]", "tile.ci(s, [1, N], dtype=pl.INT16)", "!positive constants"},
      {"s: S[INT32]", "tile.ci(s, [1, 64], dtype=pl.INT16)", "!start is INT32"},
      {"s: S[FP32]", "tile.ci(s, [1, 64], dtype=pl.FP32)", "!FP32"},
      {"d: S[INT32]", "tile.tri(d, [16, 1], dtype=pl.INT32, upper=True)", plain},
      {"d: S[INT32]", "tile.tri(d, [16, 16], [8, 16], dtype=pl.FP16)", Tile("[16, 16]", "FP16", "Vec", Valid("[8, 16]"))},
      {"d: S[INT32]", "tile.tri(d, [16, 16], [17, 16], dtype=pl.FP16)", "!does not fit"},
      {"d: S[INDEX]", "tile.tri(d, [16, 16], dtype=pl.FP16)", "!INDEX"},
      {"d: S[INT32]", "tile.tri(d, [16], dtype=pl.FP16)", "!2 dimensions"},
      {"d: S[INT32]", "tile.tri(d, [16, 16], upper=False)", "!'dtype'"},
      {"d: S[INT32]", "tile.tri(d, [16, 16], dtype=pl.INT64)", "!INT64"},
      {"s: S[INT32]", "tile.random(s, s, s, s, s, s, [16, 64], dtype=pl.INT32, rounds=7)", Tile("[16, 64]", "INT32")},
      {"s: S[INT32]", "tile.random(s, s, s, s, s, s, [16, 64], [4, 64])",
       Tile("[16, 64]", "UINT32", "Vec", Valid("[4, 64]"))},
      {"s: S[INT32]", "tile.random(s, s, s, s, s, s, [16, 64], rounds=9)", "!7 or 10, got 9"},
      {"s: S[UINT32]", "tile.random(s, s, s, s, s, s, [16, 64])", "!UINT32"},
      {"s: S[INT32]", "tile.random(s, s, s, s, s, s, [16, 64], dtype=pl.FP32)", "!FP32"},
  });
}

TEST(TileElements, ReadAndWrite) {
  const std::string t = "t: " + Tile("[16, 64]", "FP16", "Vec", Valid("[N, 64]"));
  ExpectCases({
      {t, "tile.read(t, [0, N])", "S[FP16]"},
      {t, "tile.read(t, [0])", "!1 indices given, but shape [16, 64] needs 2"},
      {t, "tile.read(t, [16, 0])", "S[FP16]"},  // recorded programs read beyond the end; a run says so
      {t, "tile.read(t, [0, 1.0])", "!not an integer"},
      {"t: T[[16, 64], FP16]", "tile.read(t, [0, 0])", "!must be a Tile"},
      {t + ", v: S[FP16]", "tile.write(t, [0, 0], v)", Tile("[16, 64]", "FP16", "Vec", Valid("[N, 64]"))},
      {t + ", v: S[FP32]", "tile.write(t, [0, 0], v)", "!same element type"},
      {t + ", v: S[FP16]", "tile.write(t, [0, 0, 0], v)", "!3 indices"},
      {"", "tile.alloc(pl.Mem.Vec, 4096, pinned=True)", "pl.Ptr"},
      {"", "tile.alloc(pl.Mem.Vec, 4096, pinned=1)", "!must be True or False"},
  });
  ExpectEach("get_block_idx get_block_num get_subblock_idx", {
      {"", "tile.{}()", "S[INDEX]"},
      {"", "tile.{}(0)", "!takes 0 operands, got 1"},
  });
}

TEST(TileMemScatter, IndexForEveryElement) {
  const std::string s = "s: " + Tile("[4, 16]"), i = ", i: " + Tile("[4, 16]", "INT32"), o = ", o: T[[1024], FP32]";
  ExpectCases({
      {s + i + o, "tile.mscatter(s, i, o)", "T[[1024], FP32]"},
      {s + i + ", o: D[[1024], FP32]", "tile.mscatter(s, i, o)", "D[[1024], FP32]"},
      {s + ", i: " + Tile("[4, 8]", "INT32") + o, "tile.mscatter(s, i, o)", "!must have the shape of src"},
      {s + ", i: " + Tile("[4, 16]", "INT16") + o, "tile.mscatter(s, i, o)", "!INT16"},
      {s + i + ", o: T[[1024], FP16]", "tile.mscatter(s, i, o)", "!same element type"},
      {s + i + ", o: " + Tile("[4, 16]"), "tile.mscatter(s, i, o)", "!must be a Tensor"},
  });
}

TEST(TileMemGather, IntoL1) {
  const std::string m = "m: T[[128, 64], FP16], i: T[[1, 32], INT32], w: T[[512], FP16]";
  const std::string boxed = Tile("[32, 64]", "FP16", "Mat");
  ExpectCases({
      {m, "tile.mgather(m, i, coalesce=0, target_memory=pl.Mem.Mat)", boxed},
      {m, "tile.mgather(m, i, valid_shape=[20, 64], coalesce=0, target_memory=pl.Mem.Mat)",
       Tile("[32, 64]", "FP16", "Mat", Valid("[20, 64]"))},
      {m, "tile.mgather(m, i, valid_shape=[33, 64], coalesce=0, target_memory=pl.Mem.Mat)", "!larger than"},
      {m, "tile.mgather(m, i, coalesce=1, target_memory=pl.Mem.Mat)", "!needs a scratch"},
      {"m: T[[128, 64], FP16], i: T[[16, 32], INT32], w: T[[512], FP16]",
       "tile.mgather(m, i, scratch=w, coalesce=1, target_memory=pl.Mem.Mat)", Tile("[16, 32]", "FP16", "Mat")},
      {"m: T[[128, 64], FP16], i: T[[16, 32], INT32], w: T[[511], FP16]",
       "tile.mgather(m, i, scratch=w, coalesce=1, target_memory=pl.Mem.Mat)", "!511 elements, 512 are needed"},
      {"m: T[[128, 64], FP16], i: T[[15, 32], INT32], w: T[[512], FP16]",
       "tile.mgather(m, i, scratch=w, coalesce=1, target_memory=pl.Mem.Mat)", "!multiple of 16"},
      {m, "tile.mgather(m, i, coalesce=0, target_memory=pl.Mem.Acc)", "!Vec or Mat, got Acc"},
  });
}

}  // namespace
}  // namespace t2t
