// upgrade-directions along the call chain.
#include "tests/passes/pass_testing.h"
#include "passes/upgrade_directions.h"

namespace t2t {
namespace {

using testing::HasSubstr;

constexpr std::string_view kKernels = R"(
    @pl.function(type=pl.FunctionType.InCore)
    def put(x: pl.Tensor[[64], pl.FP32], o: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        pl.func_attr({"t2t.kernel": True})
        v: pl.Tile[[64], pl.FP32] = pl.tile.load(x, [0], [64], [64])
        s: pl.Tensor[[64], pl.FP32] = pl.tile.store(v, [0], o)
        return s
    @pl.function(type=pl.FunctionType.InCore)
    def bump(o: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        pl.func_attr({"t2t.kernel": True})
        v: pl.Tile[[64], pl.FP32] = pl.tile.load(o, [0], [64], [64])
        s: pl.Tensor[[64], pl.FP32] = pl.tile.store(v, [0], o)
        return s
)";

std::string After(std::string_view host) {
  return RunPass<UpgradeDirections>(std::string(kKernels) + std::string(host)).text;
}

TEST(UpgradeDirections, ReadAndWrittenIsInOut) {
  const std::string text = After("");
  EXPECT_THAT(text, HasSubstr("def put(x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]])"));
  EXPECT_THAT(text, HasSubstr("def bump(o: pl.InOut[pl.Tensor[[64], pl.FP32]])"));
}

TEST(UpgradeDirections, CallersBeforeCalleesInTheTextAndThroughCarries) {
  const std::string text = After(R"(
    @pl.function(type=pl.FunctionType.Orchestration)
    def top(self, x: pl.Tensor[[64], pl.FP32], d: pl.Tensor[[64], pl.FP32]):
        self.mid(x, d)
    @pl.function(type=pl.FunctionType.Orchestration)
    def mid(self, x: pl.Tensor[[64], pl.FP32], d: pl.Tensor[[64], pl.FP32]):
        for i, (acc,) in pl.range(4, init_values=(d,)):
            n: pl.Tensor[[64], pl.FP32] = self.put(x, acc)
            r: pl.Tensor[[64], pl.FP32] = pl.yield_(n)
)");
  EXPECT_THAT(text, HasSubstr("def mid(self, x: pl.Tensor[[64], pl.FP32], d: pl.Out[pl.Tensor[[64], pl.FP32]])"));
  EXPECT_THAT(text, HasSubstr("def top(self, x: pl.Tensor[[64], pl.FP32], d: pl.Out[pl.Tensor[[64], pl.FP32]])"));
}

TEST(UpgradeDirections, ResultOfACallIsTheBufferItWrites) {
  const std::string text = After(R"(
    @pl.function(type=pl.FunctionType.Orchestration)
    def host(self, x: pl.Tensor[[64], pl.FP32], d: pl.Tensor[[64], pl.FP32]):
        n: pl.Tensor[[64], pl.FP32] = self.put(x, d)
        m: pl.Tensor[[64], pl.FP32] = self.bump(n)
)");
  EXPECT_THAT(text, HasSubstr("def host(self, x: pl.Tensor[[64], pl.FP32], d: pl.InOut[pl.Tensor[[64], pl.FP32]])"));
}

TEST(UpgradeDirections, ASliceIsAWindowOfItsOwn) {
  const std::string text = After(R"(
    @pl.function(type=pl.FunctionType.Orchestration)
    def host(self, d: pl.Tensor[[128], pl.FP32]):
        part: pl.Tensor[[64], pl.FP32] = pl.tensor.slice(d, [64], [0])
        m: pl.Tensor[[64], pl.FP32] = self.bump(part)
)");
  EXPECT_THAT(text, HasSubstr("def host(self, d: pl.Tensor[[128], pl.FP32])"));
}

TEST(UpgradeDirections, FunctionsThatCallEachOtherReachAFixedPoint) {
  const std::string text = After(R"(
    @pl.function(type=pl.FunctionType.Orchestration)
    def ping(self, d: pl.Tensor[[64], pl.FP32]):
        self.pong(d)
    @pl.function(type=pl.FunctionType.Orchestration)
    def pong(self, d: pl.Tensor[[64], pl.FP32]):
        self.ping(d)
        m: pl.Tensor[[64], pl.FP32] = self.bump(d)
)");
  EXPECT_THAT(text, HasSubstr("def ping(self, d: pl.InOut["));
  EXPECT_THAT(text, HasSubstr("def pong(self, d: pl.InOut["));
}

}  // namespace
}  // namespace t2t
