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

}  // namespace
}  // namespace t2t
