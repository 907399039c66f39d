// Rules of the hardware that a running program breaks, with the numbers only known while it runs.
#include "absl/functional/function_ref.h"
#include "eval_test_util.h"

namespace t2t::eval {
namespace {

const std::string kN = "pl.Scalar[pl.INDEX]";

// A product of [m valid of 32, k valid of 16] with [16, 16], added to an accumulator of 32 rows.
std::string Product(const std::string& compact, double m, double k) {
  Bench bench({{"x", "pl.Tensor[[32, 16], pl.FP16]", {1}}, {"y", "pl.Tensor[[16, 16], pl.FP16]", {1}}, {"m", kN, {m}}, {"k", kN, {k}}}, "",
              "a = pl.tile.load(x, [0, 0], [32, 16], [m, k], target_memory=pl.Mem.Mat)\n"
              "b = pl.tile.load(y, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Mat)\n"
              "s = pl.tile.create([32, 16], dtype=pl.FP32, target_memory=pl.Mem.Acc" + compact + ")\n"
              "c = pl.tile.matmul_acc(s, a, b, True)");
  return bench.Error();
}

TEST(HardwareRules, TheOperandsOfAProductAgreeOnK) {
  EXPECT_EQ(Product("", 32, 16), "");
  EXPECT_EQ(Product("", 32, 12), "tile.matmul_acc: K is 12 on the left and 16 on the right");
}

TEST(HardwareRules, AnAccumulatorOfAnotherPitchIsCompact) {
  EXPECT_EQ(Product("", 17, 16), "");  // packed at 32 as well
  EXPECT_EQ(Product(", compact=True", 16, 16), "");
  EXPECT_EQ(Product("", 16, 16),
            "tile.matmul_acc: a product of 16 rows is packed at a pitch of 16, but its accumulator of 32 rows is not compact");
}

// The body of a kernel on its own inputs: "" or the error.
std::string Outcome(const std::string& params, const std::string& body, RunOptions options, const InputPlan& plan = {},
                    absl::FunctionRef<void(Program&)> change = [](Program&) {}) {
  const std::string text = "import pypto.language as pl\n\n@pl.program\nclass T:\n    @pl.function(type=pl.FunctionType.InCore)\n    def k(" +
                           params + "):\n" + body;
  Diagnostics diagnostics;
  std::optional<Program> program = ReadProgram(text, diagnostics);
  EXPECT_TRUE(program) << RenderDiagnostics(diagnostics.all(), "test", text);
  if (!program) return "unreadable";
  change(*program);
  Machine machine(*program, std::move(options));
  const absl::StatusOr<std::vector<RtValue>> args = MakeInputs(machine, FuncId(0), plan);
  EXPECT_TRUE(args.ok());
  const absl::StatusOr<RtValue> r = machine.Run(FuncId(0), *args);
  return r.ok() ? "" : std::string(MessageOf(r.status()));
}

TEST(HardwareRules, AProductIsAsLargeAsItsOperandsSay) {
  const auto run = [](int64_t m) {
    InputPlan plan;
    plan.scalars["m"] = m;
    return Outcome("x: pl.Tensor[[32, 16], pl.FP16], y: pl.Tensor[[16, 16], pl.FP16], m: " + kN,
                   "        a = pl.tile.load(x, [0, 0], [32, 16], [m, 16], target_memory=pl.Mem.Mat)\n"
                   "        b = pl.tile.load(y, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Mat)\n"
                   "        c = pl.tile.matmul(a, b)\n", {}, plan, [](Program& p) {  // declares all of c valid
                     StmtId product = p[p[FuncId(0)].body].last;
                     while (p[product].kind != StmtKind::kAssign) product = p[product].prev;
                     const TypeId type = p[p[product].var()].type;
                     View view = p.EffectiveView(type);
                     view.valid_shape = {};
                     const std::vector<ExprId> shape(p.Shape(type).begin(), p.Shape(type).end());
                     const TypeId whole = p.TileType(p[type].dtype, shape, view, p[type].space, p[type].memref);
                     p.SetValueType(p[product].var(), whole);
                     p.SetStmtValue(product, p.WithType(p[product].value(), whole));
                   });
  };
  EXPECT_EQ(run(32), "");
  EXPECT_EQ(run(8), "tile.matmul: the operands give 8 rows and 16 columns, the result declares 32 and 16");
}

const std::string kOut = "pl.Tensor[[1, 8], pl.FP32]";

TEST(HardwareRules, OneTensorIsWrittenThroughOneChannel) {
  const std::string store = "t = pl.tile.load(x, [0, 0], [1, 8], [1, 8])\nr = pl.tile.store(t, [0, 0], o)\n";
  const auto run = [&](const std::string& write) {
    return Bench({{"x", kOut, {1}}, {"o", kOut, {}, "Out"}, {"q", kOut, {}, "Out"}}, "", store + write).Error();
  };
  EXPECT_EQ(run("pl.tensor.write(q, [0, 0], pl.const(1.0, pl.FP32))"), "");
  EXPECT_EQ(run("pl.tensor.write(r, [0, 0], pl.const(1.0, pl.FP32))"),
            "tensor.write: writes through the scalar data cache what this kernel wrote through DMA; the two do not see each other");
}

// stage-full-writes makes one store of this.
TEST(HardwareRules, ChannelsAreNotMixedBeforeTheLoweringHasChosenThem) {
  EXPECT_EQ(Bench({{"x", kOut, {1}}, {"o", kOut, {}, "Out"}}, "",
                  "y = pl.tensor.adds(x, pl.const(1.0, pl.FP32))\nr = pl.tensor.assemble(o, y, [0, 0])\n"
                  "pl.tensor.write(r, [0, 0], pl.const(2.0, pl.FP32))").Error(),
            "");
}

TEST(HardwareRules, OperandsStandWhereTheyAreReadWhenThatIsAskedFor) {
  const std::string body = "        t = pl.tile.load(x, [0, 0], [1, 8], [1, 8], target_memory=pl.Mem.Mat)\n        e = pl.tile.exp(t)\n";
  RunOptions strict;
  strict.strict_spaces = true;
  EXPECT_EQ(Outcome("x: " + kOut, body, {}), "");
  EXPECT_EQ(Outcome("x: " + kOut, body, strict), "tile.exp: operand 0 (tile) is in Mat, but is read from Vec");
}

}  // namespace
}  // namespace t2t::eval
