// convert-ops: carries and branch results that a tile from L0C and another one meet in.
#include "fmt/format.h"
#include "tests/passes/pass_testing.h"

namespace t2t {
namespace {

constexpr std::string_view kVec = "pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec]";

// Kernel k over matrices a, b that give a product of 16 x 32, and a vector operand x of that shape.
std::string Kernel(std::string_view statements) {
  return fmt::format(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 32], pl.FP32]:
{}        return y
)",
                     statements);
}

// `then` and `other` define p and q, which the two sides of a branch yield.
std::string Branch(std::string_view then, std::string_view other) {
  return Kernel(fmt::format(R"(        if n == 0:
            p = {}
            y: pl.Tensor[[16, 32], pl.FP32] = pl.yield_(p)
        else:
            q = {}
            y: pl.Tensor[[16, 32], pl.FP32] = pl.yield_(q)
)",
                            then, other));
}

constexpr std::string_view kProduct = "pl.tensor.matmul(a, b, out_dtype=pl.FP32)";
constexpr std::string_view kSum = "pl.tensor.add(x, x)";

// The lowered program, which a second lowering leaves alone.
std::string Lowered(std::string_view functions) {
  const ChainResult once = Lower(functions);
  EXPECT_EQ(once.verdict, Verdict::kDone) << once.errors;
  Diagnostics diagnostics;
  std::optional<Program> again = ReadProgram(once.text, diagnostics);
  EXPECT_TRUE(again.has_value()) << once.text;
  if (!again) return once.text;
  EXPECT_EQ(RunWholeChain(*again, diagnostics), Verdict::kDone) << RenderDiagnostics(diagnostics.all(), "", once.text);
  EXPECT_EQ(PrintProgram(*again), once.text);
  return once.text;
}

TEST(CommonSpaces, ProductBesideAVectorResult) {
  const std::string text = Lowered(Branch(kProduct, kSum));
  EXPECT_EQ(Body(text, "k"), WithoutLeadingNewline(R"(
x__tile = pl.tile.load(x, [0, 0], [16, 32], [16, 32])
if n == 0:
    a_mat = pl.tile.load(a, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)
    b_mat = pl.tile.load(b, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat)
    p__tile = pl.tile.matmul(a_mat, b_mat)
    p__tile_vec = pl.tile.move(p__tile, target_memory=pl.Mem.Vec, blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box)
    y = pl.yield_(p__tile_vec)
else:
    q__tile = pl.tile.add(x__tile, x__tile)
    y = pl.yield_(q__tile)
ret0__store = pl.tile.store(y, [0, 0], ret0__out)
return ret0__store
)"));
  EXPECT_EQ(Annotation(text, "y"), kVec);
}

TEST(CommonSpaces, VectorResultBesideAProduct) {
  const std::string text = Lowered(Branch(kSum, kProduct));
  EXPECT_THAT(Body(text, "k"), testing::HasSubstr("q__tile_vec = pl.tile.move(q__tile, target_memory=pl.Mem.Vec"));
  EXPECT_EQ(Annotation(text, "y"), kVec);
}

TEST(CommonSpaces, TwoProductsStayWhereTheyAre) {
  const std::string text = Lowered(Branch(kProduct, kProduct));
  EXPECT_EQ(Count(text, "pl.tile.move("), 0u) << text;
  EXPECT_EQ(Annotation(text, "y"), "pl.Tile[[16, 32], pl.FP32, pl.Mem.Acc]");
}

// A load does not say where it goes, but never goes to L0C.
TEST(CommonSpaces, ProductBesideAParameter) {
  const std::string text = Lowered(Kernel(fmt::format(R"(        if n == 0:
            y: pl.Tensor[[16, 32], pl.FP32] = pl.yield_(x)
        else:
            q = {}
            y: pl.Tensor[[16, 32], pl.FP32] = pl.yield_(q)
)",
                                                      kProduct)));
  EXPECT_EQ(Count(text, "pl.tile.move(q__tile, target_memory=pl.Mem.Vec"), 1u) << text;
}

