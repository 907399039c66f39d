// Collectives, windows and loads from peers (types-and-ops 6C.1).
#include "tests/ir/ops/op_cases.h"
#include "tests/ir/ops/tile_types.h"

namespace t2t {
namespace {

TEST(Collectives, Reductions) {
  const std::string d = "d: D[[8, 64], FP32], s: D[[8], INT32]";
  ExpectCases({
      {d, "pld.tensor.allreduce(d, s, op=3, mode='mesh', core_num=1)", "D[[8, 64], FP32]"},
      {d, "pld.tensor.allreduce(d, s, op=4, mode='mesh', core_num=1)", "!op"},
      {d, "pld.tensor.allreduce(d, s, op=0, mode='mesh', core_num=0)", "!core_num"},
      {d, "pld.tensor.allreduce(d, s, mode='mesh', core_num=1)", "!'op'"},
      {"d: D[[8, 64], INT32], s: D[[8], INT32]", "pld.tensor.allreduce(d, s, op=0)", "!INT32"},
      {"d: T[[8, 64], FP32], s: D[[8], INT32]", "pld.tensor.allreduce(d, s, op=0)", "!DistributedTensor"},
      {"d: D[[8, 64], FP32], s: D[[8], INT64]", "pld.tensor.allreduce(d, s, op=0)", "!INT64"},
      {d, "pld.tensor.reduce_scatter(d, s, op=0)", "D[[8, 64], FP32]"},
      {d, "pld.tensor.reduce_scatter(d, s, op=1)", "!sum"},
      {d, "pld.tensor.broadcast(d, s, root=0)", "D[[8, 64], FP32]"},
      {d, "pld.tensor.broadcast(d, s, root=-1)", "!root"},
      {d, "pld.tensor.barrier(s)", "D[[8], INT32]"},
      {d, "pld.tensor.barrier(d)", "!FP32"},
  });
}

TEST(Collectives, Exchanges) {
  const std::string sig = ", s: D[[8], INT32]", d = "d: D[[8, 64], FP32]" + sig;
  ExpectCases({
      {"i: T[[1, 64], FP32], " + d, "pld.tensor.allgather(i, d, s)", "D[[8, 64], FP32]"},
      {"i: T[[M, 64], FP32], " + d, "pld.tensor.allgather(i, d, s)", "D[[8, 64], FP32]"},
      {"i: T[[2, 64], FP32], " + d, "pld.tensor.allgather(i, d, s)", "!one row"},
      {"i: T[[1, 64], FP16], " + d, "pld.tensor.allgather(i, d, s)", "!same element type"},
      {d, "pld.tensor.allgather(d, d, s)", "!different tensors"},
      {"i: T[[8, 64], FP32], " + d, "pld.tensor.all_to_all(i, d, s)", "D[[8, 64], FP32]"},
      {"i: T[[8, 32], FP32], " + d, "pld.tensor.all_to_all(i, d, s)", "!dimension 1"},
      {"i: T[[4, 64], FP32], " + d, "pld.tensor.all_to_all(i, d, s)", "!dimension 0"},
  });
  const auto v = [](std::string_view rows, std::string_view signal, std::string_view counts) {
    return fmt::format("i: T[[M, 64], FP32], d: D[[{}, 64], FP32], s: D[{}, INT32], c: T[{}, INT32], "
                       "r: D[[8, 1], INT32]", rows, signal, counts);
  };
  const std::string call = "pld.tensor.all_to_all_v(i, d, s, c, r)";
  ExpectCases({
      {v("64", "[8, 1]", "[8]"), call, "D[[64, 64], FP32]"},
      {v("63", "[8, 1]", "[8]"), call, "!multiple of the 8 ranks"},
      {v("N", "[8, 1]", "[8]"), call, "!multiple of the 8 ranks"},
      {v("64", "[8]", "[8]"), call, "!2 dimensions"},
      {v("64", "[8, 1]", "[4]"), call, "!send_counts"},
  });
}

TEST(RemoteLoad, Windows) {
  const std::string d = "d: D[[128, 64], FP32]";
  ExpectCases({
      {d, "pld.tile.remote_load(d, 1, [96, 0], [32, 64])", Tile("[32, 64]", "FP32", "")},
      {d, "pld.tile.remote_load(d, 1, [97, 0], [32, 64])", "!leaves its source"},
      {d, "pld.tile.remote_load(d, 1, [112, 0], [32, 64], [16, 64])", Tile("[32, 64]", "FP32", "", Valid("[16, 64]"))},
      {d, "pld.tile.remote_load(d, 1, [0, 0], [32, 64], [0, 64])", Tile("[32, 64]", "FP32", "", Valid("[0, 64]"))},
      {d, "pld.tile.remote_load(d, 1, [0, 0], [32, 64], [-1, 64])", "!not negative"},
      {d, "pld.tile.remote_load(d, 1, [0, 0], [32, 64], [1.0, 64])", "!integers"},
      {"d: D[[64, 2], FP8E8M0|layout=MX_A_ZZ]", "pld.tile.remote_load(d, 1, [0, 0], [32, 2])", "!MX_A_ZZ"},
  });
}

TEST(Collectives, CompilersTwins) {
  const std::string p = "x: T[[8, 64], FP32], d: D[[8, 64], FP32], s: D[[8], INT32]";
  ExpectEach("allreduce allreduce_ring reduce_scatter", {
      {p, "builtin.tensor.{}(d, s, op=0, dtype=pl.FP32)", "D[[8, 64], FP32]"},
      {p, "builtin.tensor.{}(d, op=0)", "!takes 2 operands"},
  });
  ExpectEach("allgather all_to_all", {
      {p, "builtin.tensor.{}(x, d, s, dtype=pl.FP32)", "D[[8, 64], FP32]"},
      {p, "builtin.tensor.{}(x, d)", "!takes 3 operands"},
  });
  ExpectCases({
      {p, "builtin.tensor.broadcast(d, s, root=0, dtype=pl.FP32)", "D[[8, 64], FP32]"},
      {p, "builtin.tensor.broadcast(d)", "!takes 2 operands"},
      {p, "builtin.tensor.barrier(s)", "D[[8], INT32]"},
      {p, "builtin.tensor.barrier()", "!takes 1 operand"},
      {p, "builtin.tensor.all_to_all_v(x, d, s, x, s, dtype=pl.FP32)", "D[[8, 64], FP32]"},
      {p, "builtin.tensor.all_to_all_v(x, d, s, x)", "!takes 5 operands"},
  });
}

TEST(CommContext, RanksOfAWindow) {
  const std::string d = "d: D[[8, 64], FP32], c: pld.CommCtxType";
  ExpectCases({
      {d, "pld.system.get_comm_ctx(d)", "pld.CommCtxType"},
      {"d: T[[8, 64], FP32]", "pld.system.get_comm_ctx(d)", "!must be a DistributedTensor"},
      {d, "pld.system.world_size()", "S[INT64]"},
      {d, "pld.system.world_size(1)", "!takes 0 operands"},
  });
  ExpectEach("rank nranks", {
      {d, "pld.system.{}(c)", "S[INT32]"},
      {d, "pld.system.{}(d)", "!pld.system.get_comm_ctx"},
  });
  ExpectCases({
      {"", "pld.tensor.alloc_window_buffer(4096, name='w')", "pl.Ptr"},
      {"", "pld.tensor.alloc_window_buffer(4096, name='')", "!must not be empty"},
      {"", "pld.tensor.alloc_window_buffer(4096)", "!'name'"},
      {"", "pld.tensor.alloc_window_buffer(1.0, name='w')", "!integer"},
      {"b: pl.Ptr", "pld.tensor.window(b, [8, N], dtype=pl.FP16)", "D[[8, N], FP16]"},
      {"b: pl.Ptr", "pld.tensor.window(b, [8, 64])", "!'dtype'"},
      {"b: pl.Ptr", "pld.tensor.window(b, 8, dtype=pl.FP16)", "!tuple"},
      {"b: T[[8], FP16]", "pld.tensor.window(b, [8], dtype=pl.FP16)", "!pld.tensor.alloc_window_buffer"},
  });
}

TEST(Signals, CodesAndOffsets) {
  const std::string s = "s: D[[4, 8], INT32], p: S[INT32], v: S[INT32]";
  ExpectCases({
      {s, "pld.system.notify(s, p, [0, 1], v, op=1)", "pl.UnknownType"},
      {s, "pld.system.notify(s, p, [0, 1], v, op=2)", "!got 2"},
      {s, "pld.system.notify(s, p, [0, 1], v)", "!'op'"},
      {s, "pld.system.notify(s, p, [0], v, op=0)", "!offsets has 1 elements, but target has 2"},
      {"s: T[[4, 8], INT32], p: S[INT32], v: S[INT32]", "pld.system.notify(s, p, [0, 1], v, op=1)",
       "!must be a DistributedTensor"},
      {s, "pld.system.wait(s, [0, 1], v, cmp=0)", "pl.UnknownType"},
      {s, "pld.system.wait(s, [0, 1], v, cmp=2)", "!got 2"},
      {s, "pld.system.wait(s, [0, 1], v)", "!'cmp'"},
      {s, "pld.system.wait(s, [0, 1], 1.0, cmp=1)", "!integer"},
      {s, "pld.system.defer_wait(s, [0, 1], v, cmp=1)", "pl.UnknownType"},
      {s, "pld.system.defer_wait(s, [0, 1], v, cmp=0)", "!at least"},
      {"s: D[[4, 8], INT64], v: S[INT32]", "pld.system.defer_wait(s, [0, 1], v, cmp=1)", "!INT64"},
  });
}

TEST(Transfers, RegionsAndChunks) {
  const std::string p = "w: D[[4, 64], FP32], g: T[[4, 64], FP32], p: S[INT32], f: T[[N, 64], FP32], e: D[[N, 64], FP32]";
  ExpectCases({
      {p, "pld.tensor.put(w, p, g, atomic=0, chunk_rows=2, chunk_cols=64, pipeline=True)", "pl.UnknownType"},
      {p, "pld.tensor.put(w, p, g, [0, 0], [2, 0], [2, 64], atomic=1)", "pl.UnknownType"},
      {p, "pld.tensor.put(w, p, g, [0, 0], [2, 0], atomic=0)", "!together, got 2"},
      {p, "pld.tensor.put(w, p, g, [0, 0], [2], [2, 64], atomic=0)", "!src_offsets has 1 elements"},
      {p, "pld.tensor.put(w, p, g, atomic=0, pipeline=True, chunk_rows=2)", "!needs chunk_rows and chunk_cols"},
      {p, "pld.tensor.put(w, p, g, atomic=0, chunk_rows=-1)", "!must not be negative"},
      {p, "pld.tensor.put(w, p, g, atomic=2)", "!atomic must be 0 (none) or 1 (add), got 2"},
      {p, "pld.tensor.put(e, p, f, atomic=0)", "!say with chunk_rows"},
      {p, "pld.tensor.put(e, p, f, atomic=0, chunk_rows=16)", "pl.UnknownType"},
      {p, "pld.tensor.put(g, p, w, atomic=0)", "!must be a DistributedTensor"},
      {"w: D[[4, 64], FP32], g: T[[4, 64], FP16]", "pld.tensor.put(w, 1, g, atomic=0)", "!same element type"},
      {p, "pld.tensor.get(g, p, w)", "pl.UnknownType"},
      {p, "pld.tensor.get(w, p, w, [0, 0], [0, 0], [1, 64])", "pl.UnknownType"},
      {p, "pld.tensor.get(g, p, g)", "!must be a DistributedTensor"},
      {p, "pld.tensor.get(f, p, w)", "!say with chunk_rows"},
      {p, "pld.tensor.get(g, p, w, atomic=0)", "!'atomic'"},
  });
}

TEST(Transfers, StagesFitTheTransfer) {
  const std::string p = "w: D[[2, 8, 64], FP32], g: T[[2, 8, 64], FP32], a: " + Tile("[16, 64]") + ", b: " +
                        Tile("[16, 64]") + ", x: " + Tile("[17, 64]") + ", h: " + Tile("[16, 64]", "FP16");
  ExpectCases({
      {p, "pld.tile.put(w, 1, g, a, atomic=0)", "pl.UnknownType"},
      {p, "pld.tile.put(w, 1, g, a, b, [0, 0, 0], [0, 0, 0], [2, 8, 64], atomic=0)", "pl.UnknownType"},
      {p, "pld.tile.put(w, 1, g, a, [0, 0, 0], [0, 0, 0], [2, 4, 64], atomic=0)", "!larger than the transfer"},
      {p, "pld.tile.put(w, 1, g, x, atomic=0)", "!larger than the transfer"},
      {p, "pld.tile.put(w, 1, g, h, atomic=0)", "!same element type"},
      {p, "pld.tile.put(w, 1, g, a, a, atomic=0)", "!different tiles"},
      {p, "pld.tile.put(w, 1, g, a, b, [0, 0, 0], atomic=0)", "!together, got 1"},
      {p, "pld.tile.get(g, 1, w, a)", "pl.UnknownType"},
      {p, "pld.tile.get(g, 1, w, a, b)", "pl.UnknownType"},
      {p, "pld.tile.get(g, 1, w, g)", "!must be a Tile"},
      {p, "pld.tile.get(g, 1, w, x)", "!larger than the transfer"},
  });
}

TEST(RemoteStore, TilesAndTensors) {
  const std::string p = "t: " + Tile("[16, 64]") + ", a: " + Tile("[16, 64]", "FP32", "Acc") +
                        ", g: T[[16, 64], FP32], w: D[[32, 64], FP32]";
  ExpectCases({
      {p, "pld.tile.remote_store(t, w, 1, [16, 0], atomic=0)", "pl.UnknownType"},
      {p, "pld.tile.remote_store(a, w, 1, [16, 0])", "pl.UnknownType"},
      {p, "pld.tile.remote_store(g, w, 1, [16, 0])", "!must be a Tile"},
      {p, "pld.tile.remote_store(t, g, 1, [16, 0])", "!must be a DistributedTensor"},
      {p, "pld.tile.remote_store(t, w, 1, [16])", "!offsets has 1 elements"},
      {p, "pld.tensor.remote_store(g, w, 1, [16, 0], atomic=1)", "pl.UnknownType"},
      {p, "pld.tensor.remote_store(t, w, 1, [16, 0])", "!must be a Tensor"},
      {p, "pld.tensor.remote_store(g, w, 1, [16, 0], atomic=3)", "!got 3"},
      {p, "pld.tensor.remote_store(g, w, 1.0, [16, 0])", "!integer"},
  });
}

}  // namespace
}  // namespace t2t
