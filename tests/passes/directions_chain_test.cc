// upgrade-directions behind the whole chain: what a kernel does to its parameters, and what its callers learn (lowering n).
#include "tests/passes/pass_testing.h"

namespace t2t {
namespace {

// Signature of kernel `k` with parameters nobody declared, after the chain.
std::string Learned(std::string_view parameters, std::string_view statements) {
  const ChainResult run = Lower("    @pl.function(type=pl.FunctionType.InCore)\n    def k(" + std::string(parameters) +
                                "):\n" + std::string(statements) + "        return\n");
  EXPECT_EQ(run.verdict, Verdict::kDone) << run.errors;
  return Signature(run.text, "k");
}

constexpr std::string_view kVectors = "x: pl.Tensor[[64], pl.FP32], o: pl.Tensor[[64], pl.FP32]";

TEST(DirectionsChain, StoredOnlyIsOut) {
  EXPECT_THAT(Learned(kVectors, R"(        t = pl.tile.load(x, [0], [64], [64])
        a = pl.tile.store(t, [0], o)
)"),
              testing::HasSubstr("x: pl.Tensor[[64], pl.FP32], o: pl.Out["));
}

TEST(DirectionsChain, AtomicStoreIsInOut) {
  EXPECT_THAT(Learned(kVectors, R"(        t = pl.tile.load(x, [0], [64], [64])
        a = pl.tile.store(t, [0], o, atomic=1)
)"),
              testing::HasSubstr("o: pl.InOut["));
  EXPECT_THAT(Learned(kVectors, R"(        y = pl.tensor.exp(x)
        a = pl.tensor.assemble(o, y, [0], atomic=1)
)"),
              testing::HasSubstr("o: pl.InOut["));
}

TEST(DirectionsChain, StoredThroughACarry) {
  EXPECT_THAT(Learned(kVectors, R"(        for i, (c,) in pl.range(4, init_values=(o,)):
            t = pl.tile.load(x, [0], [64], [64])
            c2 = pl.tile.store(t, [0], c)
            r = pl.yield_(c2)
)"),
              testing::HasSubstr("o: pl.Out["));
}

TEST(DirectionsChain, LoadedAndStoredThroughACarry) {
  EXPECT_THAT(Learned(kVectors, R"(        for i, (c,) in pl.range(4, init_values=(o,)):
            t = pl.tile.load(c, [0], [64], [64])
            u = pl.tile.load(x, [0], [64], [64])
            v = pl.tile.add(t, u)
            c2 = pl.tile.store(v, [0], c)
            r = pl.yield_(c2)
)"),
              testing::HasSubstr("o: pl.InOut["));
}

TEST(DirectionsChain, ElementWriteIsOutAndARead) {
  EXPECT_THAT(Learned(kVectors, "        pl.tensor.write(o, [0], 1.0)\n"), testing::HasSubstr("o: pl.Out["));
  EXPECT_THAT(Learned(kVectors, R"(        v = pl.tensor.read(o, [1])
        pl.tensor.write(o, [0], v)
)"),
              testing::HasSubstr("o: pl.InOut["));
}

TEST(DirectionsChain, WriterThatOnlyTheRegistryKnows) {
  EXPECT_THAT(Learned("x: pl.Tensor[[1, 1, 64], pl.FP32], o: pl.Tensor[[4, 1, 64], pl.FP32]",
                      "        a = pl.tensor.expand_clone(x, o)\n"),
              testing::HasSubstr("o: pl.Out["));
  EXPECT_THAT(Learned("x: pl.Tensor[[16, 16], pl.FP32], i: pl.Tensor[[16, 16], pl.INT32], o: pl.Tensor[[64, 16], pl.FP32]",
                      R"(        t = pl.tile.load(x, [0, 0], [16, 16], [16, 16])
        j = pl.tile.load(i, [0, 0], [16, 16], [16, 16])
        a = pl.tile.mscatter(t, j, o)
)"),
              testing::HasSubstr("o: pl.Out["));
}

TEST(DirectionsChain, WindowFilledByARemoteStore) {
  EXPECT_THAT(Learned("x: pl.Tensor[[16, 64], pl.FP32], w: pld.DistributedTensor[[16, 64], pl.FP32], "
                      "peer: pl.Scalar[pl.INDEX]",
                      R"(        t = pl.tensor.exp(x)
        pld.tensor.remote_store(t, w, peer, [0, 0])
)"),
              testing::HasSubstr("w: pl.Out[pld.DistributedTensor"));
}

TEST(DirectionsChain, DeclaredDirectionsStay) {
  EXPECT_THAT(Learned("x: pl.Tensor[[64], pl.FP32], o: pl.InOut[pl.Tensor[[64], pl.FP32]]",
                      R"(        t = pl.tile.load(x, [0], [64], [64])
        a = pl.tile.store(t, [0], o)
)"),
              testing::HasSubstr("o: pl.InOut["));
}

constexpr std::string_view kWriter = R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32], o: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        y = pl.tensor.exp(x)
        a = pl.tensor.assemble(o, y, [0])
        return a
)";

