// What the parts of a run cost, and how the cost grows with the program. Run in a release build:
//   cmake --preset release -DT2T_BENCH=ON && cmake --build --preset release --target t2t_bench
//   build/release/tests/bench/t2t_bench
// Every row reports statements per second; reading and printing report bytes per second as well.
#include <cstdlib>
#include <optional>
#include <string>

#include "benchmark/benchmark.h"
#include "ir/text/printer.h"
#include "ir/text/reader.h"
#include "pipeline/runner.h"
#include "pipeline/stage_table.h"
#include "tests/bench/scaled_program.h"

namespace t2t::bench {
namespace {

Program Read(const std::string& text) {
  Diagnostics diagnostics;
  std::optional<Program> program = ReadProgram(text, diagnostics);
  if (!program) std::abort();  // a benchmark of nothing would look fast
  return *std::move(program);
}

void RunSlice(Program& program, int first, int last, VerifyLevel verify) {
  Diagnostics diagnostics;
  RunPlan plan;
  plan.first = first;
  plan.last = last;
  plan.verify = verify;
  if (RunChain(program, Stages(), plan, {}, diagnostics).verdict != Verdict::kDone) std::abort();
}

void CountStatements(benchmark::State& state, int64_t statements) {
  state.SetItemsProcessed(state.iterations() * statements);
}

void BM_Read(benchmark::State& state) {
  const std::string text = ScaledProgram(static_cast<int>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(Read(text));
  CountStatements(state, state.range(0));
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(text.size()));
}
BENCHMARK(BM_Read)->RangeMultiplier(10)->Range(1'000, 1'000'000)->Unit(benchmark::kMillisecond);

void BM_Print(benchmark::State& state) {
  const Program program = Read(ScaledProgram(static_cast<int>(state.range(0))));
  size_t bytes = 0;
  for (auto _ : state) bytes += PrintProgram(program).size();
  CountStatements(state, state.range(0));
  state.SetBytesProcessed(static_cast<int64_t>(bytes));
}
BENCHMARK(BM_Print)->RangeMultiplier(10)->Range(1'000, 1'000'000)->Unit(benchmark::kMillisecond);

void BM_VerifyInput(benchmark::State& state) {
  Program program = Read(ScaledProgram(static_cast<int>(state.range(0))));
  for (auto _ : state) RunSlice(program, 1, 0, VerifyLevel::kEach);
  CountStatements(state, state.range(0));
}
BENCHMARK(BM_VerifyInput)->RangeMultiplier(10)->Range(1'000, 1'000'000)->Unit(benchmark::kMillisecond);

// One pass on what its predecessors left, without checks.
void BM_Pass(benchmark::State& state) {
  const int ordinal = static_cast<int>(state.range(0));
  constexpr int kStatements = 100'000;
  Program before = Read(ScaledProgram(kStatements));
  RunSlice(before, 1, ordinal - 1, VerifyLevel::kNone);
  for (auto _ : state) {
    state.PauseTiming();
    Program program = before;
    state.ResumeTiming();
    RunSlice(program, ordinal, ordinal, VerifyLevel::kNone);
  }
  state.SetLabel(std::string(StageAt(ordinal).name));
  CountStatements(state, kStatements);
}
BENCHMARK(BM_Pass)->DenseRange(1, 21)->Unit(benchmark::kMillisecond);

// Read, all passes with a check after each, print: what a user waits for.
void BM_Whole(benchmark::State& state) {
  const std::string text = ScaledProgram(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    Program program = Read(text);
    RunSlice(program, 1, NumStages(), VerifyLevel::kEach);
    benchmark::DoNotOptimize(PrintProgram(program));
  }
  CountStatements(state, state.range(0));
}
BENCHMARK(BM_Whole)->RangeMultiplier(10)->Range(1'000, 1'000'000)->Unit(benchmark::kMillisecond);

// Not a time: the size of the IR as read and as lowered, over the statements that were read.
void BM_BytesPerStatement(benchmark::State& state) {
  const auto statements = static_cast<double>(state.range(0));
  Program program = Read(ScaledProgram(static_cast<int>(state.range(0))));
  state.counters["read"] = static_cast<double>(program.MemoryBytes()) / statements;
  RunSlice(program, 1, NumStages(), VerifyLevel::kNone);
  state.counters["lowered"] = static_cast<double>(program.MemoryBytes()) / statements;
  for (auto _ : state) benchmark::ClobberMemory();
}
BENCHMARK(BM_BytesPerStatement)->Arg(10'000)->Arg(1'000'000)->Iterations(1);

}  // namespace
}  // namespace t2t::bench
