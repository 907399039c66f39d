// allocate-call-outputs and forward-wrapper-outputs: where storage appears and in whose symbols.
#include "tests/passes/pass_testing.h"
#include "passes/allocate_call_outputs.h"
#include "passes/forward_wrapper_outputs.h"

namespace t2t {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kKernel = R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[R, C], pl.FP32], c: pld.CommCtxType) -> pl.Tensor[[R, C], pl.FP32]:
        v: pl.Tile[[16, 64], pl.FP32] = pl.tile.load(x, [0, 0], [16, 64], [16, 64])
        ret0__out: pl.Tensor[[R, C], pl.FP32] = pl.tensor.create([R, C], dtype=pl.FP32, layout=pl.TensorLayout.ND, attrs={"t2t.out": 0})
        s: pl.Tensor[[R, C], pl.FP32] = pl.tile.store(v, [0, 0], ret0__out)
        return s
)";

std::string With(std::string_view functions) { return std::string(kKernel) + std::string(functions); }

TEST(AllocateCallOutputs, OutputsStandBeforeTrailingContextsAndSymbolsAreReplacedAtOnce) {
  // R -> C and C -> 256 at the same time: the output is [C, 256], not [256, 256].
  const PassRun run = RunPass<AllocateCallOutputs>(With(R"(
    @pl.function(type=pl.FunctionType.Orchestration)
    def host(self, y: pl.Tensor[[C, 256], pl.FP32], c: pld.CommCtxType) -> pl.Tensor[[C, 256], pl.FP32]:
        r: pl.Tensor[[C, 256], pl.FP32] = self.k(y, c, attrs={"arg_direction_overrides": [0, 1]})
        return r
)"));
  EXPECT_TRUE(run.diagnostics.empty());
  EXPECT_THAT(run.text, HasSubstr("ret0__out: pl.Out[pl.Tensor[[R, C], pl.FP32]], c: pld.CommCtxType)"));
  EXPECT_THAT(run.text, HasSubstr("ret0__out: pl.Tensor[[C, 256], pl.FP32] = pl.tensor.create([C, 256], "));
  EXPECT_THAT(run.text, HasSubstr("r: pl.Tensor[[C, 256], pl.FP32] = self.k(y, ret0__out, c, "
                                  "attrs={\"arg_direction_overrides\": [0, 2]})"));
}

TEST(AllocateCallOutputs, AllocatesAtTheNestingLevelOfTheCall) {
  const PassRun run = RunPass<AllocateCallOutputs>(With(R"(
    @pl.function(type=pl.FunctionType.Orchestration)
    def host(self, y: pl.Tensor[[16, 64], pl.FP32], c: pld.CommCtxType):
        for i in pl.range(4):
            self.k(y, c)
)"));
  EXPECT_TRUE(run.diagnostics.empty());
  EXPECT_THAT(run.text, HasSubstr("in pl.range(4):\n            ret0__out: pl.Tensor[[16, 64], pl.FP32] = "
                                  "pl.tensor.create([16, 64], dtype=pl.FP32, layout=pl.TensorLayout.ND)\n"
                                  "            self.k(y, ret0__out, c)"));
}

TEST(AllocateCallOutputs, NothingGainedNothingTouched) {
  ExpectUntouched<AllocateCallOutputs>(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        v: pl.Tile[[64], pl.FP32] = pl.tile.load(x, [0], [64], [64])
        s: pl.Tensor[[64], pl.FP32] = pl.tile.store(v, [0], o)
        return s
    @pl.function(type=pl.FunctionType.Orchestration)
    def host(self, x: pl.Tensor[[64], pl.FP32]):
        t: pl.Tuple[pl.Tensor[[64], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.k, x)
)");
}

TEST(AllocateCallOutputs, KernelCannotCallWhatGains) {
  ExpectRefusedWith<AllocateCallOutputs>(With(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def outer(y: pl.Tensor[[16, 64], pl.FP32], c: pld.CommCtxType):
        r: pl.Tensor[[16, 64], pl.FP32] = self.k(y, c)
        return
)"),
                                         "function outer calls k");
}

constexpr std::string_view kLeaf = R"(
    @pl.function(type=pl.FunctionType.InCore)
    def leaf(x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
        v: pl.Tile[[64], pl.FP32] = pl.tile.load(x, [0], [64], [64])
        s: pl.Tensor[[64], pl.FP32] = pl.tile.store(v, [0], o)
        return s
)";

TEST(ForwardWrapperOutputs, EveryCallSiteHasItsOwnParameterAndOuterWrappersFollow) {
  const PassRun run = RunPass<ForwardWrapperOutputs>(std::string(kLeaf) + R"(
    @pl.function(type=pl.FunctionType.Spmd)
    def outer(self, x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        r: pl.Tensor[[64], pl.FP32] = self.twice(x)
        return r
    @pl.function(type=pl.FunctionType.Group)
    def twice(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        p: pl.Tensor[[64], pl.FP32] = pl.tensor.create([64], dtype=pl.FP32, layout=pl.TensorLayout.ND, attrs={"t2t.private": 0})
        a: pl.Tensor[[64], pl.FP32] = self.leaf(x, p)
        q: pl.Tensor[[64], pl.FP32] = pl.tensor.create([64], dtype=pl.FP32, layout=pl.TensorLayout.ND, attrs={"t2t.private": 0})
        b: pl.Tensor[[64], pl.FP32] = self.leaf(a, q)
        return b
    @pl.function(type=pl.FunctionType.Orchestration)
    def host(self, x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        r: pl.Tensor[[64], pl.FP32] = self.outer(x)
        return r
)");
  EXPECT_TRUE(run.diagnostics.empty());
  EXPECT_THAT(run.text, HasSubstr("self.twice(x, p, q)"));
  EXPECT_THAT(run.text, HasSubstr("self.outer(x, ret0__out, ret1__out)"));
  EXPECT_THAT(run.text, Not(HasSubstr("t2t.private")));
}

TEST(ForwardWrapperOutputs, OmittedSubmitOutputIsNamedAndTaskIdStaysLast) {
  const PassRun run = RunPass<ForwardWrapperOutputs>(std::string(kLeaf) + R"(
    @pl.function(type=pl.FunctionType.Spmd)
    def w(self, x: pl.Tensor[[64], pl.FP32]):
        t: pl.Tuple[pl.Tensor[[64], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.leaf, x)
)");
  EXPECT_TRUE(run.diagnostics.empty());
  EXPECT_THAT(run.text, HasSubstr("def w(self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]])"));
  EXPECT_THAT(run.text, HasSubstr("t: pl.Tuple[pl.Tensor[[64], pl.FP32], pl.Scalar[pl.TASK_ID]] = "
                                  "pl.submit(self.leaf, x, o)"));
}

TEST(ForwardWrapperOutputs, OnlyOutputsMayBeOmitted) {
  ExpectRefusedWith<ForwardWrapperOutputs>(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def leaf(x: pl.Tensor[[64], pl.FP32], y: pl.InOut[pl.Tensor[[64], pl.FP32]]):
        return
    @pl.function(type=pl.FunctionType.Spmd)
    def w(self, x: pl.Tensor[[64], pl.FP32]):
        t: pl.Tuple[pl.Scalar[pl.TASK_ID]] = pl.submit(self.leaf, x)
)",
                                           "leaves out parameter y");
}

TEST(ForwardWrapperOutputs, CycleThatWouldGainIsRefusedByName) {
  ExpectRefusedWith<ForwardWrapperOutputs>(std::string(kLeaf) + R"(
    @pl.function(type=pl.FunctionType.Group)
    def one(x: pl.Tensor[[64], pl.FP32]):
        p: pl.Tensor[[64], pl.FP32] = pl.tensor.create([64], dtype=pl.FP32, layout=pl.TensorLayout.ND, attrs={"t2t.private": 0})
        a: pl.Tensor[[64], pl.FP32] = self.leaf(x, p)
        self.two(x)
    @pl.function(type=pl.FunctionType.Group)
    def two(x: pl.Tensor[[64], pl.FP32]):
        self.one(x)
)",
                                           "one, two");
}

TEST(ForwardWrapperOutputs, CycleThatGainsNothingIsLeftAlone) {
  ExpectUntouched<ForwardWrapperOutputs>(R"(
    @pl.function(type=pl.FunctionType.Group)
    def one(x: pl.Tensor[[64], pl.FP32]):
        self.two(x)
    @pl.function(type=pl.FunctionType.Group)
    def two(x: pl.Tensor[[64], pl.FP32]):
        self.one(x)
)");
}

// One output serves all iterations of a wrapper's loop. What is fed back through it is gone as soon as it is written.
std::string Feedback(std::string_view kernel_body, std::string_view between = "") {
  return "    @pl.function(type=pl.FunctionType.InCore)\n"
         "    def k(x: pl.Tensor[[4, 64], pl.FP32]) -> pl.Tensor[[4, 64], pl.FP32]:\n" + std::string(kernel_body) + R"(
    @pl.function(type=pl.FunctionType.InCore)
    def touch(y: pl.InOut[pl.Tensor[[4, 64], pl.FP32]]) -> pl.Tensor[[4, 64], pl.FP32]:
        t = pl.tensor.write(y, [0, 0], 1.0)
        return t
    @pl.function(type=pl.FunctionType.Spmd)
    def w(self, x: pl.Tensor[[4, 64], pl.FP32]) -> pl.Tensor[[4, 64], pl.FP32]:
        for i, (c,) in pl.range(3, init_values=(x,)):
            y = self.k(c)
)" + std::string(between) + R"(            r = pl.yield_(y)
        return r
    @pl.function(type=pl.FunctionType.Orchestration)
    def m(self, a: pl.Tensor[[4, 64], pl.FP32]) -> pl.Tensor[[4, 64], pl.FP32]:
        u = self.w(a)
        return u
)";
}

// Stores the rows of its operand in reverse, one after the other.
constexpr std::string_view kReversing =
    "        b = pl.tensor.create([4, 64], dtype=pl.FP32, layout=pl.TensorLayout.ND)\n"
    "        for i, (c,) in pl.range(4, init_values=(b,)):\n"
    "            s = pl.tensor.slice(x, [1, 64], [3 - i, 0])\n"
    "            d = pl.tensor.assemble(c, s, [i, 0])\n"
    "            r = pl.yield_(d)\n"
    "        return r\n";

TEST(ForwardWrapperOutputs, LoopThatFeedsAResultBackToAKernelThatStoresBeforeItHasRead) {
  ExpectRefused(Feedback(kReversing), "would overwrite what it still reads");
  // What another kernel hands on is the same memory.
  ExpectRefused(Feedback(kReversing, "            y = self.touch(y)\n"), "would overwrite what it still reads");
}

TEST(ForwardWrapperOutputs, LoopThatFeedsAResultBackToAKernelThatReadsFirst) {
  const ChainResult run = Lower(Feedback("        y = pl.tensor.exp(x)\n        return y\n"));
  EXPECT_EQ(run.verdict, Verdict::kDone) << run.errors;
  // The call stands in a loop of the wrapper, and its storage comes from the caller all the same.
  EXPECT_THAT(Signature(run.text, "w"), HasSubstr(": pl.Out["));
  EXPECT_EQ(Count(Body(run.text, "w"), "pl.tensor.create("), 0u) << run.text;
}

}  // namespace
}  // namespace t2t
