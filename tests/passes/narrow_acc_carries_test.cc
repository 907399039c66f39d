// narrow-acc-carries: just inside and just outside each condition.
#include "fmt/format.h"
#include "tests/passes/pass_testing.h"
#include "passes/narrow_acc_carries.h"

namespace t2t {
namespace {

using testing::HasSubstr;

// A carried accumulator of `rows` x 32 whose yield is a product with `valid` rows; `seed` defines s.
std::string Loop(int rows, std::string_view valid, std::string_view seed, std::string_view in_loop = "") {
  return fmt::format(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(v: pl.Scalar[pl.INDEX], a: pl.Tile[[{0}, 64], pl.FP16, pl.Mem.Left], b: pl.Tile[[64, 32], pl.FP16, pl.Mem.Right]):
        {2}
        for i, (acc,) in pl.range(4, init_values=(s,)):
{3}            x = pl.tile.set_validshape(a, {1}, 64)
            n = pl.tile.matmul(x, b)
            r = pl.yield_(n)
        return
)",
                     rows, valid, seed, in_loop);
}

std::string Create(int rows) { return fmt::format("s = pl.tile.create([{}, 32], dtype=pl.FP32)", rows); }

TEST(NarrowAccCarries, RunTimeRowsKnownBeforeTheLoop) {
  const PassRun run = RunPass<NarrowAccCarries>(Loop(64, "v", Create(64)));
  EXPECT_EQ(run.change, Change::kChanged);
  EXPECT_THAT(run.text, HasSubstr("target_memory=pl.Mem.Acc, compact=True)"));
  EXPECT_THAT(run.text, HasSubstr("= pl.tile.set_validshape(s_narrowed_storage, v, 32)"));
  EXPECT_THAT(run.text, HasSubstr("init_values=(s_narrowed,)"));
}

TEST(NarrowAccCarries, OneBoxHighIsLeftAlone) { ExpectUntouched<NarrowAccCarries>(Loop(16, "v", Create(16))); }
TEST(NarrowAccCarries, RowsThatFillTheLastBoxAreLeftAlone) {
  ExpectUntouched<NarrowAccCarries>(Loop(64, "49", Create(64)));
}
TEST(NarrowAccCarries, OneRowFewerIsNot) {
  EXPECT_EQ(RunPass<NarrowAccCarries>(Loop(64, "48", Create(64))).change, Change::kChanged);
}
TEST(NarrowAccCarries, ExtentOfTheLoopIsLeftAlone) {
  ExpectUntouched<NarrowAccCarries>(Loop(64, "m", Create(64), "            m: pl.Scalar[pl.INDEX] = v + i\n"));
}
TEST(NarrowAccCarries, SeedThatIsNoAllocationIsLeftAlone) {
  ExpectUntouched<NarrowAccCarries>(Loop(64, "v", "s = pl.tile.full([64, 32], 0.0, dtype=pl.FP32)"));
}
// A vector tile has the pitch of its box, whatever is valid.
TEST(NarrowAccCarries, CarryThatIsNoAccumulatorIsLeftAlone) {
  ExpectUntouched<NarrowAccCarries>(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(v: pl.Scalar[pl.INDEX]):
        s = pl.tile.create([64, 32], dtype=pl.FP32, target_memory=pl.Mem.Vec)
        for i, (c,) in pl.range(4, init_values=(s,)):
            n = pl.tile.set_validshape(c, v, 32)
            r = pl.yield_(n)
        return
)");
}
TEST(NarrowAccCarries, NarrowedCreateCountsAsFresh) {
  const PassRun run = RunPass<NarrowAccCarries>(
      Loop(64, "24", "c = pl.tile.create([64, 32], dtype=pl.FP32)\n        s = pl.tile.set_validshape(c, 60, 32)"));
  EXPECT_THAT(run.text, HasSubstr("= pl.tile.set_validshape(s_narrowed_storage, 24, 32)"));
}

}  // namespace
}  // namespace t2t
