// What watches the chain: selections, diffs, dumps' headers, reproducers, crashes.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/text/printer.h"
#include "ir/text/reader.h"
#include "pipeline/crash_guard.h"
#include "pipeline/diff.h"
#include "pipeline/function_filter.h"
#include "pipeline/program_diff.h"
#include "pipeline/provenance.h"
#include "pipeline/reproducer.h"
#include "pipeline/selector.h"
#include "pipeline/stats.h"

namespace t2t {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kProgram = R"(import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def first(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        y: pl.Tensor[[64], pl.FP32] = pl.tensor.exp(x)
        return y

    @pl.function(type=pl.FunctionType.InCore)
    def second(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        y: pl.Tensor[[64], pl.FP32] = pl.tensor.exp(x)
        return y
)";

Program Read(std::string_view text) {
  Diagnostics d;
  std::optional<Program> p = ReadProgram(text, d);
  EXPECT_TRUE(p.has_value()) << RenderDiagnostics(d.all(), "test", text);
  return p ? *std::move(p) : Program();
}

TEST(SelectorTest, NamesNumbersRanges) {
  Selector s;
  EXPECT_EQ(s.Parse("share-loads,12-13,1"), "");
  for (int i : {1, 10, 12, 13}) EXPECT_TRUE(s.WantsBefore(i)) << i;
  for (int i : {2, 9, 11, 14}) EXPECT_FALSE(s.WantsBefore(i)) << i;
  EXPECT_THAT(Selector().Parse("share-load"), testing::HasSubstr("did you mean 'share-loads'?"));
  EXPECT_NE(Selector().Parse("13-12"), "");
  EXPECT_NE(Selector().Parse("0"), "");
  EXPECT_NE(Selector().Parse(std::to_string(NumStages() + 1)), "");
  EXPECT_NE(Selector().Parse(""), "");
}

TEST(StageTableTest, LanguagesNeverGoBackAndOnlySameLanguagePassesAreOptional) {
  for (int i = 1; i <= NumStages(); ++i) {
    EXPECT_LE(LanguageBefore(i), StageAt(i).after);
    if (StageAt(i).optional) {
      EXPECT_EQ(LanguageBefore(i), StageAt(i).after) << StageAt(i).name;
    } else {
      EXPECT_EQ(StageAt(i).unit, "") << StageAt(i).name << " cannot stop halfway";
    }
    EXPECT_EQ(FindStage(StageAt(i).name), i);
    EXPECT_FALSE(StageAt(i).summary.empty());
  }
}

TEST(DiffTest, ShowsChangedLinesWithContext) {
  EXPECT_EQ(LineDiff("a\nb\n", "a\nb\n"), "");
  EXPECT_EQ(LineDiff("a\nb\nc\n", "a\nx\nc\n"), "@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n");
  EXPECT_EQ(LineDiff("", "a\n"), "@@ -1,0 +1,1 @@\n+a\n");
  EXPECT_EQ(LineDiff("1\n2\n3\n4\n5\n", "1\n2\n3\n4\n5\n6\n"), "@@ -3,3 +3,4 @@\n 3\n 4\n 5\n+6\n");
}

// Three statements in a loop: one rewritten, one new, one moved out.
TEST(ProgramDiffTest, PairsAStatementWithItsNewFormAndNamesTheRegion) {
  const std::string before =
      "class P:\n    @pl.function\n    def k(x):\n        for i in pl.range(4):\n            a = f(x)\n            c = g(a)\n"
      "            d = h(c)\n        return d\n";
  const std::string after =
      "class P:\n    @pl.function\n    def k(x):\n        b = e(x)\n        for i in pl.range(4):\n            a = f(b)\n"
      "            d = h(c)\n        c = g(a)\n        return d\n";
  DiffCounts counts;
  const std::string diff = ProgramDiff(before, after, FunctionFilter(), counts);
  EXPECT_THAT(diff, testing::HasSubstr("-            a = f(x)\n+            a = f(b)\n"));
  EXPECT_THAT(diff, testing::StartsWith("@@ -"));
  EXPECT_THAT(diff, testing::HasSubstr("@@ k\n"));
  EXPECT_EQ(counts.added, 1);
  EXPECT_EQ(counts.removed, 0);
  EXPECT_EQ(counts.rewritten, 1);
  EXPECT_EQ(counts.moved, 1);
  EXPECT_EQ(counts.Text(), "1 statement added, 1 rewritten, 1 moved in 1 function");
}

TEST(ProgramDiffTest, FunctionsAreComparedByNameAndFiltered) {
  const Program one = Read(kProgram);
  std::string text(kProgram);
  for (size_t at = text.find("exp"); at != std::string::npos; at = text.find("exp", at)) text.replace(at, 3, "abs");
  const std::string a = PrintProgram(one), b = PrintProgram(Read(text));
  DiffCounts both, second;
  FunctionFilter filter;
  filter.Add("sec*");
  EXPECT_THAT(ProgramDiff(a, b, FunctionFilter(), both), testing::HasSubstr("@@ first\n"));
  EXPECT_THAT(ProgramDiff(a, b, filter, second), testing::Not(testing::HasSubstr("@@ first\n")));
  EXPECT_EQ(both.functions, 2);
  EXPECT_EQ(second.functions, 1);
  EXPECT_EQ(second.rewritten, 1);
}

TEST(FunctionFilterTest, PatternsAndUnknownNames) {
  EXPECT_TRUE(GlobMatches("k*_?", "kernel_a"));
  EXPECT_FALSE(GlobMatches("k*_?", "kernel_"));
  EXPECT_TRUE(GlobMatches("*", ""));
  EXPECT_FALSE(GlobMatches("", "a"));
  const Program program = Read(kProgram);
  FunctionFilter filter;
  EXPECT_TRUE(filter.Wants("anything"));
  filter.Add("fir*,second");
  EXPECT_EQ(filter.Unmatched(program), "");
  EXPECT_FALSE(filter.Wants("third"));
  filter.Add("secund");
  EXPECT_EQ(filter.Unmatched(program), "no function is called 'secund' (did you mean 'second'?); there are first, second");
}

TEST(ProvenanceTest, ADumpStatesWhatItStandsBehind) {
  const Provenance whole{"in put.py", "--disable=share-loads", 0}, tail{"x.py", "", 5};
  const std::string after = StageHeader(whole, 9, DumpKind::kAfter);
  EXPECT_THAT(after, testing::HasSubstr("t2t-pipeline 'in put.py' --disable=share-loads --stop-after=box-cube-n\n"));
  EXPECT_EQ(StageInHeader(after)->behind, 9);
  EXPECT_EQ(StageInHeader(StageHeader(whole, 9, DumpKind::kBefore))->behind, 8);
  EXPECT_TRUE(StageInHeader(StageHeader(whole, 9, DumpKind::kFailed))->failed);
  EXPECT_EQ(StageInHeader(StageHeader(whole, 0, DumpKind::kAfter))->behind, 0);
  EXPECT_THAT(StageHeader(tail, 9, DumpKind::kAfter), testing::HasSubstr(" --start-after=analyze-effects --stop-after=box-cube-n\n"));
  EXPECT_THAT(StageHeader(tail, 6, DumpKind::kBefore), testing::HasSubstr("x.py --passes=none\n"));
  EXPECT_THAT(StageHeader(tail, 5, DumpKind::kAfter), testing::HasSubstr("x.py --passes=none\n"));
}

TEST(ProvenanceTest, StatementsThatFitNoPassAreSeen) {
  EXPECT_FALSE(StageInHeader("import x\n# t2t 0.1.0 stage 03 nowhere\n").has_value());
  EXPECT_FALSE(StageInHeader("# about\n\n# t2t 0.1.0 stage 03 nowhere\n").has_value());
  EXPECT_NE(StageInHeader("# t2t 9.9.9 stage 03 nowhere\n")->error, "");
  EXPECT_NE(StageInHeader("# t2t 0.1.0 stage 03 share-loads\n")->error, "");
  EXPECT_NE(StageInHeader("# t2t 0.1.0 stage xx share-loads")->error, "");
  EXPECT_EQ(StageInHeader("# t2t 0.1.0 stage 10 share-loads")->error, "");
}

TEST(ReproducerTest, FlagsComeFromTheHeaderOnly) {
  EXPECT_EQ(FlagsInHeader("# t2t\n# flags: --passes=finish\nimport x\n# flags: --no\n"), "--passes=finish");
  EXPECT_EQ(FlagsInHeader("import x\n"), "");
  // The program may itself begin with the flags of an older one.
  EXPECT_EQ(FlagsInHeader(ReproducerText("what\nmore", "--a", "# flags: --b\nimport x\n")), "--a");
  EXPECT_EQ(FlagsInHeader(ReproducerText("what", "", "")), "--verify=each");
}

TEST(StatsTest, CountsWhatMovesIntoWhichMemory) {
  Program p = Read(R"(import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[16, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        a: pl.Tile[[16, 32], pl.FP32, pl.Mem.Mat] = pl.tile.load(x, [0, 0], [16, 32], [16, 32], target_memory=pl.Mem.Mat)
        b: pl.Tile[[16, 32], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 32], [16, 32])
        z: pl.Tensor[[16, 32], pl.FP32] = pl.tile.store(b, [0, 0], y)
        return z
)");
  StatsObserver stats;
  stats.Begin(p);
  const std::string json = stats.Json();
  for (const char* part : {"\"statements\": 4", "\"loads\": 2", "\"stores\": 1", "\"Vec\": 2048", "\"Mat\": 2048",
                           "\"DDR\": 2048", "\"unsized_transfers\": 0"}) {
    EXPECT_THAT(json, testing::HasSubstr(part));
  }
  EXPECT_THAT(stats.Table(), testing::HasSubstr("B->Mat"));
}

