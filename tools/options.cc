#include "tools/options.h"

#include <algorithm>
#include <charconv>

#include "fmt/format.h"
#include "ir/support/nearest.h"
#include "pipeline/provenance.h"
#include "tools/toggles.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

// Index of `value` among `names` ("" stands for a value left out), or the usage error.
std::string OneOf(std::string_view flag, const std::string& value, absl::Span<const std::string_view> names,
                  size_t& index) {
  for (index = 0; index < names.size(); ++index) {
    if (names[index] == value) return {};
  }
  const std::string_view nearest = NearestName(value, names);
  const auto words = names.subspan(names[0].empty() ? 1 : 0);
  return fmt::format("--{}={}: expected {}{}", flag, value, fmt::join(words, ", "),
                     DidYouMean(nearest));
}

std::string NeedsOther(const CommandLine& line) {
  const bool dumps = line.Has("dump-after") || line.Has("dump-before");
  if (line.Has("dump-dir") && !dumps) return "--dump-dir has no effect without --dump-after or --dump-before";
  if (line.Has("dump-funcs") && !dumps && !line.Has("diff") && !line.Has("dot-dir") && !line.Has("report")) {
    return "--dump-funcs has no effect without --dump-after, --dump-before, --diff, --dot-dir or --report";
  }
  if (line.Has("dot-after") && !line.Has("dot-dir")) return "--dot-after has no effect without --dot-dir";
  if (line.Has("dot-kind") && !line.Has("dot-dir")) return "--dot-kind has no effect without --dot-dir";
  if (line.Has("svg") && !line.Has("dot-dir")) return "--svg has no effect without --dot-dir";
  if (line.Has("disable") && line.Has("only")) return "--disable and --only contradict each other";
  if (line.Has("verify-diagnostics")) {
    for (std::string_view flag : {"o", "expect", "diag-format", "error-limit"}) {
      if (line.Has(flag)) return fmt::format("{}{} has no effect with --verify-diagnostics, which judges the findings alone",
                                             flag == "o" ? "-" : "--", flag);
    }
  }
  if (line.Has("passes") && (line.Has("stop-after") || line.Has("start-after"))) {
    return "--passes says all there is to say: no --stop-after or --start-after beside it";
  }
  if (line.Has("emit")) {
    constexpr std::string_view kWhat[] = {"source"};
    size_t index = 0;
    if (std::string e = OneOf("emit", line.Get("emit"), kWhat, index); !e.empty()) return e;
    for (const auto& [flag, values] : line.values) {
      if (flag == "emit" || flag == "o" || flag == "diag-format") continue;
      return fmt::format("--emit=source runs no pass: --{} has no effect beside it", flag);
    }
  }
  return {};
}

std::string ChooseSlice(const CommandLine& line, RunPlan& plan) {
  plan.first = 1;
  plan.last = NumStages();
  if (line.Has("passes")) {
    const std::string passes = line.Get("passes");
    if (passes == "none") {
      plan.last = 0;
      return {};
    }
    const int ordinal = FindStage(passes);
    if (ordinal == 0) return "--passes: " + UnknownStage(passes);
    plan.first = plan.last = ordinal;
  }
  if (line.Has("start-after")) {
    const int ordinal = FindStage(line.Get("start-after"));
    if (ordinal == 0) return "--start-after: " + UnknownStage(line.Get("start-after"));
    plan.first = ordinal + 1;
  }
  if (line.Has("stop-after")) {
    const int ordinal = FindStage(line.Get("stop-after"));
    if (ordinal == 0) return "--stop-after: " + UnknownStage(line.Get("stop-after"));
    plan.last = ordinal;
    if (plan.last < plan.first) {
      return fmt::format("--stop-after={} is not behind --start-after={}", line.Get("stop-after"),
                         line.Get("start-after"));
    }
  }
  return {};
}

