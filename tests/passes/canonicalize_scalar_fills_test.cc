// canonicalize-scalar-fills: just inside and just outside each condition (lowering b).
#include "fmt/format.h"
#include "tests/passes/pass_testing.h"

namespace t2t {
namespace {

constexpr std::string_view kPass = "canonicalize-scalar-fills";

struct Loop {
  std::string_view name;
  std::string_view header;  // of the loop over i
  std::string_view writes;  // statements of its body, one a line
  std::string_view bulk;    // what the loop becomes; "" = it stays
};

// Targets: vectors d and e, a column c, an 8 x 64 matrix r with 4-byte elements; h holds 2-byte ones, t has a view.
std::string Kernel(std::string_view statements) {
  return fmt::format(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(d: pl.Out[pl.Tensor[[64], pl.FP32]], e: pl.Out[pl.Tensor[[64], pl.FP32]], c: pl.Out[pl.Tensor[[64, 1], pl.FP32]], m: pl.Out[pl.Tensor[[8, 64], pl.FP32]], h: pl.Out[pl.Tensor[[64], pl.FP16]], n: pl.Out[pl.Tensor[[64], pl.INT32]], t: pl.Out[pl.Tensor[[64], pl.FP32, pl.TensorView(valid_shape=[20])]], w: pl.Out[pld.DistributedTensor[[64], pl.FP32]], off: pl.Scalar[pl.INDEX], v: pl.Scalar[pl.FP32]):
{}        return
)",
                     statements);
}

std::string Indented(std::string_view lines, std::string_view by) {
  std::string result;
  while (!lines.empty()) {
    const size_t end = lines.find('\n');
    result += std::string(by) + std::string(lines.substr(0, end)) + "\n";
    lines = end == std::string_view::npos ? std::string_view() : lines.substr(end + 1);
  }
  return result;
}

class FillLoop : public testing::TestWithParam<Loop> {};

TEST_P(FillLoop, BecomesBulkOrStays) {
  const Loop& loop = GetParam();
  const std::string text =
      Indented(loop.header, "        ") + Indented(loop.writes, "            ");
  const ChainResult run = RunPasses(Kernel(text), "", kPass);
  ASSERT_EQ(run.verdict, Verdict::kDone) << run.errors;
  const std::string body = Body(run.text, "k");
  const std::string expected =
      loop.bulk.empty() ? Indented(loop.header, "") + Indented(loop.writes, "    ") : std::string(loop.bulk) + "\n";
  EXPECT_EQ(body.substr(body.find('\n') + 1), expected + "return\n");
}

#define BULK(target, extent, value, shape, at)                                                        \
  target "__scalar_fill_storage = pl.tensor.full([1, " extent "], dtype=pl.FP32, value=" value ")\n"  \
  target "__scalar_fill = pl.tensor.reshape(" target "__scalar_fill_storage, " shape ")\n"            \
  "pl.tensor.assemble(" target ", " target "__scalar_fill, " at ")"

constexpr Loop kLoops[] = {
    // 1: the loop
    {"From0By1", "for i in pl.range(16):", "pl.tensor.write(d, [i], 0.0)", BULK("d", "16", "0.0", "[16]", "[0]")},
    {"From1", "for i in pl.range(1, 17):", "pl.tensor.write(d, [i], 0.0)", ""},
    {"By2", "for i in pl.range(0, 16, 2):", "pl.tensor.write(d, [i], 0.0)", ""},
    {"RunTimeExtent", "for i in pl.range(off):", "pl.tensor.write(d, [i], 0.0)", ""},
    {"NoRound", "for i in pl.range(0):", "pl.tensor.write(d, [i], 0.0)", ""},
    {"Parallel", "for i in pl.parallel(16):", "pl.tensor.write(d, [i], 0.0)", ""},
    {"Pipelined", "for i in pl.pipeline(16, stage=2):", "pl.tensor.write(d, [i], 0.0)", ""},
    // 2: nothing but constants is written
    {"IntegerConstant", "for i in pl.range(16):", "pl.tensor.write(n, [i], pl.const(-1, pl.INT32))",
     "n__scalar_fill_storage = pl.tensor.full([1, 16], dtype=pl.INT32, value=-1)\n"
     "n__scalar_fill = pl.tensor.reshape(n__scalar_fill_storage, [16])\n"
     "pl.tensor.assemble(n, n__scalar_fill, [0])"},
    {"RunTimeValue", "for i in pl.range(16):", "pl.tensor.write(d, [i], v)", ""},
    {"ReadBesides", "for i in pl.range(16):", "pl.tensor.write(d, [i], 0.0)\nx = pl.tensor.read(e, [i])", ""},
    // 3: a plain tensor
    {"Window", "for i in pl.range(16):", "pl.tensor.write(w, [i], 0.0)", ""},
    // 4: the index
    {"BaseFirst", "for i in pl.range(16):", "pl.tensor.write(d, [off + i], 0.0)",
     BULK("d", "16", "0.0", "[16]", "[off]")},
    {"BaseLast", "for i in pl.range(16):", "pl.tensor.write(d, [i + off], 0.0)",
     BULK("d", "16", "0.0", "[16]", "[off]")},
    {"Difference", "for i in pl.range(16):", "pl.tensor.write(d, [i - off], 0.0)", ""},
    {"Scaled", "for i in pl.range(16):", "pl.tensor.write(d, [2 * i], 0.0)", ""},
    {"Doubled", "for i in pl.range(16):", "pl.tensor.write(d, [i + i], 0.0)", ""},
    {"TwoAxes", "for i in pl.range(8):", "pl.tensor.write(m, [i, i], 0.0)", ""},
    {"NoAxis", "for i in pl.range(8):", "pl.tensor.write(m, [0, 0], 0.0)", ""},
    {"RowOfAMatrix", "for i in pl.range(64):", "pl.tensor.write(m, [off, i], 0.0)",
     BULK("m", "64", "0.0", "[1, 64]", "[off, 0]")},
    // 5: whole 32-byte lines
    {"OneLine", "for i in pl.range(8):", "pl.tensor.write(d, [i], 0.0)", BULK("d", "8", "0.0", "[8]", "[0]")},
    {"LessThanALine", "for i in pl.range(7):", "pl.tensor.write(d, [i], 0.0)", ""},
    {"HalfALineOf2Bytes", "for i in pl.range(8):", "pl.tensor.write(h, [i], pl.const(0.0, pl.FP16))", ""},
    // 6: contiguous
    {"Column", "for i in pl.range(64):", "pl.tensor.write(c, [i, 0], 0.0)",
     BULK("c", "64", "0.0", "[64, 1]", "[0, 0]")},
    {"ColumnAtARunTimeIndex", "for i in pl.range(64):", "pl.tensor.write(c, [i, off], 0.0)", ""},
    {"ColumnOfAMatrix", "for i in pl.range(8):", "pl.tensor.write(m, [i, 0], 0.0)", ""},
    // 7: several writes
    {"TwoWritesOfOnePattern", "for i in pl.range(16):", "pl.tensor.write(d, [i], 0.0)\npl.tensor.write(e, [i], 1.0)",
     BULK("d", "16", "0.0", "[16]", "[0]") "\n" BULK("e", "16", "1.0", "[16]", "[0]")},
    {"TwoIndices", "for i in pl.range(16):", "pl.tensor.write(d, [i], 0.0)\npl.tensor.write(e, [i + 16], 1.0)", ""},
    {"TwoTypes", "for i in pl.range(16):",
     "pl.tensor.write(d, [i], 0.0)\npl.tensor.write(n, [i], pl.const(1, pl.INT32))", ""},
    {"OneOfTwoWithAView", "for i in pl.range(16):", "pl.tensor.write(d, [i], 0.0)\npl.tensor.write(t, [i], 1.0)", ""},
    {"OneWithAView", "for i in pl.range(16):", "pl.tensor.write(t, [i], 0.0)", BULK("t", "16", "0.0", "[16]", "[0]")},
    {"OneGmOneFailing", "for i in pl.range(16):", "pl.tensor.write(d, [i], 0.0)\npl.tensor.write(e, [i], v)", ""},
};
INSTANTIATE_TEST_SUITE_P(Conditions, FillLoop, testing::ValuesIn(kLoops),
                         [](const auto& param) { return std::string(param.param.name); });

TEST(CanonicalizeScalarFills, LastOfTwoWritesToOneTensorWins) {
  const ChainResult run = RunPasses(Kernel(R"(
        for i in pl.range(16):
            pl.tensor.write(d, [i], 0.0)
            pl.tensor.write(d, [i], 1.0)
)"),
                                    "", kPass);
  EXPECT_LT(run.text.find("value=0.0"), run.text.find("value=1.0"));
  EXPECT_EQ(Count(run.text, "pl.tensor.assemble(d, "), 2u);
}

TEST(CanonicalizeScalarFills, InnermostLoopOnly) {
  ExpectBehind(kPass, Kernel(R"(
        for r in pl.range(8):
            for i in pl.range(64):
                pl.tensor.write(m, [r, i], 0.0)
)"),
               R"(
for r in pl.range(8):
    m__scalar_fill_storage = pl.tensor.full([1, 64], dtype=pl.FP32, value=0.0)
    m__scalar_fill = pl.tensor.reshape(m__scalar_fill_storage, [1, 64])
    pl.tensor.assemble(m, m__scalar_fill, [r, 0])
return
)");
}

// One tensor that would be stored both ways keeps every fill loop of the function.
TEST(CanonicalizeScalarFills, RolledBackAsAWhole) {
  const ChainResult run = RunPasses(Kernel(R"(
        for i in pl.range(64):
            pl.tensor.write(d, [i], 0.0)
        for j in pl.range(64):
            pl.tensor.write(e, [j], 0.0)
        pl.tensor.write(d, [off], v)
)"),
                                    "", kPass);
  EXPECT_EQ(Count(run.text, "pl.tensor.write("), 3u);
  EXPECT_EQ(Count(run.text, "pl.tensor.full("), 0u);
}

TEST(CanonicalizeScalarFills, RolledBackWhenOnlyAnAliasIsWritten) {
  const ChainResult run = RunPasses(Kernel(R"(
        for i in pl.range(64):
            pl.tensor.write(d, [i], 0.0)
        a = pl.tensor.view(d, [8, 8])
        pl.tensor.write(a, [off, 0], v)
)"),
                                    "", kPass);
  EXPECT_EQ(Count(run.text, "pl.tensor.full("), 0u);
}

TEST(CanonicalizeScalarFills, OtherTensorMayBeWrittenByElement) {
  const ChainResult run = Lower(Kernel(R"(
        for i in pl.range(64):
            pl.tensor.write(d, [i], 0.0)
        pl.tensor.write(e, [off], v)
)"));
  EXPECT_EQ(run.verdict, Verdict::kDone) << run.errors;
  EXPECT_EQ(Count(run.text, "pl.tile.store("), 1u);
}

TEST(CanonicalizeScalarFills, CarriedHandleIsGlobalMemory) {
  const ChainResult run = RunPasses(Kernel(R"(
        for r, (a,) in pl.range(4, init_values=(d,)):
            for i in pl.range(16):
                pl.tensor.write(a, [i], 0.0)
            b = pl.yield_(a)
)"),
                                    "", kPass);
  EXPECT_EQ(Count(run.text, "pl.tensor.assemble(a, a__scalar_fill, [0])"), 1u);
}

TEST(CanonicalizeScalarFills, LocalValueStaysOnChip) {
  const ChainResult run = Lower(Kernel(R"(
        a = pl.tensor.create([64], dtype=pl.FP32)
        for i in pl.range(64):
            pl.tensor.write(a, [i], 0.0)
        b = pl.tensor.assemble(d, a, [0])
)"));
  EXPECT_EQ(Count(run.text, "pl.tile.write("), 1u) << run.text;
  EXPECT_EQ(Count(run.text, "pl.tile.store("), 1u);
}

TEST(CanonicalizeScalarFills, AllocationThatBecomesTheCallersIsGlobalMemory) {
  const ChainResult run = RunPasses(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        a = pl.tensor.create([64], dtype=pl.FP32)
        for i in pl.range(64):
            pl.tensor.write(a, [i], 0.0)
        t = pl.tile.load(x, [0], [64], [64])
        b = pl.tile.store(t, [0], a)
        return b
)",
                                    "", kPass);
  EXPECT_EQ(Count(run.text, "pl.tensor.assemble(a, a__scalar_fill, [0])"), 1u);
}

}  // namespace
}  // namespace t2t
