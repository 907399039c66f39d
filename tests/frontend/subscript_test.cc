// `t[i, j]`, `t[a:b, :]` and their assignment (text-format 7.5).
#include "tests/frontend/frontend_test_util.h"

namespace t2t {
namespace {

using testing::HasSubstr;

constexpr std::string_view kShaped =
    "x: pl.Tensor[[64, 32], pl.FP32], q: pl.Tensor[[4, 16, 8], pl.FP32], t: pl.Tile[[64, 32], pl.FP32, pl.Mem.Vec], "
    "v: pl.Tensor[[32], pl.FP32], n: pl.Scalar[pl.INDEX], a: pl.Array[8, pl.INT32], s: pl.Scalar[pl.FP32]";

std::string One(std::string_view expr) { return Statements(Kernel(kShaped, "r = " + std::string(expr))); }
std::string Body(std::string_view body) { return Statements(Kernel(kShaped, body)); }
std::string Error(std::string_view body) { return Said(Kernel(kShaped, body)); }

TEST(Subscript, WindowsByRange) {
  EXPECT_EQ(One("x[8:16, 0:32]"), "r = pl.tensor.slice(x, [8, 32], [8, 0])\n");
  EXPECT_EQ(One("x[8:, :16]"), "r = pl.tensor.slice(x, [56, 16], [8, 0])\n");
  EXPECT_EQ(One("x[8:16]"), "r = pl.tensor.slice(x, [8, 32], [8, 0])\n");
  EXPECT_EQ(One("q[..., 0:4]"), "r = pl.tensor.slice(q, [4, 16, 4], [0, 0, 0])\n");
  EXPECT_EQ(One("x[-8:]"), "r = pl.tensor.slice(x, [8, 32], [56, 0])\n");
}
TEST(Subscript, ExtentsAreSimplified) {
  EXPECT_EQ(One("x[n * 8:(n + 1) * 8]"), "r = pl.tensor.slice(x, [8, 32], [n * 8, 0])\n");
  EXPECT_EQ(One("x[n:n + 4, :]"), "r = pl.tensor.slice(x, [4, 32], [n, 0])\n");
}
TEST(Subscript, AScalarIndexTakesItsAxisAway) {
  EXPECT_EQ(One("q[n]"), "r = pl.tensor.slice(q, [1, 16, 8], [n, 0, 0], [], [0])\n");
  EXPECT_EQ(One("q[1, 0:4, 2]"), "r = pl.tensor.slice(q, [1, 4, 1], [1, 0, 2], [], [0, 2])\n");
  EXPECT_THAT(Shown(Kernel(kShaped, "r = q[n]\nreturn r")), HasSubstr("r: pl.Tensor[[16, 8], pl.FP32]"));
}
TEST(Subscript, AllScalarReadsOneElement) {
  EXPECT_EQ(One("x[n, 3]"), "r = pl.tensor.read(x, [n, 3])\n");
  EXPECT_EQ(One("x[-1, -2]"), "r = pl.tensor.read(x, [63, 30])\n");
  EXPECT_EQ(One("t[0, n]"), "r = pl.tile.read(t, [0, n])\n");
  EXPECT_EQ(One("a[n]"), "r = pl.array.get_element(a, n)\n");
}
TEST(Subscript, AWindowOfATileKeepsItsStaticExtent) {
  EXPECT_EQ(One("t[0:n, :]"), "r = pl.tile.slice(t, [64, 32], [0, 0], [n, 32])\n");
}
TEST(Subscript, PartsAreAssembled) {
  EXPECT_EQ(Body("x[0:1, 0:32] = pl.full([1, 32], dtype=pl.FP32, value=-1)\nreturn x"),
            "t__tmp_v0 = pl.tensor.full([1, 32], dtype=pl.FP32, value=-1.0)\n"
            "x__ssa_v1 = pl.tensor.assemble(x__ssa_v0, t__tmp_v0, [0, 0])\n"
            "return x__ssa_v1\n");
  EXPECT_EQ(Body("x[n] = v\nreturn x"),
            "t__tmp_v0 = pl.tensor.reshape(v__ssa_v0, [1, 32])\n"
            "x__ssa_v1 = pl.tensor.assemble(x__ssa_v0, t__tmp_v0, [n__ssa_v0, 0])\n"
            "return x__ssa_v1\n");
  EXPECT_EQ(Body("x[0:8] = 0\nreturn x"),
            "t__tmp_v0 = pl.tensor.full([8, 32], dtype=pl.FP32, value=0.0)\n"
            "x__ssa_v1 = pl.tensor.assemble(x__ssa_v0, t__tmp_v0, [0, 0])\n"
            "return x__ssa_v1\n");
  EXPECT_EQ(Body("a[n] = 3"), "a__ssa_v1 = pl.array.update_element(a__ssa_v0, n__ssa_v0, pl.const(3, pl.INT32))\n");
}
TEST(Subscript, PartsAreChangedInPlace) {
  EXPECT_EQ(Body("x[0:8:1] += 1\nreturn x"),
            "t__tmp_v0 = pl.tensor.slice(x__ssa_v0, [8, 32], [0, 0])\n"
            "t__tmp_v1 = pl.tensor.adds(t__tmp_v0, 1.0)\n"
            "x__ssa_v1 = pl.tensor.assemble(x__ssa_v0, t__tmp_v1, [0, 0])\n"
            "return x__ssa_v1\n");
}
TEST(Subscript, LoopsCarryWhatTheyAssignPartsOf) {
  EXPECT_EQ(Body("for i in pl.range(4):\n    x[i * 8:i * 8 + 8] = pl.exp(x[i * 8:i * 8 + 8])\nreturn x"),
            "for i__idx_v0, (x__iter_v1,) in pl.range(4, init_values=(x__ssa_v0,)):\n"
            "    t__tmp_v0 = pl.tensor.slice(x__iter_v1, [8, 32], [i__idx_v0 * 8, 0])\n"
            "    t__tmp_v1 = pl.tensor.exp(t__tmp_v0)\n"
            "    x__ssa_v3 = pl.tensor.assemble(x__iter_v1, t__tmp_v1, [i__idx_v0 * 8, 0])\n"
            "    x__rv_v2 = pl.yield_(x__ssa_v3)\n"
            "return x__rv_v2\n");
}

TEST(SubscriptErrors, PlaceAndReason) {
  EXPECT_THAT(Error("r = x[0:65]"), HasSubstr("f:4:11: error: subscript 65 is outside of axis 0, whose extent is 64"));
  EXPECT_THAT(Error("r = x[64, 0]"), HasSubstr("subscript 64 is outside of axis 0"));
  EXPECT_THAT(Error("r = x[0, 0, 0]"), HasSubstr("there are 3 subscripts for 2 axes"));
  EXPECT_THAT(Error("r = x[0:8:2]"), HasSubstr("f:4:15: error: a subscript has no step but 1"));
  EXPECT_THAT(Error("r = x[-n:]"), HasSubstr("f:4:11: error: a negative subscript must be a constant"));
  EXPECT_THAT(Error("r = x[None]"), HasSubstr("f:4:11: error: a subscript makes no new axis"));
  EXPECT_THAT(Error("r = x[8:8]"), HasSubstr("this range is empty"));
  EXPECT_THAT(Error("r = x[1.5:]"), HasSubstr("a subscript is an integer, 1.5 is not"));
  EXPECT_THAT(Error("r = n[0]"), HasSubstr("f:4:9: error: a Scalar takes no subscript"));
  EXPECT_THAT(Error("x[0, 0] = s"), HasSubstr("f:4:5: error: single elements are not assigned to"));
  EXPECT_THAT(Error("x[0:8] = v"), HasSubstr("the part has the extents [8, 32], the value is pl.Tensor[[32], pl.FP32]"));
  EXPECT_THAT(Error("n[0] = 3"), HasSubstr("'n' is a Scalar: it has no parts"));
}

}  // namespace
}  // namespace t2t
