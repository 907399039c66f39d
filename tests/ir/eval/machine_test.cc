// Statements: loops, branches, calls, tasks, lanes.
#include "eval_test_util.h"

namespace t2t::eval {
namespace {

const std::string kT = "pl.Tensor[[1, 8], pl.FP32]";

TEST(Machine, LoopsCarryValues) {
  // x, then three times 2x + 1: 8x + 7.
  EXPECT_EQ(Bench({{"x", kT, {1, 2, 3, 4, 5, 6, 7, 8}}}, kT,
                  "for i, (c,) in pl.range(0, 3, 1, init_values=(x,)):\n"
                  "    d: " + kT + " = pl.tensor.muls(c, pl.const(2.0, pl.FP32))\n"
                  "    e: " + kT + " = pl.tensor.adds(d, pl.const(1.0, pl.FP32))\n"
                  "    r: " + kT + " = pl.yield_(e)\nreturn r").Result(),
            (Numbers{15, 23, 31, 39, 47, 55, 63, 71}));
}

TEST(Machine, ALoopWithoutRoundsGivesItsSeeds) {
  EXPECT_EQ(Bench({{"x", kT, {1, 2, 3, 4, 5, 6, 7, 8}}}, kT,
                  "for i, (c,) in pl.range(3, 3, 1, init_values=(x,)):\n"
                  "    e: " + kT + " = pl.tensor.neg(c)\n    r: " + kT + " = pl.yield_(e)\nreturn r").Result(),
            (Numbers{1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(Machine, CarriesSwap) {
  EXPECT_EQ(Bench({{"x", kT, {1}}, {"y", kT, {2}}}, kT,
                  "for i, (a, b) in pl.range(0, 3, 1, init_values=(x, y)):\n"
                  "    r, s = pl.yield_(b, a)\nreturn r").Result(),
            Numbers(8, 2));
}

// The carry is computed anew every round, so it is data: its seed is read before the loop, as the load that lowering puts
// there does. What is written to x afterwards does not reach it.
TEST(Machine, AComputedCarryTakesASnapshotOfGlobalMemory) {
  EXPECT_EQ(Bench({{"x", kT, {1}, "InOut"}}, kT,
                  "for i, (c,) in pl.range(0, 1, 1, init_values=(x,)):\n"
                  "    pl.tensor.write(x, [0, 0], pl.const(100.0, pl.FP32))\n"
                  "    e: " + kT + " = pl.tensor.add(c, x)\n    r: " + kT + " = pl.yield_(e)\nreturn r").Result(),
            (Numbers{101, 2, 2, 2, 2, 2, 2, 2}));
}

TEST(Machine, ACarryThreadedThroughWritesNamesTheMemory) {
  EXPECT_EQ(Bench({{"x", kT, {1}, "InOut"}}, kT,
                  "for i, (c,) in pl.range(0, 1, 1, init_values=(x,)):\n"
                  "    pl.tensor.write(x, [0, 0], pl.const(100.0, pl.FP32))\n"
                  "    e: " + kT + " = pl.tensor.write(c, [0, 1], pl.const(7.0, pl.FP32))\n    r: " + kT + " = pl.yield_(e)\n"
                  "q: " + kT + " = pl.tensor.adds(r, pl.const(0.0, pl.FP32))\nreturn q").Result(),
            (Numbers{100, 7, 1, 1, 1, 1, 1, 1}));
}

// One branch computes, so the result is data, and the other branch reads x at its yield.
TEST(Machine, AComputedBranchResultTakesASnapshotOfGlobalMemory) {
  EXPECT_EQ(Bench({{"x", kT, {1}, "InOut"}, {"n", "pl.Scalar[pl.INDEX]", {0}}}, kT,
                  "if n > 1:\n    a: " + kT + " = pl.tensor.neg(x)\n    r: " + kT + " = pl.yield_(a)\n"
                  "else:\n    r: " + kT + " = pl.yield_(x)\n"
                  "pl.tensor.write(x, [0, 0], pl.const(100.0, pl.FP32))\n"
                  "q: " + kT + " = pl.tensor.add(r, x)\nreturn q").Result(),
            (Numbers{101, 2, 2, 2, 2, 2, 2, 2}));
}

TEST(Machine, BranchesChooseByScalars) {
  for (const double n : {0.0, 2.0}) {
    EXPECT_EQ(Bench({{"x", kT, {3}}, {"n", "pl.Scalar[pl.INDEX]", {n}}}, kT,
                    "if n > 1:\n    a: " + kT + " = pl.tensor.neg(x)\n    r: " + kT + " = pl.yield_(a)\n"
                    "else:\n    b: " + kT + " = pl.tensor.add(x, x)\n    r: " + kT + " = pl.yield_(b)\nreturn r").Result(),
              Numbers(8, n > 1 ? -3.0 : 6.0));
  }
}

TEST(Machine, NestedRegionsCostNoNativeStack) {
  std::string body;
  std::string indent;
  for (int i = 0; i < 100; ++i) {
    body += indent + "for i" + std::to_string(i) + " in pl.range(0, 1, 1):\n";
    indent += "    ";
  }
  body += indent + "pl.tensor.write(x, [0, 0], pl.const(5.0, pl.FP32))";
  Bench bench({{"x", kT, {1}, "InOut"}}, "", body);
  EXPECT_EQ(bench.Error(), "");
  EXPECT_EQ(Bench::Numbers(bench.args()[0])[0], 5);
}

TEST(Machine, AnEndlessLoopIsStopped) {
  const std::string text = "# pypto.program: T\nimport pypto.language as pl\n@pl.program\nclass T:\n"
      "    @pl.function(type=pl.FunctionType.InCore)\n    def k(x: pl.InOut[" + kT + "]):\n"
      "        for i in pl.range(0, 1000000000, 1):\n            pl.tensor.write(x, [0, 0], pl.const(5.0, pl.FP32))\n";
  Diagnostics diagnostics;
  const std::optional<Program> program = ReadProgram(text, diagnostics);
  ASSERT_TRUE(program) << RenderDiagnostics(diagnostics.all(), "test", text);
  RunOptions options;
  options.max_steps = 1000;
  Machine machine(*program, options);
  absl::StatusOr<std::vector<RtValue>> args = MakeInputs(machine, FuncId(0), {});
  ASSERT_TRUE(args.ok());
  EXPECT_TRUE(absl::IsResourceExhausted(machine.Run(FuncId(0), *args).status()));
}

TEST(Machine, ASortedListIsAsLongAsItsTypeSays) {
  const std::string text = "# pypto.program: T\nimport pypto.language as pl\n@pl.program\nclass T:\n"
      "    @pl.function(type=pl.FunctionType.InCore)\n"
      "    def k(x: pl.Tensor[[16, 64], pl.FP16], i: pl.Tensor[[16, 64], pl.UINT32]) -> pl.Tensor[[16, 4], pl.FP16]:\n"
      "        r: pl.Tensor[[16, 4], pl.FP16] = pl.tensor.sort32(x, i)\n        return r\n";
  Diagnostics diagnostics;
  const std::optional<Program> program = ReadProgram(text, diagnostics);
  ASSERT_TRUE(program) << RenderDiagnostics(diagnostics.all(), "test", text);
  Machine machine(*program);
  absl::StatusOr<std::vector<RtValue>> args = MakeInputs(machine, FuncId(0), {});
  ASSERT_TRUE(args.ok());
  EXPECT_EQ(MessageOf(machine.Run(FuncId(0), *args).status()),
            "tensor.sort32: axis 1 of the result has extent 128, its type says 4");
}

struct Host {
  std::optional<Program> program;
  std::optional<Machine> machine;
  std::vector<RtValue> args;

  explicit Host(const std::string& functions) {
    const std::string text = "import pypto.language as pl\n\nN = pl.dynamic(\"N\")\n\n@pl.program\nclass T:\n" + functions;
    Diagnostics diagnostics;
    program = ReadProgram(text, diagnostics);
    EXPECT_TRUE(program.has_value()) << RenderDiagnostics(diagnostics.all(), "test", text);
    if (!program) return;
    machine.emplace(*program);
    InputPlan plan;
    plan.dims["N"] = 8;
    absl::StatusOr<std::vector<RtValue>> made = MakeInputs(*machine, Main(), plan);
    EXPECT_TRUE(made.ok()) << made.status().ToString();
    if (made.ok()) args = *made;
    for (RtValue& v : args) {
      if (v.IsNd()) FillRange(v.nd);
    }
  }
  FuncId Main() { return program->FindFunction(program->Str("main")); }
  Numbers Result() {
    absl::StatusOr<RtValue> r = machine->Run(Main(), args);
    EXPECT_TRUE(r.ok()) << r.status().ToString() << " " << machine->Place(machine->failed_at());
    return r.ok() ? Bench::Numbers(*r) : Numbers();
  }
};

const std::string kKernel =
    "    @pl.function(type=pl.FunctionType.InCore)\n"
    "    def k(x: pl.Tensor[[N], pl.FP32], o: pl.Out[pl.Tensor[[N], pl.FP32]]) -> pl.Tensor[[N], pl.FP32]:\n"
    "        y: pl.Tensor[[N], pl.FP32] = pl.tensor.adds(x, pl.const(1.0, pl.FP32))\n"
    "        r: pl.Tensor[[N], pl.FP32] = pl.tensor.assemble(o, y, [0])\n"
    "        return r\n";

TEST(Machine, CallsBindExtentsAndStoreIntoTheCallersMemory) {
  Host host(kKernel +
            "    @pl.function(type=pl.FunctionType.Orchestration)\n"
            "    def main(self, x: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[8], pl.FP32]:\n"
            "        o: pl.Tensor[[8], pl.FP32] = pl.tensor.create([8], dtype=pl.FP32, layout=pl.TensorLayout.ND)\n"
            "        a: pl.Tensor[[8], pl.FP32] = self.k(x, o)\n"
            "        b: pl.Tensor[[8], pl.FP32] = self.k(a, o)\n"
            "        return o\n");
  EXPECT_EQ(host.Result(), (Numbers{2, 3, 4, 5, 6, 7, 8, 9}));
}

TEST(Machine, ScalarsThatNameExtentsGetTheExtent) {
  Host host("    @pl.function(type=pl.FunctionType.InCore)\n"
            "    def main(self, T: pl.Scalar[pl.INDEX], x: pl.Tensor[[T, 2], pl.FP32]) -> pl.Tensor[[T, 2], pl.FP32]:\n"
            "        return x\n");
  InputPlan plan;
  plan.extent = 5;
  const absl::StatusOr<std::vector<RtValue>> args = MakeInputs(*host.machine, host.Main(), plan);
  ASSERT_TRUE(args.ok()) << args.status().ToString();
  EXPECT_EQ((*args)[0].scalar.i, 5);
  EXPECT_EQ((*args)[1].nd.shape[0], 5);
}

TEST(Machine, AParameterIsNotValidBeyondItsExtent) {
  Host host("    @pl.function(type=pl.FunctionType.InCore)\n"
            "    def main(self, x: pl.Tensor[[8, 2], pl.FP32, pl.TensorView(valid_shape=[N, 2], stride=[], layout=pl.TensorLayout.ND)]) -> pl.Tensor[[8, 2], pl.FP32]:\n"
            "        y: pl.Tensor[[8, 2], pl.FP32] = pl.tensor.create([8, 2], dtype=pl.FP32, layout=pl.TensorLayout.ND)\n"
            "        return y\n");
  InputPlan plan;
  plan.dims["N"] = 9;
  EXPECT_TRUE(absl::IsOutOfRange(MakeInputs(*host.machine, host.Main(), plan).status()));
}

TEST(Machine, WindowsOfTensorsAreMemoryOnTheHost) {
  Host host(kKernel +
            "    @pl.function(type=pl.FunctionType.Orchestration)\n"
            "    def main(self, x: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[8], pl.FP32]:\n"
            "        w: pl.Tensor[[4], pl.FP32] = pl.tensor.slice(x, [4], [4])\n"
            "        a: pl.Tensor[[4], pl.FP32] = self.k(w, w)\n"
            "        return x\n");
  EXPECT_EQ(host.Result(), (Numbers{0, 1, 2, 3, 5, 6, 7, 8}));
}

TEST(Machine, TasksGetTheOutputsTheyLeaveOut) {
  Host host(kKernel +
            "    @pl.function(type=pl.FunctionType.Orchestration)\n"
            "    def main(self, x: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[8], pl.FP32]:\n"
            "        p = pl.submit(self.k, x)\n"
            "        a: pl.Tensor[[8], pl.FP32] = p[0]\n"
            "        t: pl.Scalar[pl.TASK_ID] = p[1]\n"
            "        q = pl.submit(self.k, a, deps=[t])\n"
            "        b: pl.Tensor[[8], pl.FP32] = q[0]\n"
            "        return b\n");
  EXPECT_EQ(host.Result(), (Numbers{2, 3, 4, 5, 6, 7, 8, 9}));
}

}  // namespace
}  // namespace t2t::eval
