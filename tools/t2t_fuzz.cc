// t2t-fuzz: random programs through the whole chain, with strict verification and value checks.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fmt/format.h"
#include "ir/text/reader.h"
#include "pipeline/check_values.h"
#include "pipeline/provenance.h"
#include "pipeline/runner.h"
#include "tests/generate/generate.h"
#include "tools/files.h"
#include "tools/flags.h"
#include "tools/load_pass.h"
#include "tools/man_page.h"

namespace t2t {
namespace {

struct Counts {
  int64_t done = 0, refused = 0, unreadable = 0, failed = 0, not_run = 0;
  ValueChecker::Counts values;
};

void Save(const std::string& dir, uint64_t seed, const std::string& text, const std::string& why) {
  if (dir.empty()) return;
  const std::string error = WriteFileAtomically(fmt::format("{}/seed_{}.py", dir, seed),
                                                fmt::format("# {}\n{}", why.substr(0, why.find('\n')), text));
  if (!error.empty()) fmt::print(stderr, "t2t-fuzz: {}\n", error);
}

struct Campaign {
  uint64_t first = 1, count = 100;
  bool check_values = false, ends_only = false, quiet = false;
  std::string dir;
  double seconds = 0;
};

// One program through the chain.
RunResult Lower(Program& program, ValueChecker* values, Diagnostics& diagnostics) {
  std::vector<Observer*> observers;
  if (values != nullptr) observers.push_back(values);
  RunPlan plan;
  plan.last = NumStages();
  plan.verify = VerifyLevel::kStrict;
  return RunChain(program, Stages(), plan, observers, diagnostics);
}

int Run(const Campaign& campaign) {
  const auto& [first, count, check_values, ends_only, quiet, dir, seconds] = campaign;
  Counts total;
  std::map<std::string, int64_t> kinds;  // first line of each finding, without its numbers
  const auto start = std::chrono::steady_clock::now();
  uint64_t done = 0;
  for (; done < count; ++done) {
    if (seconds > 0 && std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > seconds) break;
    const uint64_t seed = first + done;
    const std::string text = GenerateProgram(seed);
    Diagnostics diagnostics;
    std::optional<Program> program = ReadProgram(text, diagnostics);
    if (!program) {
      ++total.unreadable;
      if (!quiet) fmt::print(stderr, "seed {}: unreadable\n{}", seed, RenderDiagnostics(diagnostics.all(), "generated", text));
      Save(dir, seed, text, "unreadable");
      continue;
    }
    ValueCheckOptions options;
    // Extents of 32 and 1, and where some are unknown also one just above a box.
    options.seeds = program->symbols().empty() ? 2 : 3;
    if (ends_only) options.first_judged = NumStages();
    ValueChecker values(options);
    const bool run = check_values || ends_only;
    RunResult result = Lower(*program, run ? &values : nullptr, diagnostics);
    if (ends_only && result.verdict == Verdict::kOurFault) {  // which pass was it?
      options.first_judged = 1;
      ValueChecker each(options);
      Diagnostics of_this_run;
      if (std::optional<Program> again = ReadProgram(text, of_this_run)) {
        if (RunResult found = Lower(*again, &each, of_this_run); found.verdict == Verdict::kOurFault) result = found;
      }
    }
    total.values.functions += values.counts().functions;
    total.values.runs += values.counts().runs;
    total.values.elements += values.counts().elements;
    total.values.undefined += values.counts().undefined;
    total.not_run += static_cast<int64_t>(values.NotRun().size());
    if (result.verdict == Verdict::kDone) {
      ++total.done;
      if (!quiet) for (const std::string& line : values.NotRun()) ++kinds["not run: " + line.substr(line.find(": ") + 2).substr(0, 100)];
    } else if (result.verdict == Verdict::kInputWrong) {
      ++total.refused;
      std::string why = diagnostics.all().empty() ? "" : diagnostics.all().front().message;
      for (const Diagnostic& d : diagnostics.all()) {
        if (d.severity == Severity::kError) {
          why = d.message;
          break;
        }
      }
      ++kinds["refused: " + why.substr(0, 100)];
    } else {
      ++total.failed;
      fmt::print(stderr, "seed {}: {}\n", seed, result.failure);
      Save(dir, seed, text, result.failure);
    }
  }
  for (const auto& [kind, n] : kinds) {
    if (!quiet) fmt::print(stderr, "{:8} {}\n", n, kind);
  }
  fmt::print("{} programs: {} lowered, {} refused, {} unreadable, {} failed; {} functions run ({} not), {} runs compared, "
             "{} elements equal, {} undefined before\n",
             done, total.done, total.refused, total.unreadable, total.failed, total.values.functions, total.not_run,
             total.values.runs, total.values.elements, total.values.undefined);
  return total.failed == 0 && total.unreadable == 0 ? 0 : 3;
}

using V = Flag::Value;
constexpr Flag kFlags[] = {
    {"programs", "seed", V::kRequired, "N", "seed of the first program (default 1)"},
    {"programs", "count", V::kRequired, "N", "how many programs (default 100)"},
    {"programs", "seconds", V::kRequired, "N", "stop after this time"},
    {"programs", "print", V::kNone, "", "print the program of the first seed and stop"},
    {"chain", "load-pass", V::kRequired, "LIB", "add the passes of this shared library to the chain"},
    {"chain", "check-values", V::kNone, "", "run every program before and after each pass"},
    {"chain", "check-ends", V::kNone, "", "run every program before the first pass and after the last; faster"},
    {"findings", "out", V::kRequired, "DIR", "keep failing programs here"},
    {"findings", "quiet", V::kNone, "", "findings and the summary only"},
    {"help", "help", V::kNone, "", "this text"},
    {"help", "help-docs", V::kRequired, "man", "this text as manual page"},
};
constexpr std::string_view kHead =
    "usage: t2t-fuzz [options]\n\n"
    "Sends random programs through the whole chain, with strict verification after each pass.\n"
    "Exit status: 0 nothing found, 2 usage, 3 t2t is wrong.\n";

constexpr int kUsage = 2;
int Usage(std::string_view message) {
  fmt::print(stderr, "t2t-fuzz: {}\n", message);
  return kUsage;
}

int Main(const std::vector<std::string>& args) {
  const CommandLine line = ParseCommandLine(kFlags, 0, args);
  if (!line.error.empty()) return Usage(line.error);
  if (const std::optional<std::string> text = AnswerHelp("send random programs through the chain", kHead, kFlags, line)) {
    const std::string error = WriteToStdout(*text);
    return error.empty() ? 0 : Usage(error);
  }
  Campaign c;
  if (!line.GetNumber("seed", c.first) || !line.GetNumber("count", c.count) || !line.GetNumber("seconds", c.seconds) ||
      !std::isfinite(c.seconds) || c.seconds < 0) {
    return Usage("--seed, --count and --seconds take a number, 0 or more");
  }
  if (const std::string error = LoadPasses(line.All("load-pass")); !error.empty()) return Usage(error);
  if (line.Has("print")) {
    fmt::print("{}", GenerateProgram(c.first));
    return 0;
  }
  c.check_values = line.Has("check-values");
  c.ends_only = line.Has("check-ends");
  c.quiet = line.Has("quiet");
  c.dir = line.Get("out");
  if (const std::string error = c.dir.empty() ? "" : MakeDir(c.dir); !error.empty()) {
    return Usage(fmt::format("--out: {}", error));
  }
  return Run(c);
}

}  // namespace
}  // namespace t2t

int main(int argc, char** argv) { return t2t::Main({argv + 1, argv + argc}); }