// The inner result is no tile of L0C either, so the outer branch moves its other side only.
TEST(CommonSpaces, NestedBranches) {
  const std::string text = Lowered(Kernel(R"(        if n == 0:
            if n == 3:
                p = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
                z: pl.Tensor[[16, 32], pl.FP32] = pl.yield_(p)
            else:
                z: pl.Tensor[[16, 32], pl.FP32] = pl.yield_(x)
            w: pl.Tensor[[16, 32], pl.FP32] = pl.yield_(z)
        else:
            q = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
            w: pl.Tensor[[16, 32], pl.FP32] = pl.yield_(q)
        y = pl.tensor.exp(w)
)"));
  EXPECT_EQ(Count(text, "pl.tile.move("), 2u) << text;
  EXPECT_THAT(text, testing::HasSubstr("pl.tile.move(p__tile, "));
  EXPECT_THAT(text, testing::HasSubstr("pl.tile.move(q__tile, "));
  for (const char* name : {"z", "w", "y__tile"}) EXPECT_EQ(Annotation(text, name), kVec) << name;
}

TEST(CommonSpaces, CarrySeededByAVectorTile) {
  const std::string text = Lowered(Kernel(R"(        s = pl.tensor.full([16, 32], dtype=pl.FP32, value=0.0)
        for i, (c,) in pl.range(n, init_values=(s,)):
            m = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
            y: pl.Tensor[[16, 32], pl.FP32] = pl.yield_(m)
)"));
  EXPECT_THAT(Body(text, "k"), testing::HasSubstr("    m__tile_vec = pl.tile.move(m__tile, target_memory=pl.Mem.Vec"));
  EXPECT_EQ(Annotation(text, "y"), kVec);
}

TEST(CommonSpaces, CarryOfAWhile) {
  const std::string text = Lowered(Kernel(R"(        s = pl.tensor.full([16, 32], dtype=pl.FP32, value=0.0)
        for (c, i) in pl.while_(init_values=(s, n)):
            pl.cond(i < 3)
            m = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
            j: pl.Scalar[pl.INDEX] = i + 1
            y, k2 = pl.yield_(m, j)
)"));
  EXPECT_THAT(Body(text, "k"), testing::HasSubstr("y, k2 = pl.yield_(m__tile_vec, j)"));
}

// The seed leaves L0C in front of the loop, and what is computed from the carry is deduced again: a vector tile of the
// ordinary layout.
TEST(CommonSpaces, CarrySeededByAProduct) {
  const std::string text = Lowered(Kernel(R"(        s = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
        for i, (c,) in pl.range(n, init_values=(s,)):
            m = pl.tensor.exp(c)
            y: pl.Tensor[[16, 32], pl.FP32] = pl.yield_(m)
)"));
  EXPECT_THAT(Body(text, "k"), testing::HasSubstr("\ns__tile_vec = pl.tile.move(s__tile, target_memory=pl.Mem.Vec"));
  EXPECT_THAT(Body(text, "k"), testing::HasSubstr("init_values=(s__tile_vec,)"));
  for (const char* name : {"m__tile", "y"}) EXPECT_EQ(Annotation(text, name), kVec) << name;
}

// The outer carry decides for the inner one, whose yield then has to follow.
TEST(CommonSpaces, InnerCarrySeededByTheOuter) {
  const std::string text = Lowered(Kernel(R"(        s = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
        for i, (c,) in pl.range(n, init_values=(s,)):
            for j, (d,) in pl.range(n, init_values=(c,)):
                m = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
                r: pl.Tensor[[16, 32], pl.FP32] = pl.yield_(m)
            e = pl.tensor.exp(r)
            y: pl.Tensor[[16, 32], pl.FP32] = pl.yield_(e)
)"));
  EXPECT_EQ(Count(text, "pl.tile.move("), 2u) << text;
  for (const char* name : {"r", "e__tile", "y"}) EXPECT_EQ(Annotation(text, name), kVec) << name;
}

// An allocation whose memory is open becomes the accumulator.
TEST(CommonSpaces, CreatedSeedFitsAProduct) {
  const std::string text = Lowered(Kernel(R"(        s = pl.tensor.create([16, 32], dtype=pl.FP32)
        for i, (c,) in pl.range(n, init_values=(s,)):
            m = pl.tensor.matmul_acc(c, a, b)
            y: pl.Tensor[[16, 32], pl.FP32] = pl.yield_(m)
)"));
  EXPECT_EQ(Count(text, "pl.tile.move("), 0u) << text;
}

// What the other side computes from a product has the layout of one; the tile that is moved takes it over.
TEST(CommonSpaces, LayoutIsThatOfTheOtherWay) {
  const std::string text = Lowered(Kernel(fmt::format(R"(        if n == 0:
            p = {0}
            y: pl.Tensor[[16, 32], pl.FP32] = pl.yield_(p)
        else:
            q = {0}
            e = pl.tensor.exp(q)
            y: pl.Tensor[[16, 32], pl.FP32] = pl.yield_(e)
)",
                                                      kProduct)));
  EXPECT_EQ(Annotation(text, "p__tile_vec"), Annotation(text, "e__tile"));
  EXPECT_EQ(Annotation(text, "y"), Annotation(text, "e__tile"));
}

TEST(CommonSpaces, OperandInL1BringsTheProductThere) {
  const std::string text = Lowered(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(t: pl.Tile[[16, 16], pl.FP32, pl.Mem.Mat], a: pl.Tile[[16, 64], pl.BF16, pl.Mem.Left], b: pl.Tile[[64, 16], pl.BF16, pl.Mem.Right], n: pl.Scalar[pl.INDEX], o: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        s = pl.tile.move(t, target_memory=pl.Mem.Mat)
        if n == 0:
            p = pl.tile.matmul(a, b)
            r: pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc] = pl.yield_(p)
        else:
            r: pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc] = pl.yield_(s)
        v = pl.tile.move(r, target_memory=pl.Mem.Vec)
        u = pl.tile.store(v, [0, 0], o)
        return
)");
  EXPECT_THAT(Body(text, "k"), testing::HasSubstr("p_mat = pl.tile.move(p, target_memory=pl.Mem.Mat"));
  EXPECT_THAT(Annotation(text, "r"), testing::StartsWith("pl.Tile[[16, 16], pl.FP32, pl.Mem.Mat"));
}

// Several results of a yield print without types: what is read back must be what stands in the program (strict
// verification). A product may bring its layout along, which the carry does not have.
TEST(CommonSpaces, SeveralCarriesOfOneLoop) {
  Lowered(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[16, 64], pl.BF16], b: pl.Tensor[[64, 32], pl.BF16], x: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX]) -> tuple[pl.Tensor[[16, 32], pl.FP32], pl.Tensor[[16, 32], pl.FP32]]:
        p0 = pl.tensor.add(x, x)
        q0 = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
        for i, (p, q) in pl.range(n, init_values=(p0, q0)):
            m = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
            if n == 1:
                p1 = pl.tensor.add(m, x)
                p2, q2 = pl.yield_(p1, m)
            else:
                q1 = pl.tensor.mul(m, q)
                p2, q2 = pl.yield_(m, q1)
            p3, q3 = pl.yield_(p2, q2)
        return p3, q3
)");
}

// A carry loaded into L1 with a valid region, and a tile of the vector unit in the layout of a product: each spells out its view.
TEST(CommonSpaces, CarryInL1) {
  const std::string text = Lowered(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 64], pl.FP32], w: pl.Tensor[[64, 64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64, 64], pl.FP32]:
        a: pl.Tensor[[64, 64], pl.FP32, pl.TensorView(valid_shape=[n, 64], stride=[], layout=pl.TensorLayout.ND)] = pl.tensor.slice(x, [64, 64], [0, 0], [n, 64])
        b = pl.tensor.matmul(a, w, out_dtype=pl.FP32)
        for i, (c,) in pl.range(n, init_values=(a,)):
            e = pl.tensor.abs(b)
            y: pl.Tensor[[64, 64], pl.FP32, pl.TensorView(valid_shape=[n, 64], stride=[], layout=pl.TensorLayout.ND)] = pl.yield_(e)
        return y
)");
  EXPECT_NE(text.find("tile.move(e__tile, target_memory=pl.Mem.Mat"), std::string::npos) << text;
}

// A boxed product that moves still stands for the tensor of its valid rows.
TEST(CommonSpaces, BoxedRowsStayOutOfTheDeclaredResult) {
  const ChainResult result = Lower(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[24, 32], pl.FP16], b: pl.Tensor[[32, 32], pl.FP16], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[24, 32], pl.FP32]:
        p0 = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
        for i, (p,) in pl.range(n, init_values=(p0,)):
            e = pl.tensor.exp(p)
            r: pl.Tensor[[24, 32], pl.FP32] = pl.yield_(e)
        return r
)");
  EXPECT_EQ(result.verdict, Verdict::kDone) << result.errors;
}

// No move leads back into L0C.
TEST(CommonSpaces, AccumulationIntoAVectorTileIsRefused) {
  ExpectRefused(Kernel(R"(        s = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
        for i, (c,) in pl.range(n, init_values=(s,)):
            m = pl.tensor.matmul_acc(c, a, b)
            e = pl.tensor.add(m, x)
            y: pl.Tensor[[16, 32], pl.FP32] = pl.yield_(e)
)"),
                "operand 0 (acc) must live in Acc but is in Vec, and no move can bring it there");
}

}  // namespace
}  // namespace t2t