TEST(DirectionsChain, CallersLearnThroughCarriesAndSubmits) {
  const ChainResult run = Lower(std::string(kWriter) + R"(
    @pl.function(type=pl.FunctionType.Orchestration)
    def top(self, d: pl.Tensor[[64], pl.FP32], x: pl.Tensor[[64], pl.FP32]):
        self.middle(d, x)
    @pl.function(type=pl.FunctionType.Orchestration)
    def middle(self, d: pl.Tensor[[64], pl.FP32], x: pl.Tensor[[64], pl.FP32]):
        for i, (c,) in pl.range(4, init_values=(d,)):
            c2 = self.k(x, c)
            r = pl.yield_(c2)
    @pl.function(type=pl.FunctionType.Orchestration)
    def launch(self, d: pl.Tensor[[64], pl.FP32], x: pl.Tensor[[64], pl.FP32]):
        t = pl.submit(self.k, x, d)
)");
  EXPECT_EQ(run.verdict, Verdict::kDone) << run.errors;
  for (const char* name : {"top", "middle", "launch"}) {
    EXPECT_THAT(Signature(run.text, name), testing::HasSubstr("d: pl.Out[pl.Tensor[[64], pl.FP32]], x: pl.Tensor["))
        << name;
  }
}

TEST(DirectionsChain, HostMayReadWhatItsCalleeTurnedOutToWrite) {
  const std::string text = std::string(kWriter) + R"(
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, d: pl.Tensor[[64], pl.FP32], x: pl.Tensor[[64], pl.FP32], e: pl.Tensor[[64], pl.FP32]):
        a = self.k(x, d)
        b = self.k(d, e)
)";
  const ChainResult once = Lower(text);
  EXPECT_EQ(once.verdict, Verdict::kDone) << once.errors;
  // The lowered program goes through the chain again.
  Diagnostics diagnostics;
  std::optional<Program> program = ReadProgram(once.text, diagnostics);
  ASSERT_TRUE(program.has_value());
  EXPECT_EQ(RunWholeChain(*program, diagnostics), Verdict::kDone);
  EXPECT_EQ(PrintProgram(*program), once.text);
}

// A wrapper's Out turns out to be read by the kernel behind it. The submit that left it to the runtime was right to, by what
// it could know.
constexpr std::string_view kLeafThatUpdates = R"(    @pl.function(type=pl.FunctionType.InCore)
    def leaf(x: pl.Tensor[[64], pl.FP32], y: pl.InOut[pl.Tensor[[64], pl.FP32]]):
        s = pl.tensor.add(x, y)
        w = pl.tensor.assemble(y, s, [0])
        return
)";
std::string SubmitWithoutOutput(std::string_view direction) {
  return std::string(kLeafThatUpdates) + R"(    @pl.function(type=pl.FunctionType.Spmd)
    def w(self, x: pl.Tensor[[64], pl.FP32], y: pl.)" + std::string(direction) + R"([pl.Tensor[[64], pl.FP32]]):
        self.leaf(x, y)
    @pl.function(type=pl.FunctionType.Orchestration)
    def host(self, x: pl.Tensor[[64], pl.FP32]):
        t: pl.Tuple[pl.Scalar[pl.TASK_ID]] = pl.submit(self.w, x)
)";
}

TEST(DirectionsChain, AnOutputLeftToTheRuntimeMayBecomeInOut) {
  const ChainResult run = Lower(SubmitWithoutOutput("Out"));
  EXPECT_EQ(run.verdict, Verdict::kDone) << run.errors;
  EXPECT_THAT(Signature(run.text, "w"), testing::HasSubstr("y: pl.InOut["));
}

TEST(DirectionsChain, AnInOutIsNotLeftToTheRuntime) {
  const ChainResult run = Lower(SubmitWithoutOutput("InOut"));
  EXPECT_EQ(run.verdict, Verdict::kInputWrong);
  EXPECT_THAT(run.errors, testing::HasSubstr("leaves out parameter y of w, which is InOut"));
}

}  // namespace
}  // namespace t2t
