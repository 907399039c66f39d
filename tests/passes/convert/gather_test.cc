#include "convert_testing.h"
#include "fmt/core.h"

namespace t2t {
namespace {

// ---- flat ----

constexpr std::string_view kFlat =
    "x: pl.Tensor[[64, 64], pl.FP32], d: pld.DistributedTensor[[64, 64], pl.FP32], i: pl.Tensor[[4, 16], pl.INT32], "
    "t__tile: pl.Tile[[8, 32], pl.FP32, pl.Mem.Vec], j__tile: pl.Tile[[4, 16], pl.INT32, pl.Mem.Vec], "
    "z__tile: pl.Tile[[8, 32], pl.INT32, pl.Mem.Vec]";

TEST(FlatGather, GmSourceStaysInGm) {
  for (std::string_view src : {"x", "d"}) {
    ExpectConverts(kFlat, fmt::format("g = pl.tensor.gather({}, i)", src),
                   fmt::format("gather_idx = pl.tile.load(i, [0, 0], [4, 16], [4, 16], target_memory=pl.Mem.Vec)\n"
                               "g__tile = pl.tile.mgather({}, gather_idx, coalesce=1)\n", src));
  }
  ExpectConverts(kFlat, "g = pl.tensor.gather(x, j)", "g__tile = pl.tile.mgather(x, j__tile, coalesce=1)\n");
}

TEST(FlatGather, UnprovenSourceIsCopied) {
  ExpectConverts(kFlat, "g = pl.tensor.gather(t, j)",
                 "gather_src = pl.tile.extract(t__tile, 0, 0, [8, 32], target_memory=pl.Mem.Vec)\n"
                 "gather_tmp = pl.tile.create([4, 16], dtype=pl.INT32, target_memory=pl.Mem.Vec)\n"
                 "g__tile = pl.tile.gather(gather_src, j__tile, gather_tmp)\n");
  // Integers by adding zero.
  ExpectConverts(kFlat, "g = pl.tensor.gather(z, j)",
                 "gather_src = pl.tile.adds(z__tile, pl.const(0, pl.INT32))\n"
                 "gather_tmp = pl.tile.create([4, 16], dtype=pl.INT32, target_memory=pl.Mem.Vec)\n"
                 "g__tile = pl.tile.gather(gather_src, j__tile, gather_tmp)\n");
}

TEST(FlatGather, ComputedSourceIsUsedAsItIs) {
  ExpectConverts(kFlat, "a = pl.tensor.add(t, t)\ng = pl.tensor.gather(a, i)",
                 "a__tile = pl.tile.add(t__tile, t__tile)\n"
                 "gather_idx = pl.tile.load(i, [0, 0], [4, 16], [4, 16], target_memory=pl.Mem.Vec)\n"
                 "gather_tmp = pl.tile.create([4, 16], dtype=pl.INT32, target_memory=pl.Mem.Vec)\n"
                 "g__tile = pl.tile.gather(a__tile, gather_idx, gather_tmp)\n");
}

TEST(FlatGather, ProofSurvivesSetValidshapeButNoOtherView) {
  const Converted narrowed =
      ConvertBody(kFlat, "a = pl.tensor.add(t, t)\nb = pl.tensor.set_validshape(a, 8, 30)\ng = pl.tensor.gather(b, j)");
  EXPECT_EQ(narrowed.error, "");
  EXPECT_THAT(narrowed.statements, testing::Not(testing::HasSubstr("tile.extract")));
  const Converted sliced =
      ConvertBody(kFlat, "a = pl.tensor.add(t, t)\nb = pl.tensor.slice(a, [8, 16], [0, 0])\ng = pl.tensor.gather(b, j)");
  EXPECT_EQ(sliced.error, "");
  EXPECT_THAT(sliced.statements, testing::HasSubstr("tile.extract(b__tile"));
}

TEST(FlatGather, ValidRegionOfTheIndexIsRestored) {
  ExpectConverts("t__tile: pl.Tile[[1, 32], pl.FP32, pl.Mem.Vec], "
                 "j__tile: pl.Tile[[4, 16], pl.INT32, pl.Mem.Vec, pl.TileView(valid_shape=[3, 16])]",
                 "a = pl.tensor.exp(t)\ng = pl.tensor.gather(a, j)",
                 "a__tile = pl.tile.exp(t__tile)\n"
                 "gather_tmp = pl.tile.create([4, 16], dtype=pl.INT32, target_memory=pl.Mem.Vec)\n"
                 "gather_tmp_valid = pl.tile.set_validshape(gather_tmp, 3, 16)\n"
                 "gather = pl.tile.gather(a__tile, j__tile, gather_tmp_valid)\n"
                 "g__tile = pl.tile.set_validshape(gather, 3, 16)\n");
}

TEST(FlatGather, RefusesWhatTheInstructionCannotAddress) {
  // 3 columns of 4 bytes: the second row starts somewhere else; one row does not care.
  ExpectRefused("t__tile: pl.Tile[[2, 12], pl.FP32, pl.Mem.Vec], j__tile: pl.Tile[[4, 16], pl.INT32, pl.Mem.Vec]",
                "g = pl.tensor.gather(t, j)", "rows of 48 bytes");
  EXPECT_EQ(ConvertBody("t__tile: pl.Tile[[1, 12], pl.FP32, pl.Mem.Vec], j__tile: pl.Tile[[4, 16], pl.INT32, pl.Mem.Vec]",
                        "g = pl.tensor.gather(t, j)").error, "");
  ExpectRefused("t__tile: pl.Tile[[16, 16], pl.FP32, pl.Mem.Mat], j__tile: pl.Tile[[4, 16], pl.INT32, pl.Mem.Vec]",
                "g = pl.tensor.gather(t, j)", "operand 0 (source)");
  ExpectRefused("x: pl.Tensor[[64, 64], pl.FP32], j__tile: pl.Tile[[16, 16], pl.INT32, pl.Mem.Mat]",
                "g = pl.tensor.gather(x, j)", "operand 1 (index)");
}

// ---- by dimension ----

TEST(GatherByDim, RowByRowWithoutABackend) {
  for (Backend backend : {Backend::kNone, Backend::kAscend910B}) {
    ExpectConverts("t__tile: pl.Tile[[8, 64], pl.FP32, pl.Mem.Vec], i: pl.Tensor[[4, 16], pl.INT32]",
                   "g = pl.tensor.gather(t, i, dim=1)",
                   "gather_acc_init = pl.tile.create([4, 16], dtype=pl.FP32, target_memory=pl.Mem.Vec)\n"
                   "for gather_lv, (gather_ia,) in pl.range(4, init_values=(gather_acc_init,)):\n"
                   "    gather_inp_row = pl.tile.slice(t__tile, [1, 64], [gather_lv, 0], [1, 64])\n"
                   "    gather_idx_row = pl.tile.load(i, [gather_lv, 0], [1, 16], [1, 16], target_memory=pl.Mem.Vec)\n"
                   "    gather_row_tmp = pl.tile.create([1, 16], dtype=pl.INT32, target_memory=pl.Mem.Vec)\n"
                   "    gather_row = pl.tile.gather(gather_inp_row, gather_idx_row, gather_row_tmp)\n"
                   "    gather_asmbl = pl.tile.assemble(gather_ia, gather_row, [gather_lv, 0])\n"
                   "    gather_rv = pl.yield_(gather_asmbl)\n"
                   "g__tile = gather_rv\n", backend);
  }
}

TEST(GatherByDim, AtOnceOnTheNewerChip) {
  ExpectConverts("x: pl.Tensor[[8, 64], pl.FP32], i: pl.Tensor[[4, 16], pl.INT32]", "g = pl.tensor.gather(x, i, dim=-1)",
                 "gather_inp = pl.tile.load(x, [0, 0], [4, 64], [4, 64], target_memory=pl.Mem.Vec)\n"
                 "gather_idx = pl.tile.load(i, [0, 0], [4, 16], [4, 16], target_memory=pl.Mem.Vec)\n"
                 "gather_lin = pl.tile.ci(pl.const(0, pl.INT32), [1, 64], dtype=pl.INT32, descending=False)\n"
                 "gather_lin2d = pl.tile.reshape(gather_lin, [4, 16])\n"
                 "gather_row_ids = pl.tile.divs(gather_lin2d, pl.const(16, pl.INT32))\n"
                 "gather_row_base = pl.tile.muls(gather_row_ids, pl.const(64, pl.INT32))\n"
                 "gather_flat_idx = pl.tile.add(gather_idx, gather_row_base)\n"
                 "gather_tmp = pl.tile.create([4, 16], dtype=pl.INT32, target_memory=pl.Mem.Vec)\n"
                 "gather = pl.tile.gather(gather_inp, gather_flat_idx, gather_tmp)\n"
                 "g__tile = gather\n", Backend::kAscend950);
}

TEST(GatherByDim, TileSourceIsPackedAndNarrowRowsAreStretched) {
  ExpectConverts("t__tile: pl.Tile[[8, 64], pl.FP16, pl.Mem.Vec], i: pl.Tensor[[4, 4], pl.INT16]",
                 "g = pl.tensor.gather(t, i, dim=1)",
                 "gather_inp = pl.tile.slice(t__tile, [4, 64], [0, 0], [4, 64])\n"
                 "gather_src_alloc = pl.tile.create([4, 64], dtype=pl.FP16, target_memory=pl.Mem.Vec)\n"
                 "gather_src_copy = pl.tile.assemble(gather_src_alloc, gather_inp, [0, 0])\n"
                 "gather_idx = pl.tile.load(i, [0, 0], [4, 4], [4, 4], target_memory=pl.Mem.Vec)\n"
                 "gather_idx_i32 = pl.tile.cast(gather_idx, target_type=pl.INT32, mode='none')\n"
                 "gather_ci_rows = pl.tile.ci(pl.const(0, pl.INT32), [1, 4], dtype=pl.INT32, descending=False)\n"
                 "gather_row_arange = pl.tile.reshape(gather_ci_rows, [4, 1])\n"
                 "gather_row_base = pl.tile.muls(gather_row_arange, pl.const(64, pl.INT32))\n"
                 "gather_flat_idx = pl.tile.row_expand_add(gather_idx_i32, gather_row_base)\n"
                 "gather_flat_cast = pl.tile.cast(gather_flat_idx, target_type=pl.INT16, mode='none')\n"
                 "gather_tmp = pl.tile.create([4, 4], dtype=pl.INT32, target_memory=pl.Mem.Vec)\n"
                 "gather = pl.tile.gather(gather_src_copy, gather_flat_cast, gather_tmp)\n"
                 "g__tile = gather\n", Backend::kAscend950);
}

TEST(GatherByDim, Int16IndexReaches32768Elements) {
  const auto params = [](int rows) {
    return fmt::format("x: pl.Tensor[[{0}, 1024], pl.FP16], i: pl.Tensor[[{0}, 16], pl.INT16]", rows);
  };
  constexpr std::string_view kBody = "g = pl.tensor.gather(x, i, dim=1)";
  EXPECT_EQ(ConvertBody(params(32), kBody, Backend::kAscend950).error, "");
  ExpectRefused(params(33), kBody, "exceeds the INT16 index range", Backend::kAscend950);
  EXPECT_EQ(ConvertBody(params(33), kBody).error, "");  // row by row, each index stays within its row
}

TEST(GatherByDim, LastAxisOfRank3InTwoLoops) {
  ExpectConverts("x: pl.Tensor[[2, 4, 32], pl.FP32], i: pl.Tensor[[2, 3, 8], pl.INT32]", "g = pl.tensor.gather(x, i, dim=2)",
                 "gather_outer_acc_init = pl.tile.create([2, 24], dtype=pl.FP32, target_memory=pl.Mem.Vec)\n"
                 "for gather_outer_lv, (gather_outer_ia,) in pl.range(2, init_values=(gather_outer_acc_init,)):\n"
                 "    gather_inner_acc_init = pl.tile.create([3, 8], dtype=pl.FP32, target_memory=pl.Mem.Vec)\n"
                 "    for gather_inner_lv, (gather_inner_ia,) in pl.range(3, init_values=(gather_inner_acc_init,)):\n"
                 "        gather_inp_raw = pl.tile.load(x, [gather_outer_lv, gather_inner_lv, 0], [1, 1, 32], [1, 1, 32], target_memory=pl.Mem.Vec)\n"
                 "        gather_inp_row = pl.tile.reshape(gather_inp_raw, [1, 32])\n"
                 "        gather_idx_raw = pl.tile.load(i, [gather_outer_lv, gather_inner_lv, 0], [1, 1, 8], [1, 1, 8], target_memory=pl.Mem.Vec)\n"
                 "        gather_idx_row = pl.tile.reshape(gather_idx_raw, [1, 8])\n"
                 "        gather_row_tmp = pl.tile.create([1, 8], dtype=pl.INT32, target_memory=pl.Mem.Vec)\n"
                 "        gather_row = pl.tile.gather(gather_inp_row, gather_idx_row, gather_row_tmp)\n"
                 "        gather_inner_asmbl = pl.tile.assemble(gather_inner_ia, gather_row, [gather_inner_lv, 0])\n"
                 "        gather_inner_rv = pl.yield_(gather_inner_asmbl)\n"
                 "    gather_inner_flat = pl.tile.reshape(gather_inner_rv, [1, 24])\n"
                 "    gather_outer_asmbl = pl.tile.assemble(gather_outer_ia, gather_inner_flat, [gather_outer_lv, 0])\n"
                 "    gather_outer_rv = pl.yield_(gather_outer_asmbl)\n"
                 "gather_out = pl.tile.reshape(gather_outer_rv, [6, 8])\n"
                 "g__tile = gather_out\n");
}

TEST(GatherByDim, OuterAxisOfRank3) {
  ExpectConverts("x: pl.Tensor[[5, 4, 16], pl.INT32], i: pl.Tensor[[2, 4, 16], pl.INT32]", "g = pl.tensor.gather(x, i, dim=0)",
                 "gather_range = pl.tile.ci(pl.const(0, pl.INT32), [1, 16], dtype=pl.INT32)\n"
                 "gather_main_acc_init = pl.tile.create([8, 16], dtype=pl.INT32, target_memory=pl.Mem.Vec)\n"
                 "for gather_main_lv, (gather_main_ia,) in pl.range(8, init_values=(gather_main_acc_init,)):\n"
                 "    gather_inp_raw = pl.tile.load(x, [0, gather_main_lv % 4, 0], [5, 1, 16], [5, 1, 16], target_memory=pl.Mem.Vec)\n"
                 "    gather_inp_2d = pl.tile.reshape(gather_inp_raw, [5, 16])\n"
                 "    gather_inp_flat = pl.tile.reshape(gather_inp_2d, [1, 80])\n"
                 "    gather_idx_raw = pl.tile.load(i, [gather_main_lv // 4, gather_main_lv % 4, 0], [1, 1, 16], [1, 1, 16], target_memory=pl.Mem.Vec)\n"
                 "    gather_idx_row = pl.tile.reshape(gather_idx_raw, [1, 16])\n"
                 "    gather_idx_s = pl.tile.muls(gather_idx_row, pl.const(16, pl.INT32))\n"
                 "    gather_fidx = pl.tile.add(gather_idx_s, gather_range)\n"
                 "    gather_row_tmp = pl.tile.create([1, 16], dtype=pl.INT32, target_memory=pl.Mem.Vec)\n"
                 "    gather_row = pl.tile.gather(gather_inp_flat, gather_fidx, gather_row_tmp)\n"
                 "    gather_main_asmbl = pl.tile.assemble(gather_main_ia, gather_row, [gather_main_lv, 0])\n"
                 "    gather_main_rv = pl.yield_(gather_main_asmbl)\n"
                 "gather_out = pl.tile.reshape(gather_main_rv, [8, 16])\n"
                 "g__tile = gather_out\n");
}

TEST(GatherByDim, Refusals) {
  ExpectRefused("x: pl.Tensor[[4, 4, 16], pl.FP16], i: pl.Tensor[[4, 4, 16], pl.INT32]", "g = pl.tensor.gather(x, i, dim=0)",
                "16-bit src is not yet supported");
  ExpectRefused("x: pl.Tensor[[8, 16], pl.FP32], i: pl.Tensor[[4, 16], pl.INT32]", "g = pl.tensor.gather(x, i, dim=0)",
                "unsupported (rank, dim) combination: (2, 0)");
  ExpectRefused("x: pl.Tensor[[2, 2, 4, 16], pl.FP32], i: pl.Tensor[[2, 2, 4, 16], pl.INT32]",
                "g = pl.tensor.gather(x, i, dim=3)", "unsupported (rank, dim) combination: (4, 3)");
  ExpectRefused("x: pl.Tensor[[n, 16], pl.FP32], i: pl.Tensor[[n, 16], pl.INT32], n: pl.Scalar[pl.INDEX]",
                "g = pl.tensor.gather(x, i, dim=1)", "needs constant extents");
}

// ---- rows ----

TEST(PagedGather, TransposedIntoColumns) {
  ExpectConverts("pool: pl.Tensor[[256, 128], pl.BF16], ix: pl.Tensor[[1, 24], pl.INT32], tab: pl.Tensor[[16], pl.INT32]",
                 "kv = pl.tensor.paged_gather(pool, ix, tab, block_size=16, size=64, max_indices=32, col_off=64, "
                 "is_trans=True, space=pl.Mem.Mat)",
                 "pg_rows = pl.tensor.dim(ix, 1)\n"
                 "paged_gather_acc = pl.tile.create([64, 32], dtype=pl.BF16, target_memory=pl.Mem.Mat)\n"
                 "for pg_i, (paged_gather_iter,) in pl.range(pg_rows, init_values=(paged_gather_acc,)):\n"
                 "    pg_idx_raw = pl.tensor.read(ix, [0, pg_i])\n"
                 "    pg_idx = pl.cast(pg_idx_raw, pl.INDEX)\n"
                 "    pg_blk = pg_idx // 16\n"
                 "    pg_rem = pg_idx % 16\n"
                 "    pg_pblk_raw = pl.tensor.read(tab, [pg_blk])\n"
                 "    pg_pblk = pl.cast(pg_pblk_raw, pl.INDEX)\n"
                 "    pg_phys = pg_pblk * 16 + pg_rem\n"
                 "    pg_row = pl.tile.gather_row(paged_gather_iter, pool, [0, pg_i], [pg_phys, 64], [1, 64], transpose=True)\n"
                 "    paged_gather_result = pl.yield_(pg_row)\n"
                 "kv__tile = paged_gather_result\n");
}

TEST(PagedGather, BufferBoundsTheIndices) {
  const auto body = [](int max) {
    return fmt::format("kv = pl.tensor.paged_gather(pool, ix, tab, block_size=16, size=64, max_indices={}, space=pl.Mem.Vec)", max);
  };
  constexpr std::string_view kParams =
      "pool: pl.Tensor[[256, 128], pl.BF16], ix: pl.Tensor[[24], pl.INT32], tab: pl.Tensor[[16], pl.INT32]";
  const Converted fits = ConvertBody(kParams, body(24));
  EXPECT_EQ(fits.error, "");
  EXPECT_THAT(fits.statements, testing::HasSubstr("create([24, 64], dtype=pl.BF16, target_memory=pl.Mem.Vec)"));
  ExpectRefused(kParams, body(23), "24 indices exceeds max_indices=23");
}

TEST(GatherRow, AlwaysSaysWhetherTransposed) {
  ExpectConverts("a__tile: pl.Tile[[128, 64], pl.BF16, pl.Mem.Mat], pool: pl.Tensor[[256, 64], pl.BF16], r: pl.Scalar[pl.INDEX]",
                 "b = pl.tensor.gather_row(a, pool, [0, 0], [r, 0], [16, 64])\n"
                 "c = pl.tensor.gather_row(b, pool, [r, 0], [0, 0], [16, 64], valid_shape=[r, 64])",
                 "b__tile = pl.tile.gather_row(a__tile, pool, [0, 0], [r, 0], [16, 64], transpose=False)\n"
                 "c__tile = pl.tile.gather_row(b__tile, pool, [r, 0], [0, 0], [16, 64], valid_shape=[r, 64], transpose=False)\n");
}

TEST(GatherCompare, ScratchIsBytes) {
  ExpectConverts("x__tile: pl.Tile[[4, 64], pl.INT32, pl.Mem.Vec]",
                 "y = pl.tensor.gather_compare(x, pl.const(3, pl.INT32), cmp_mode=4, offset=0, out_cols=64)",
                 "gc_tmp = pl.tile.create([4, 64], dtype=pl.UINT8, target_memory=pl.Mem.Vec)\n"
                 "y = pl.tile.gather_compare(x__tile, pl.const(3, pl.INT32), gc_tmp, cmp_mode=4, offset=0, out_cols=64)\n");
}

}  // namespace
}  // namespace t2t
