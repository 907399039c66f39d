// Every operator that writes global memory is known as a writer, each operand for itself (lowering g.1, n; field fault 58).
#include "tests/passes/pass_testing.h"

namespace t2t {
namespace {

struct Writer {
  std::string_view name;
  std::string_view operand;    // type of the parameter `o`, which nobody declared as an output
  std::string_view statement;  // uses o; x, t, i, peer, w, s are there
  std::string_view learned;    // direction of o behind the chain
  std::string_view local = "";  // statement in front
};

constexpr std::string_view kTensor = "pl.Tensor[[16, 64], pl.FP32]";
constexpr std::string_view kWindow = "pld.DistributedTensor[[16, 64], pl.FP32]";
constexpr std::string_view kRow = "pl.Tensor[[1, 64], pl.FP32]";
constexpr std::string_view kRanks = "pld.DistributedTensor[[8, 1], pl.INT32]";
constexpr std::string_view kSignal = "pld.DistributedTensor[[8], pl.INT32]";

constexpr Writer kWriters[] = {
    {"Write", kTensor, "pl.tensor.write(o, [0, 0], 1.0)", "Out"},
    {"Assemble", kTensor, "a = pl.tensor.assemble(o, x, [0, 0])", "Out"},
    {"AtomicAssemble", kTensor, "a = pl.tensor.assemble(o, y, [0, 0], atomic=1)", "InOut", "y = pl.tensor.exp(x)"},
    {"ExpandClone", "pl.Tensor[[4, 1, 64], pl.FP32]", "a = pl.tensor.expand_clone(c, o)", "Out"},
    {"Store", kTensor, "a = pl.tile.store(t, [0, 0], o)", "Out"},
    {"AtomicStore", kTensor, "a = pl.tile.store(t, [0, 0], o, atomic=1)", "InOut"},
    {"Mscatter", kTensor, "a = pl.tile.mscatter(t, i, o)", "Out",
     "i = pl.tile.load(idx, [0, 0], [16, 64], [16, 64])"},
    {"PutOfTensor", kWindow, "pld.tensor.put(o, peer, x)", "Out"},
    {"AtomicPutOfTensor", kWindow, "pld.tensor.put(o, peer, x, atomic=pl.AtomicType.Add)", "InOut"},
    {"PutSourceIsRead", kTensor, "pld.tensor.put(w, peer, o)", ""},
    {"GetOfTensor", kTensor, "pld.tensor.get(o, peer, w)", "Out"},
    {"GetSourceIsRead", kWindow, "pld.tensor.get(out, peer, o)", ""},
    {"RemoteStore", kWindow, "pld.tensor.remote_store(x, o, peer, [0, 0])", "Out"},
    {"AtomicRemoteStore", kWindow, "pld.tile.remote_store(t, o, peer, [0, 0], atomic=pl.AtomicType.Add)", "InOut"},
    {"NotifyAdd", kSignal, "pld.system.notify(o, peer, [0], 1, op=0)", "InOut"},
    {"NotifySet", kSignal, "pld.system.notify(o, peer, [0], 1, op=1)", "Out"},
    {"SoftSyncall", "pl.Tensor[[64], pl.INT32]",
     "pl.system.syncall(mode=\"soft\", core_type=\"aiv_only\", gm_workspace=o, used_cores=8)", "InOut"},
    {"Allreduce", kWindow, "a = pld.tensor.allreduce(o, s, op=0, mode='mesh', core_num=1)", "InOut"},
    {"AllreduceSignal", kSignal, "a = pld.tensor.allreduce(w, o, op=0, mode='mesh', core_num=1)", "InOut"},
    {"ReduceScatter", kWindow, "a = pld.tensor.reduce_scatter(o, s, op=0)", "InOut"},
    {"Broadcast", kWindow, "a = pld.tensor.broadcast(o, s, root=0)", "InOut"},
    {"Barrier", kSignal, "a = pld.tensor.barrier(o)", "InOut"},
    {"AllgatherSource", kRow, "a = pld.tensor.allgather(o, w, s)", ""},
    {"AllgatherTarget", kWindow, "a = pld.tensor.allgather(row, o, s)", "Out"},
    {"AllgatherSignal", kSignal, "a = pld.tensor.allgather(row, w, o)", "InOut"},
    {"AllToAllTarget", kWindow, "a = pld.tensor.all_to_all(x, o, s)", "Out"},
    {"AllToAllCounts", "pl.Tensor[[8], pl.INT32]", "a = pld.tensor.all_to_all_v(x, w, ranks, o, rc)", ""},
    {"AllToAllReceived", kRanks, "a = pld.tensor.all_to_all_v(x, w, ranks, counts, o)", "Out"},
};

class Writers : public testing::TestWithParam<Writer> {};

TEST_P(Writers, DirectionIsLearned) {
  const Writer& writer = GetParam();
  std::string statements;
  if (!writer.local.empty()) statements += "        " + std::string(writer.local) + "\n";
  const bool tile = writer.statement.find("(t, ") != std::string_view::npos;
  if (tile) statements += "        t = pl.tile.load(x, [0, 0], [16, 64], [16, 64])\n";
  const std::string text =
      "    @pl.function(type=pl.FunctionType.InCore)\n    def k(o: " + std::string(writer.operand) +
      ", x: pl.Tensor[[16, 64], pl.FP32], c: pl.Tensor[[1, 1, 64], pl.FP32], idx: pl.Tensor[[16, 64], pl.INT32], "
      "out: pl.Out[pl.Tensor[[16, 64], pl.FP32]], w: pl.InOut[pld.DistributedTensor[[16, 64], pl.FP32]], "
      "s: pl.InOut[pld.DistributedTensor[[8], pl.INT32]], rc: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]], "
      "ranks: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]], counts: pl.Tensor[[8], pl.INT32], row: pl.Tensor[[1, 64], pl.FP32], "
      "peer: pl.Scalar[pl.INDEX]):\n" +
      statements + "        " + std::string(writer.statement) + "\n        return\n";
  const ChainResult run = Lower(text);
  ASSERT_EQ(run.verdict, Verdict::kDone) << run.errors;
  const std::string type(writer.operand);
  const std::string expected = writer.learned.empty() ? "k(o: " + type : "k(o: pl." + std::string(writer.learned) + "[" + type + "]";
  EXPECT_THAT(Signature(run.text, "k"), testing::StartsWith(expected));
}

INSTANTIATE_TEST_SUITE_P(Operators, Writers, testing::ValuesIn(kWriters),
                         [](const auto& param) { return std::string(param.param.name); });

}  // namespace
}  // namespace t2t
