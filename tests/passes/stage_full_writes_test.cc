// stage-full-writes: just inside and just outside each condition (lowering c).
#include "tests/passes/pass_testing.h"

namespace t2t {
namespace {

TEST(StageFullWrites, WritesInALoopGoToTheFill) {
  ExpectBehind("2", R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(m: pl.Out[pl.Tensor[[1, 32], pl.INT32]], v: pl.Scalar[pl.INT32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[1, 32], pl.INT32]:
        f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
        u = pl.tensor.assemble(m, f, [0, 0])
        for j in pl.range(n):
            pl.tensor.write(u, [0, j], v)
        return u
)",
               R"(
f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
for j in pl.range(n):
    pl.tensor.write(f, [0, j], v)
u = pl.tensor.assemble(m, f, [0, 0])
return u
)");
}

TEST(StageFullWrites, TheStoredTensorNeedNotBeReturned) {
  ExpectBehind("2", R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(m: pl.Out[pl.Tensor[[1, 32], pl.INT32]], v: pl.Scalar[pl.INT32], n: pl.Scalar[pl.INDEX]):
        f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
        u = pl.tensor.assemble(m, f, [0, 0])
        pl.tensor.write(u, [0, n], v)
        return
)",
               R"(
f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
pl.tensor.write(f, [0, n], v)
u = pl.tensor.assemble(m, f, [0, 0])
return
)");
}

TEST(StageFullWrites, WritesInABranch) {
  ExpectBehind("2", R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(m: pl.Out[pl.Tensor[[1, 32], pl.INT32]], n: pl.Scalar[pl.INDEX], v: pl.Scalar[pl.INT32]) -> pl.Tensor[[1, 32], pl.INT32]:
        f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
        u = pl.tensor.assemble(m, f, [0, 0])
        if n == 0:
            pl.tensor.write(u, [0, n], v)
        return u
)",
               R"(
f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
if n == 0:
    pl.tensor.write(f, [0, n], v)
u = pl.tensor.assemble(m, f, [0, 0])
return u
)");
}

TEST(StageFullWrites, ReturnedTwice) {
  ExpectBehind("2", R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(m: pl.Out[pl.Tensor[[1, 32], pl.INT32]], n: pl.Scalar[pl.INDEX], v: pl.Scalar[pl.INT32]) -> tuple[pl.Tensor[[1, 32], pl.INT32], pl.Tensor[[1, 32], pl.INT32]]:
        f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
        u = pl.tensor.assemble(m, f, [0, 0])
        pl.tensor.write(u, [0, n], v)
        return u, u
)",
               R"(
f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
pl.tensor.write(f, [0, n], v)
u = pl.tensor.assemble(m, f, [0, 0])
return u, u
)");
}

TEST(StageFullWrites, SeveralTensorsTogether) {
  ExpectBehind("2", R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(m: pl.Out[pl.Tensor[[1, 32], pl.INT32]], l: pl.Out[pl.Tensor[[1, 16], pl.INT32]], n: pl.Scalar[pl.INDEX], v: pl.Scalar[pl.INT32]) -> tuple[pl.Tensor[[1, 16], pl.INT32], pl.Tensor[[1, 32], pl.INT32]]:
        f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
        u = pl.tensor.assemble(m, f, [0, 0])
        g = pl.tensor.full([1, 16], dtype=pl.INT32, value=1)
        w = pl.tensor.assemble(l, g, [0, 0])
        pl.tensor.write(u, [0, n], v)
        pl.tensor.write(w, [0, n], v)
        return w, u
)",
               R"(
f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
g = pl.tensor.full([1, 16], dtype=pl.INT32, value=1)
pl.tensor.write(f, [0, n], v)
pl.tensor.write(g, [0, n], v)
u = pl.tensor.assemble(m, f, [0, 0])
w = pl.tensor.assemble(l, g, [0, 0])
return w, u
)");
}

TEST(StageFullWrites, WithoutAWriteNothingMoves) {
  ExpectBehind("2", R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(m: pl.Out[pl.Tensor[[1, 32], pl.INT32]]) -> pl.Tensor[[1, 32], pl.INT32]:
        f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
        u = pl.tensor.assemble(m, f, [0, 0])
        return u
)",
               R"(
f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
u = pl.tensor.assemble(m, f, [0, 0])
return u
)");
}

// Just outside: nothing is staged, and the program, which mixes store channels, is refused at the end of the chain.
struct Outside {
  std::string_view name, statements;
};
class StageFullWritesOutside : public testing::TestWithParam<Outside> {};

