// select-kernels, apply-cache-policy, finish: the two ends of the chain.
#include "tests/passes/pass_testing.h"
#include "passes/apply_cache_policy.h"
#include "passes/finish.h"
#include "passes/select_kernels.h"

namespace t2t {
namespace {

using testing::HasSubstr;

TEST(SelectKernels, WrappersAndHostsAreNoKernels) {
  ExpectUntouched<SelectKernels>(R"(
    @pl.function(type=pl.FunctionType.Spmd)
    def w(self, x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        return x
    @pl.function(type=pl.FunctionType.Orchestration)
    def host(self, x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        return x
)");
}

TEST(SelectKernels, DeclaredResultsNeedAReturn) {
  ExpectRefusedWith<SelectKernels>(R"(
    @pl.function(type=pl.FunctionType.AIV)
    def kern(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        y: pl.Tensor[[64], pl.FP32] = pl.tensor.exp(x)
)",
                                   "kernel kern declares results");
}

TEST(ApplyCachePolicy, CarriesAreFollowedToTheParameter) {
  const PassRun run = RunPass<ApplyCachePolicy>(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(w: pl.Tensor[[64], pl.FP32]):
        pl.func_attr({"t2t.kernel": True, "cache_policy": [(0, 0), (0, 1)]})
        for i, (c,) in pl.range(4, init_values=(w,)):
            t: pl.Tile[[64], pl.FP32] = pl.tile.load(c, [0], [64], [64])
            r: pl.Tensor[[64], pl.FP32] = pl.yield_(c)
        return
)");
  EXPECT_THAT(run.text, HasSubstr("pl.tile.load(c, [0], [64], [64], cache=1)"));
}

TEST(ApplyCachePolicy, AWordOfItsOwnWinsBothWays) {
  for (const auto& [declared, own] : {std::pair("0", "1"), std::pair("1", "0")}) {
    const std::string load = std::string("pl.tile.load(w, [0], [64], [64], cache=") + own + ")";
    const PassRun run = RunPass<ApplyCachePolicy>(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(w: pl.Tensor[[64], pl.FP32]):
        pl.func_attr({"t2t.kernel": True, "cache_policy": [(0, )" + std::string(declared) + R"()]})
        t: pl.Tile[[64], pl.FP32] = )" + load + R"(
        return
)");
    EXPECT_THAT(run.text, HasSubstr(load));
  }
}

TEST(ApplyCachePolicy, IndexWithoutParameterIsRefused) {
  ExpectRefusedWith<ApplyCachePolicy>(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(w: pl.Tensor[[64], pl.FP32]):
        pl.func_attr({"t2t.kernel": True, "cache_policy": [(1, 1)]})
        return
)",
                                      "names parameter 1, but there are 1");
}

constexpr std::string_view kMixed = R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32], a: pl.Out[pl.Tensor[[64], pl.FP32]], b: pl.Out[pl.Tensor[[64], pl.FP32]]):
        pl.func_attr({"t2t.kernel": True})
        v: pl.Tile[[64], pl.FP32] = pl.tile.load(x, [0], [64], [64])
        s: pl.Tensor[[64], pl.FP32] = pl.tile.store(v, [0], a)
        pl.tensor.write()";

TEST(Finish, BothStorePathsIntoOneParameterAreRefusedEvenThroughAnAlias) {
  ExpectRefusedWith<Finish>(std::string(kMixed) + "s, [0], 1.0)\n        return\n", "mixes MTE3 and scalar stores");
}

TEST(Finish, DifferentParametersMayUseDifferentPaths) {
  const PassRun run = RunPass<Finish>(std::string(kMixed) + "b, [0], 1.0)\n        return\n");
  EXPECT_TRUE(run.diagnostics.empty());
  EXPECT_EQ(run.text.find("t2t."), std::string::npos);
}

// Nothing between here and the chip would say it: the bits of one type arrive in a buffer of another.
TEST(Finish, StoreOfAnotherElementTypeIsWarnedOf) {
  const auto store = [](std::string_view memory) {
    return "    @pl.function(type=pl.FunctionType.InCore)\n"
           "    def k(v: pl.Tile[[64, 64], pl.FP32" + std::string(memory) +
           "], o: pl.Out[pl.Tensor[[64, 64], pl.FP16]]) -> pl.Tensor[[64, 64], pl.FP16]:\n"
           "        pl.func_attr({\"t2t.kernel\": True})\n"
           "        s: pl.Tensor[[64, 64], pl.FP16] = pl.tile.store(v, [0, 0], o)\n"
           "        return s\n";
  };
  const PassRun vec = RunPass<Finish>(store(", pl.Mem.Vec"));
  ASSERT_EQ(vec.diagnostics.size(), 1u);
  EXPECT_EQ(vec.diagnostics[0].severity, Severity::kWarning);
  EXPECT_THAT(vec.diagnostics[0].message, HasSubstr("a tile of FP32 is stored to a tensor of FP16"));
  EXPECT_TRUE(RunPass<Finish>(store(", pl.Mem.Acc")).diagnostics.empty()) << "the way out of L0C converts";
}

}  // namespace
}  // namespace t2t
