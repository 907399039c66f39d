// How fast programs run: elements per second of an element-wise chain, and a matrix product of 256 x 256 x 256.
#include <cstdlib>
#include <optional>
#include <string>

#include "benchmark/benchmark.h"
#include "fmt/format.h"
#include "ir/eval/inputs.h"
#include "ir/text/reader.h"

namespace t2t::bench {
namespace {

// Runs function k of the text; `items` per run.
void RunKernel(benchmark::State& state, const std::string& body, const std::string& params, const std::string& type, int64_t items) {
  const std::string text = "# pypto.program: T\nimport pypto.language as pl\n@pl.program\nclass B:\n    @pl.function(type=pl.FunctionType.InCore)\n    def k(" +
                           params + ") -> " + type + ":\n" + body;
  Diagnostics diagnostics;
  const std::optional<Program> program = ReadProgram(text, diagnostics);
  if (!program) std::abort();
  eval::Machine machine(*program);
  eval::InputPlan plan;
  plan.flavour = eval::Flavour::kRandom;
  const absl::StatusOr<std::vector<eval::RtValue>> args = eval::MakeInputs(machine, FuncId(0), plan);
  if (!args.ok()) std::abort();
  for (auto _ : state) {
    if (!machine.Run(FuncId(0), *args).ok()) std::abort();
  }
  state.SetItemsProcessed(state.iterations() * items);
}

void BM_ElementwiseChain(benchmark::State& state) {
  const auto dtype = state.range(0) == 0 ? "FP32" : state.range(0) == 1 ? "FP16" : "INT32";
  const std::string t = fmt::format("pl.Tensor[[256, 1024], pl.{}]", dtype);
  std::string body;
  constexpr int kSteps = 16;
  for (int i = 0; i < kSteps; ++i) {
    body += fmt::format("        v{}: {} = pl.tensor.{}({}, x)\n", i + 1, t, i % 3 == 0 ? "add" : i % 3 == 1 ? "sub" : "maximum",
                        i == 0 ? std::string("x") : fmt::format("v{}", i));
  }
  RunKernel(state, body + fmt::format("        return v{}\n", kSteps), "x: " + t, t, int64_t{kSteps} * 256 * 1024);
}
BENCHMARK(BM_ElementwiseChain)->Arg(0)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);

void BM_Matmul256(benchmark::State& state) {
  const std::string t = state.range(0) == 0 ? "pl.Tensor[[256, 256], pl.FP32]" : "pl.Tensor[[256, 256], pl.FP16]", c = "pl.Tensor[[256, 256], pl.FP32]";
  RunKernel(state, "        r: " + c + " = pl.tensor.matmul(a, b, a_trans=False, b_trans=False, c_matrix_nz=False, out_dtype=pl.FP32)\n        return r\n",
            "a: " + t + ", b: " + t, c, int64_t{256} * 256 * 256);
}
BENCHMARK(BM_Matmul256)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace t2t::bench