TEST_P(StageFullWritesOutside, IsRefusedAsMixed) {
  const std::string text = std::string(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def h(x: pl.InOut[pl.Tensor[[1, 32], pl.INT32]]):
        return
    @pl.function(type=pl.FunctionType.InCore)
    def k(m: pl.InOut[pl.Tensor[[1, 32], pl.INT32]], o: pl.Out[pl.Tensor[[1, 32], pl.INT32]], x: pl.Tensor[[1, 16], pl.INT32], st: pl.InOut[pl.Tensor[[1, 32], pl.INT32, pl.TensorView(valid_shape=[], stride=[64, 1], layout=pl.TensorLayout.ND)]], n: pl.Scalar[pl.INDEX], v: pl.Scalar[pl.INT32]):
)") + std::string(GetParam().statements);
  const ChainResult staged = RunPasses(text, "", "stage-full-writes");
  const ChainResult as_written = RunPasses(text, "", "select-kernels");
  EXPECT_EQ(Body(staged.text, "k"), Body(as_written.text, "k"));
  ExpectRefused(text, "mixes MTE3 and scalar stores");
}

constexpr Outside kOutside[] = {
    {"ParameterWrittenByItsOwnName", R"(
        f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
        u = pl.tensor.assemble(m, f, [0, 0])
        pl.tensor.write(m, [0, n], v)
)"},
    {"ParameterReadBefore", R"(
        w = pl.tensor.read(m, [0, 0])
        f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
        u = pl.tensor.assemble(m, f, [0, 0])
        pl.tensor.write(u, [0, n], w)
)"},
    {"ResultRead", R"(
        f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
        u = pl.tensor.assemble(m, f, [0, 0])
        w = pl.tensor.read(u, [0, 0])
        pl.tensor.write(u, [0, n], w)
)"},
    {"FillThatDoesNotCoverTheShape", R"(
        f = pl.tensor.full([1, 16], dtype=pl.INT32, value=0)
        u = pl.tensor.assemble(m, f, [0, 0])
        pl.tensor.write(u, [0, n], v)
)"},
    {"FillAtAnOffset", R"(
        f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
        u = pl.tensor.assemble(m, f, [0, n])
        pl.tensor.write(u, [0, n], v)
)"},
    {"TensorWithStrides", R"(
        f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
        u = pl.tensor.assemble(st, f, [0, 0])
        pl.tensor.write(u, [0, n], v)
)"},
    {"FillUsedElsewhere", R"(
        f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
        u = pl.tensor.assemble(m, f, [0, 0])
        w = pl.tensor.assemble(o, f, [0, 0])
        pl.tensor.write(u, [0, n], v)
)"},
    {"SecondBulkStore", R"(
        f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
        u = pl.tensor.assemble(m, f, [0, 0])
        pl.tensor.write(u, [0, n], v)
        w = pl.tensor.assemble(u, x, [0, 0])
)"},
    {"FillInsideALoop", R"(
        for i in pl.range(n):
            f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
            u = pl.tensor.assemble(m, f, [0, 0])
            pl.tensor.write(u, [0, i], v)
)"},
    {"StatementBetweenFillAndStore", R"(
        f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
        q: pl.Scalar[pl.INDEX] = n + 1
        u = pl.tensor.assemble(m, f, [0, 0])
        pl.tensor.write(u, [0, q], v)
)"},
    {"AtomicAssemble", R"(
        f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
        u = pl.tensor.assemble(m, f, [0, 0], atomic=1)
        pl.tensor.write(u, [0, n], v)
)"},
    {"TwoFillsOfOneBuffer", R"(
        f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
        u = pl.tensor.assemble(m, f, [0, 0])
        g = pl.tensor.full([1, 32], dtype=pl.INT32, value=1)
        w = pl.tensor.assemble(m, g, [0, 0])
        pl.tensor.write(u, [0, n], v)
        pl.tensor.write(w, [0, 0], v)
)"},
    {"AliasOfTheResult", R"(
        f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
        u = pl.tensor.assemble(m, f, [0, 0])
        w = u
        pl.tensor.write(u, [0, n], v)
)"},
    {"WindowOfTheParameter", R"(
        q = pl.tensor.slice(m, [1, 16], [0, 0])
        f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
        u = pl.tensor.assemble(m, f, [0, 0])
        pl.tensor.write(u, [0, n], v)
)"},
    {"ParameterPassedToAFunction", R"(
        f = pl.tensor.full([1, 32], dtype=pl.INT32, value=0)
        u = pl.tensor.assemble(m, f, [0, 0])
        pl.tensor.write(u, [0, n], v)
        self.h(m)
)"},
};
INSTANTIATE_TEST_SUITE_P(Conditions, StageFullWritesOutside, testing::ValuesIn(kOutside),
                         [](const auto& param) { return std::string(param.param.name); });

}  // namespace
}  // namespace t2t
