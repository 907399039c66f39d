// convert-ops: carries and branch results whose valid regions differ from one way in to the other.
#include "fmt/format.h"
#include "tests/passes/pass_testing.h"

namespace t2t {
namespace {

// `part` is a loaded tile of which n rows are valid, `whole` one of which all are.
std::string Kernel(std::string_view statements) {
  return fmt::format(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64, 64], pl.FP32]:
        s: pl.Tensor[[64, 64], pl.FP32, pl.TensorView(valid_shape=[n, 64], stride=[], layout=pl.TensorLayout.ND)] = pl.tensor.slice(x, [64, 64], [0, 0], [n, 64])
        part = pl.tensor.exp(s)
        whole = pl.tensor.exp(x)
{}        return y
)",
                     statements);
}

std::string Refusal(std::string_view statements) {
  const ChainResult result = Lower(Kernel(statements));
  EXPECT_EQ(result.verdict == Verdict::kDone, result.errors.empty());
  return result.errors;
}

// A carry has the type of its seed, so the store behind the loop would leave out what the body adds. The tensors do not show it:
// an elementwise operator takes the valid region of one operand.
TEST(RegionTypes, ACarryThatGrows) {
  EXPECT_EQ(Refusal(R"(        seed: pl.Tensor[[64, 64], pl.FP32] = pl.tensor.sub(part, whole)
        for i, (c,) in pl.range(n, init_values=(seed,)):
            e = pl.tensor.exp(whole)
            y: pl.Tensor[[64, 64], pl.FP32] = pl.yield_(e)
)"),
            "y has the valid region [n, 64], and behind an iteration it is [64, 64]\n");
}

TEST(RegionTypes, ABranchOfTwoRegions) {
  const auto branch = [](std::string_view a, std::string_view b) {
    return Refusal(fmt::format(R"(        if n == 0:
            p: pl.Tensor[[64, 64], pl.FP32] = {}
            y: pl.Tensor[[64, 64], pl.FP32] = pl.yield_(p)
        else:
            q: pl.Tensor[[64, 64], pl.FP32] = {}
            y: pl.Tensor[[64, 64], pl.FP32] = pl.yield_(q)
)",
                               a, b));
  };
  const std::string_view narrow = "pl.tensor.sub(part, whole)", wide = "pl.tensor.sub(whole, whole)";
  EXPECT_EQ(branch(narrow, wide), "y has the valid region [n, 64], and behind the other side it is [64, 64]\n");
  EXPECT_EQ(branch(wide, narrow), "y has the valid region [64, 64], and behind the other side it is [n, 64]\n");
  EXPECT_EQ(branch(wide, wide), "");
  EXPECT_EQ(branch(narrow, narrow), "");
}

}  // namespace
}  // namespace t2t
