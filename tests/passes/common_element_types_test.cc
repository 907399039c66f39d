// convert-ops: carries and branch results that meet a product, which is FP32, and a tile of a narrower element type.
#include <sstream>

#include "fmt/format.h"
#include "tests/passes/pass_testing.h"

namespace t2t {
namespace {

std::string Kernel(std::string_view statements) {
  return fmt::format(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[16, 16], pl.BF16], x: pl.Tensor[[16, 16], pl.BF16], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 16], pl.BF16]:
{}        return y
)",
                     statements);
}

// Without loads and stores.
std::string Lowered(std::string_view statements) {
  const ChainResult result = Lower(Kernel(statements));
  EXPECT_EQ(result.verdict, Verdict::kDone) << result.errors;
  std::string lines;
  std::istringstream body(Body(result.text, "k"));
  for (std::string line; std::getline(body, line);) {
    const auto has = [&](std::string_view word) { return line.find(word) != line.npos; };
    if (!has("tile.load") && !has("tile.store") && !has("return")) lines += line + "\n";
  }
  return lines;
}

TEST(CommonElementTypes, TheNarrowSideOfABranchIsCast) {
  EXPECT_EQ(Lowered(R"(        if n == 0:
            p = pl.tensor.matmul(a, a)
            y: pl.Tensor[[16, 16], pl.BF16] = pl.yield_(p)
        else:
            q = pl.tensor.exp(x)
            y: pl.Tensor[[16, 16], pl.BF16] = pl.yield_(q)
)"),
            WithoutLeadingNewline(R"(
if n == 0:
    p__tile = pl.tile.matmul(a_mat, a_mat_1)
    p__tile_vec = pl.tile.move(p__tile, target_memory=pl.Mem.Vec, blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box)
    y = pl.yield_(p__tile_vec)
else:
    q__tile = pl.tile.exp(x__tile)
    q__tile_cast = pl.tile.cast(q__tile, target_type=pl.FP32, mode='none')
    y = pl.yield_(q__tile_cast)
)"));
}

// The first side gives the result its type, so what reads the result follows.
TEST(CommonElementTypes, ANarrowFirstSideMakesTheResultWide) {
  EXPECT_EQ(Lowered(R"(        if n == 0:
            q = pl.tensor.exp(x)
            r: pl.Tensor[[16, 16], pl.BF16] = pl.yield_(q)
        else:
            m = pl.tensor.matmul(a, a)
            p = pl.tensor.exp(m)
            r: pl.Tensor[[16, 16], pl.BF16] = pl.yield_(p)
        y = pl.tensor.exp(r)
)")
                .find("BF16"),
            std::string::npos);
}

TEST(CommonElementTypes, ACarryBecomesWideWithAllThatIsMadeOfIt) {
  EXPECT_EQ(Lowered(R"(        s = pl.tensor.exp(x)
        for i, (c,) in pl.range(n, init_values=(s,)):
            m = pl.tensor.matmul(a, a)
            e = pl.tensor.add(m, c)
            r: pl.Tensor[[16, 16], pl.BF16] = pl.yield_(e)
        for j, (d,) in pl.range(n, init_values=(r,)):
            f = pl.tensor.exp(x)
            y: pl.Tensor[[16, 16], pl.BF16] = pl.yield_(f)
)"),
            WithoutLeadingNewline(R"(
s__tile = pl.tile.exp(x__tile)
s__tile_cast = pl.tile.cast(s__tile, target_type=pl.FP32, mode='none')
for i, (c,) in pl.range(n, init_values=(s__tile_cast,)):
    m__tile = pl.tile.matmul(a_mat, a_mat_1)
    e__tile = pl.tile.add(m__tile, c)
    r = pl.yield_(e__tile)
for j, (d,) in pl.range(n, init_values=(r,)):
    f__tile = pl.tile.exp(x__tile)
    f__tile_cast = pl.tile.cast(f__tile, target_type=pl.FP32, mode='none')
    y = pl.yield_(f__tile_cast)
)"));
}

// As in a straight line, where the second product is refused.
TEST(CommonElementTypes, AProductOfWhatIsCarriedWideIsRefused) {
  const ChainResult result = Lower(Kernel(R"(        for i, (c,) in pl.range(n, init_values=(x,)):
            m = pl.tensor.matmul(c, a)
            y: pl.Tensor[[16, 16], pl.BF16] = pl.yield_(m)
)"));
  EXPECT_EQ(result.verdict, Verdict::kInputWrong);
  EXPECT_EQ(result.errors, "tile.matmul: lhs and rhs must have the same element type, got FP32 and BF16\n");
}

TEST(CommonElementTypes, ARoundedProductIsCarriedAsItIs) {
  EXPECT_EQ(Lowered(R"(        for i, (c,) in pl.range(n, init_values=(x,)):
            m = pl.tensor.matmul(c, a, out_dtype=pl.FP32)
            h = pl.tensor.cast(m, target_type=pl.BF16, mode='rint')
            y: pl.Tensor[[16, 16], pl.BF16] = pl.yield_(h)
)")
                .find("tile.cast(m__tile, target_type=pl.FP32"),
            std::string::npos);
}

// No accumulator holds BF16, so a created carry of that type does not wait for one.
TEST(CommonElementTypes, ACreatedSeedOfANarrowType) {
  const std::string text = Lowered(R"(        s = pl.tensor.create([16, 16], dtype=pl.BF16, layout=pl.TensorLayout.ND)
        for i, (c,) in pl.range(n, init_values=(s,)):
            m = pl.tensor.matmul(a, a)
            y: pl.Tensor[[16, 16], pl.BF16] = pl.yield_(m)
)");
  EXPECT_NE(text.find("m__tile_vec = pl.tile.move(m__tile, target_memory=pl.Mem.Vec"), std::string::npos) << text;
}

}  // namespace
}  // namespace t2t