// What a pass that crashes leaves behind. The child process must not touch what the parent holds, hence a death test.
TEST(CrashGuardDeathTest, LeavesAReproducer) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const fs::path dir = fs::temp_directory_path() / "t2t-crash-guard-test";
  fs::create_directories(dir);
  const fs::path file = dir / "t2t-repro-10-crash.py";
  fs::remove(file);
  for (const int signal : {SIGSEGV, SIGABRT}) {
    const auto crash = [&] {
      const ReproducerOptions options{dir.string(), kProgram, "--disable=box-cube-m", "", "--verify=ends"};
      CrashGuard guard(options, 0, 3);
      Program program = Read(kProgram);
      guard.Before(StageEvent{10, StageAt(10), program});
      std::raise(signal);
    };
    EXPECT_EXIT(crash(), testing::ExitedWithCode(3), "pass 10 share-loads: crashed");
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    EXPECT_EQ(FlagsInHeader(text.str()), "--stop-after=share-loads --disable=box-cube-m --verify=ends");
    EXPECT_THAT(text.str(), testing::EndsWith(std::string(kProgram)));
    Diagnostics d;
    EXPECT_TRUE(ReadProgram(text.str(), d).has_value()) << "it is a program all the same";
  }
  fs::remove_all(dir);
}

}  // namespace
}  // namespace t2t