// Also refuses passes that the slice does not run: nothing would be written for them.
std::string ParseSelector(const CommandLine& line, std::string_view flag, const RunPlan& plan, Selector& selector) {
  for (const std::string& text : line.All(flag)) {
    if (std::string error = selector.Parse(text); !error.empty()) return fmt::format("--{}: {}", flag, error);
  }
  for (int ordinal : selector.picked()) {
    if (ordinal >= plan.first && ordinal <= plan.last) continue;
    const std::string slice = plan.last < plan.first ? std::string("no pass runs")
                                                     : fmt::format("only passes {:02} to {:02} run", plan.first, plan.last);
    return fmt::format("--{}={:02} has no effect: {}", flag, ordinal, slice);
  }
  return {};
}

// A number that is given whole; false when it is none or outside.
bool ParseNumber(std::string_view text, int64_t least, int64_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value >= least;
}

std::string ChooseFuel(const CommandLine& line, RunPlan& plan) {
  for (const std::string& text : line.All("fuel")) {
    const size_t colon = text.find(':');
    int64_t limit = 0;
    if (colon == std::string::npos || !ParseNumber(std::string_view(text).substr(colon + 1), 0, limit)) {
      return fmt::format("--fuel={}: expected PASS:N with N changes, 0 or more", text);
    }
    const int ordinal = FindStage(std::string_view(text).substr(0, colon));
    if (ordinal == 0) return "--fuel: " + UnknownStage(std::string_view(text).substr(0, colon));
    const Stage& stage = StageAt(ordinal);
    if (stage.unit.empty()) {
      return fmt::format("--fuel: pass {:02} {} does all of its work or none{}", ordinal, stage.name,
                         stage.optional ? "; --disable leaves it out" : " and cannot be left out");
    }
    plan.fuel.resize(static_cast<size_t>(NumStages()), -1);
    if (plan.fuel[static_cast<size_t>(ordinal - 1)] >= 0) return fmt::format("--fuel: pass {} is given twice", stage.name);
    plan.fuel[static_cast<size_t>(ordinal - 1)] = limit;
  }
  return {};
}

// Flags of the command line, as one would type them.
std::string Typed(const CommandLine& line, std::initializer_list<std::string_view> flags) {
  std::string out;
  for (std::string_view flag : flags) {
    for (const std::string& value : line.All(flag)) out += fmt::format("{}--{}={}", out.empty() ? "" : " ", flag, ShellWord(value));
  }
  return out;
}

std::string ChooseChecks(const CommandLine& line, Options& options) {
  size_t index = 0;
  if (line.Has("verify")) {
    constexpr std::string_view kLevels[] = {"none", "ends", "each", "strict"};
    if (std::string e = OneOf("verify", line.Get("verify"), kLevels, index); !e.empty()) return e;
    options.plan.verify = static_cast<VerifyLevel>(index);
  }
  if (line.Has("verify-only")) {
    if (options.plan.verify == VerifyLevel::kNone) return "--verify-only has no effect with --verify=none";
    for (const std::string& list : line.All("verify-only")) {
      for (std::string& name : SplitCommas(list)) {
        if (FindVerifier(name) == nullptr) return "--verify-only: " + UnknownProperty(name);
        options.verify_only.push_back(std::move(name));
      }
    }
    options.plan.verify_only.assign(options.verify_only.begin(), options.verify_only.end());
  }
  for (const std::string& list : line.All("no-warn")) {
    for (const std::string& name : SplitCommas(list)) {
      if (std::string e = options.silence.Add(name); !e.empty()) return "--no-warn: " + e;
    }
  }
  if (line.Has("diag-format")) {
    constexpr std::string_view kFormats[] = {"text", "json"};
    if (std::string e = OneOf("diag-format", line.Get("diag-format"), kFormats, index); !e.empty()) return e;
  }
  constexpr std::string_view kTime[] = {"", "table", "tree", "json"}, kText[] = {"", "text", "json"}, kListing[] = {"", "text", "json", "docs"};
  if (line.Has("time")) {
    if (std::string e = OneOf("time", line.Get("time"), kTime, index); !e.empty()) return e;
  }
  if (line.Has("list-verifiers")) {
    constexpr std::string_view kForms[] = {"", "text", "docs"};
    if (std::string e = OneOf("list-verifiers", line.Get("list-verifiers"), kForms, index); !e.empty()) return e;
  }
  constexpr std::string_view kPages[] = {"", "markdown", "man", "bash", "zsh"};
  for (std::string_view flag : {"stats", "list-passes", "list-ops", "help-docs"}) {
    if (!line.Has(flag)) continue;
    const absl::Span<const std::string_view> formats = flag == "stats"       ? absl::MakeConstSpan(kText)
                                                       : flag == "help-docs" ? absl::MakeConstSpan(kPages)
                                                                             : absl::MakeConstSpan(kListing);
    if (std::string e = OneOf(flag, line.Get(flag), formats, index); !e.empty()) return e;
  }
  return {};
}

}  // namespace

