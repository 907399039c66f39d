#include "convert_testing.h"

namespace t2t {
namespace {

// ---- expand_clone ----

TEST(ExpandClone, OneStatementListPerAxis) {
  ExpectConverts("x: pl.Tensor[[2, 8, 32], pl.FP32], o: pl.Out[pl.Tensor[[2, 8, 32], pl.FP32]]",
                 "y = pl.tensor.expand_clone(x, o)",
                 "expand_clone_input = pl.tile.load(x, [0, 0, 0], [2, 8, 32], [2, 8, 32], target_memory=pl.Mem.Vec)\n"
                 "y = pl.tile.store(expand_clone_input, [0, 0, 0], o)\n");
  ExpectConverts("x: pl.Tensor[[4, 1, 64], pl.FP32], o: pl.Out[pl.Tensor[[4, 16, 64], pl.FP32]]",
                 "y = pl.tensor.expand_clone(x, o)",
                 "for i, (expand_clone_acc,) in pl.range(4, init_values=(o,)):\n"
                 "    expand_clone_d1_input = pl.tile.load(x, [i, 0, 0], [1, 1, 64], [1, 1, 64], target_memory=pl.Mem.Vec)\n"
                 "    expand_clone_d1_target = pl.tile.create([1, 16, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)\n"
                 "    expand_clone_d1_col = pl.tile.col_expand(expand_clone_d1_target, expand_clone_d1_input)\n"
                 "    expand_clone_d1_store = pl.tile.store(expand_clone_d1_col, [i, 0, 0], expand_clone_acc)\n"
                 "    expand_clone_d1_result = pl.yield_(expand_clone_d1_store)\n"
                 "y = expand_clone_d1_result\n");
  ExpectConverts("x: pl.Tensor[[4, 16, 1], pl.FP32], o: pl.Out[pl.Tensor[[4, 16, 64], pl.FP32]]",
                 "y = pl.tensor.expand_clone(x, o)",
                 "expand_clone_input = pl.tile.load(x, [0, 0, 0], [4, 16, 1], [4, 16, 1], target_memory=pl.Mem.Vec)\n"
                 "expand_clone_d2_target = pl.tile.create([4, 16, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)\n"
                 "expand_clone_d2_row = pl.tile.row_expand(expand_clone_d2_target, expand_clone_input)\n"
                 "y = pl.tile.store(expand_clone_d2_row, [0, 0, 0], o)\n");
}

TEST(ExpandClone, NeedsPlainTensorsInGm) {
  ExpectRefused("x__tile: pl.Tile[[1, 8, 32], pl.FP32, pl.Mem.Vec], o: pl.Out[pl.Tensor[[2, 8, 32], pl.FP32]]",
                "y = pl.tensor.expand_clone(x, o)", "operand 0 must be a tensor in global memory");
}

// ---- put, get, remote_store ----

constexpr std::string_view kRemote =
    "w: pl.InOut[pld.DistributedTensor[[2, 100, 64], pl.FP32]], g: pl.InOut[pl.Tensor[[2, 100, 64], pl.FP32]], "
    "t__tile: pl.Tile[[2, 100, 64], pl.FP32, pl.Mem.Vec], peer: pl.Scalar[pl.INT32]";

TEST(Put, StagesTheTransferAsAMatrix) {
  ExpectConverts(kRemote, "pld.tensor.put(w, peer, g, atomic=pl.AtomicType.None_)",
                 "tput_stage = pl.tile.create([200, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)\n"
                 "pld.tile.put(w, peer, g, tput_stage, atomic=pl.AtomicType.None_)\n");
  ExpectConverts(kRemote, "pld.tensor.put(w, peer, g, atomic=pl.AtomicType.None_, chunk_rows=32, chunk_cols=128)",
                 "tput_stage = pl.tile.create([32, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)\n"
                 "pld.tile.put(w, peer, g, tput_stage, atomic=pl.AtomicType.None_)\n");
}

TEST(Put, PipelineAlternatesBetweenTwoStages) {
  ExpectConverts(kRemote,
                 "pld.tensor.put(w, peer, g, [0, 0, 0], [1, 0, 0], [1, 8, 64], atomic=pl.AtomicType.Add, chunk_rows=4, chunk_cols=64, pipeline=True)",
                 "tput_stage_ping = pl.tile.create([4, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)\n"
                 "tput_stage_pong = pl.tile.create([4, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)\n"
                 "pld.tile.put(w, peer, g, tput_stage_ping, tput_stage_pong, [0, 0, 0], [1, 0, 0], [1, 8, 64], atomic=pl.AtomicType.Add)\n");
}

TEST(Put, SourceMustBeInGm) {
  ExpectRefused(kRemote, "pld.tensor.put(w, peer, t, atomic=pl.AtomicType.None_)", "pld.tensor.put src must be a GM tensor");
}

TEST(Put, ChunksSizeTheStageOfDynamicExtents) {
  constexpr std::string_view kDynamic =
      "w: pl.InOut[pld.DistributedTensor[[n, 64], pl.FP32]], g: pl.Tensor[[n, 64], pl.FP32], peer: pl.Scalar[pl.INT32], n: pl.Scalar[pl.INDEX]";
  ExpectConverts(kDynamic, "pld.tensor.put(w, peer, g, atomic=pl.AtomicType.None_, chunk_rows=16)",
                 "tput_stage = pl.tile.create([16, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)\n"
                 "pld.tile.put(w, peer, g, tput_stage, atomic=pl.AtomicType.None_)\n");
}

TEST(Get, HasNoKwargs) {
  ExpectConverts(kRemote, "pld.tensor.get(g, peer, w, chunk_rows=8)",
                 "tget_stage = pl.tile.create([8, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)\n"
                 "pld.tile.get(g, peer, w, tget_stage)\n");
}

// ---- sort, split boundary ----

TEST(MergeSort, ScratchHoldsAllLists) {
  ExpectConverts("a__tile: pl.Tile[[1, 128], pl.FP32, pl.Mem.Vec], b__tile: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec]",
                 "y = pl.tensor.mrgsort_format2(a, b, b, exhausted=True)",
                 "mrgsort2_tmp = pl.tile.create([1, 256], dtype=pl.FP32, target_memory=pl.Mem.Vec)\n"
                 "y__tile = pl.tile.mrgsort_format2(a__tile, b__tile, b__tile, mrgsort2_tmp, exhausted=True)\n");
}

TEST(SplitBoundary, NothingIsLoadedForIt) {
  ExpectConverts("a__tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Acc], v__tile: pl.Tile[[8, 64], pl.FP32, pl.Mem.Vec]",
                 "h = pl.tensor.aiv_shard(a, split=1)\nf = pl.tensor.aic_gather(v, split=1)",
                 "h__tile = pl.tile.aiv_shard(a__tile, split=1)\nf__tile = pl.tile.aic_gather(v__tile, split=1)\n");
  ExpectRefused("g: pl.Tensor[[16, 64], pl.FP32]", "h = pl.tensor.aiv_shard(g, split=1)", "must be computed in the kernel");
}

}  // namespace
}  // namespace t2t
