#include "ir/analysis/gm_access.h"

#include <optional>
#include <string>
#include <string_view>

#include "fmt/core.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/core/walk.h"
#include "ir/text/reader.h"

namespace t2t {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A kernel over x, y, o (parameters 0, 1, 2, all [16] FP32) with the given body.
std::optional<Program> Read(std::string_view body) {
  std::string text =
      "# pypto.program: T\nimport pypto.language as pl\n@pl.program\nclass T:\n    @pl.function(type=pl.FunctionType.InCore)\n"
      "    def k(x: pl.Tensor[[16], pl.FP32], y: pl.Tensor[[16], pl.FP32], o: pl.Tensor[[16], pl.FP32], "
      "n: pl.Scalar[pl.INDEX]):\n";
  while (!body.empty()) {
    const size_t end = body.find('\n');
    text += fmt::format("        {}\n", body.substr(0, end));
    body = end == std::string_view::npos ? std::string_view() : body.substr(end + 1);
  }
  Diagnostics found;
  auto program = ReadProgram(text, found);
  if (!program) ADD_FAILURE() << RenderDiagnostics(found.all(), "t.py", "");
  return program;
}

ValueId Named(const Program& p, std::string_view name) {
  for (uint32_t i = 0; i < p.num_values(); ++i) {
    if (p[p[ValueId(i)].name] == name) return ValueId(i);
  }
  ADD_FAILURE() << "no value " << name;
  return {};
}

TEST(GmAccess, ViewsAndWritesNameTheirOperand) {
  auto p = Read("s: pl.Tensor[[8], pl.FP32] = pl.tensor.slice(x, [8], [0])\n"
                "w: pl.Tensor[[8], pl.FP32] = pl.tensor.write(s, [0], 1.0)\n"
                "e: pl.Tensor[[16], pl.FP32] = pl.tensor.exp(y)\nreturn");
  ASSERT_TRUE(p);
  const GmAccess access(*p, FuncId(0));
  EXPECT_THAT(access.origins(Named(*p, "w")), ElementsAre(0));
  EXPECT_THAT(access.origins(Named(*p, "e")), IsEmpty());
  EXPECT_TRUE(access.root(0).written);
  EXPECT_TRUE(access.root(0).first_scalar_store.valid());
  EXPECT_FALSE(access.root(0).first_dma_store.valid());
  EXPECT_FALSE(access.root(1).written);
  EXPECT_TRUE(access.root(1).read);
  EXPECT_FALSE(access.root(2).read);
}

TEST(GmAccess, BranchResultsUnite) {
  auto p = Read("if n > 0:\n    r: pl.Tensor[[16], pl.FP32] = pl.yield_(x)\n"
                "else:\n    r: pl.Tensor[[16], pl.FP32] = pl.yield_(y)\n"
                "w: pl.Tensor[[16], pl.FP32] = pl.tensor.write(r, [0], 1.0)\nreturn");
  ASSERT_TRUE(p);
  const GmAccess access(*p, FuncId(0));
  EXPECT_THAT(access.origins(Named(*p, "r")), ElementsAre(0, 1));
  EXPECT_TRUE(access.root(0).written);
  EXPECT_TRUE(access.root(1).written);
  EXPECT_FALSE(access.root(2).written);
}

// Three carries that change places need three iterations until each has named every tensor.
TEST(GmAccess, RotatingCarriesNameTheWholeCycle) {
  auto p = Read("for i, (a, b, c) in pl.range(4, init_values=(x, y, o)):\n"
                "    ra, rb, rc = pl.yield_(b, c, a)\n"
                "w: pl.Tensor[[16], pl.FP32] = pl.tensor.write(ra, [0], 1.0)\nreturn");
  ASSERT_TRUE(p);
  const GmAccess access(*p, FuncId(0));
  EXPECT_THAT(access.origins(Named(*p, "a")), ElementsAre(0, 1, 2));
  EXPECT_THAT(access.origins(Named(*p, "rc")), ElementsAre(0, 1, 2));
  EXPECT_TRUE(access.root(2).written);
}

TEST(GmAccess, CarryThatKeepsItsBufferNamesOnlyIt) {
  auto p = Read("for i, (a,) in pl.range(4, init_values=(o,)):\n"
                "    w: pl.Tensor[[16], pl.FP32] = pl.tensor.write(a, [0], 1.0)\n"
                "    r: pl.Tensor[[16], pl.FP32] = pl.yield_(w)\nreturn");
  ASSERT_TRUE(p);
  const GmAccess access(*p, FuncId(0));
  EXPECT_THAT(access.origins(Named(*p, "r")), ElementsAre(2));
  EXPECT_FALSE(access.root(0).written);
}

TEST(GmAccess, MixedChannelsOnOneRoot) {
  auto p = Read("a: pl.Tensor[[16], pl.FP32] = pl.tensor.assemble(o, x, [0])\n"
                "w: pl.Tensor[[16], pl.FP32] = pl.tensor.write(a, [0], 1.0)\nreturn");
  ASSERT_TRUE(p);
  const GmAccess access(*p, FuncId(0));
  EXPECT_TRUE(access.root(2).MixesChannels());
  EXPECT_FALSE(access.root(0).MixesChannels());
}

TEST(GmAccess, ExtraRootsAreLikeParameters) {
  auto p = Read("s: pl.Tensor[[16], pl.FP32] = pl.tensor.create([16], dtype=pl.FP32, layout=pl.TensorLayout.ND)\n"
                "w: pl.Tensor[[16], pl.FP32] = pl.tensor.write(s, [0], 1.0)\nreturn");
  ASSERT_TRUE(p);
  EXPECT_THAT(GmAccess(*p, FuncId(0)).origins(Named(*p, "w")), IsEmpty());
  const ValueId roots[] = {Named(*p, "s")};
  GmAccess::Options options;
  options.extra_roots = roots;
  const GmAccess access(*p, FuncId(0), options);
  EXPECT_THAT(access.origins(Named(*p, "w")), ElementsAre(access.num_params()));
  EXPECT_TRUE(access.root(access.num_params()).written);
}

TEST(GmAccess, TaggedOutputStorageIsARoot) {
  auto p = Read("s: pl.Tensor[[16], pl.FP32] = pl.tensor.create([16], dtype=pl.FP32, layout=pl.TensorLayout.ND, "
                "attrs={\"t2t.out\": 0})\n"
                "w: pl.Tensor[[16], pl.FP32] = pl.tensor.write(s, [0], 1.0)\nreturn");
  ASSERT_TRUE(p);
  GmAccess::Options options;
  options.out_creates = true;
  const GmAccess access(*p, FuncId(0), options);
  ASSERT_EQ(access.roots().size(), access.num_params() + 1);
  EXPECT_TRUE(access.roots().back().written);
}

}  // namespace
}  // namespace t2t