std::string Understand(const CommandLine& line, Options& options) {
  if (std::string e = NeedsOther(line); !e.empty()) return e;
  if (line.Has("backend")) {
    size_t index = 0;
    if (std::string e = OneOf("backend", line.Get("backend"), kBackendNames, index); !e.empty()) return e;
    options.plan.backend = static_cast<Backend>(index);
  }
  if (std::string e = ChooseSlice(line, options.plan); !e.empty()) return e;
  if (std::string e = ChooseToggles(line, options.plan); !e.empty()) return e;
  if (std::string e = ChooseFuel(line, options.plan); !e.empty()) return e;
  if (std::string e = ParseSelector(line, "dump-after", options.plan, options.dump_after); !e.empty()) return e;
  if (std::string e = ParseSelector(line, "dump-before", options.plan, options.dump_before); !e.empty()) return e;
  if (std::string e = ParseSelector(line, "dot-after", options.plan, options.dot.after); !e.empty()) return e;
  if (line.Has("dot-dir") && !line.Has("dot-after")) options.dot.after.Parse("all");
  if (line.Has("dot-kind")) {
    if (std::string e = ParseDotKinds(line.Get("dot-kind"), options.dot); !e.empty()) {
      return fmt::format("--dot-kind={}: {}", line.Get("dot-kind"), e);
    }
  }
  options.dot.dir = line.Get("dot-dir");
  options.dot.svg = line.Has("svg");
  for (const std::string& patterns : line.All("dump-funcs")) options.functions.Add(patterns);
  options.dot.functions = options.functions;
  if (std::string e = ChooseChecks(line, options); !e.empty()) return e;
  int64_t number = 0;
  if (line.Has("bisect-limit")) {
    if (!ParseNumber(line.Get("bisect-limit"), 0, number) || number > NumStages()) {
      return fmt::format("--bisect-limit={}: expected an ordinal, 0 to {}", line.Get("bisect-limit"), NumStages());
    }
    options.plan.bisect_limit = static_cast<int>(number);
  }
  if (line.Has("check-values")) {
    const std::string text = line.Get("check-values");
    number = 3;
    if (!text.empty() && !ParseNumber(text, 1, number)) {
      return fmt::format("--check-values={}: expected a number of inputs, 1 or more", text);
    }
    options.value_seeds = static_cast<int>(std::min<int64_t>(number, 1'000'000));
  }
  if (line.Has("error-limit")) {
    if (!ParseNumber(line.Get("error-limit"), 1, number)) {
      return fmt::format("--error-limit={}: expected how many errors to show, 1 or more", line.Get("error-limit"));
    }
    options.error_limit = static_cast<size_t>(number);
  }
  options.toggles = Typed(line, {"load-pass", "backend", "disable", "only", "bisect-limit", "fuel"});
  options.slice = Typed(line, {"passes", "start-after", "stop-after"});
  options.checks = Typed(line, {"verify", "verify-only"});
  return {};
}

}  // namespace t2t
