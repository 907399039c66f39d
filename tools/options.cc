#include "tools/options.h"

#include <algorithm>
#include <charconv>

#include "fmt/format.h"
#include "ir/support/nearest.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

std::vector<std::string> SplitCommas(const std::string& text) {
  std::vector<std::string> words;
  size_t begin = 0;
  while (true) {
    const size_t end = text.find(',', begin);
    words.push_back(text.substr(begin, end - begin));
    if (end == std::string::npos) return words;
    begin = end + 1;
  }
}

// Index of `value` among `names`, or the usage error.
std::string OneOf(std::string_view flag, const std::string& value, absl::Span<const std::string_view> names,
                  size_t& index) {
  for (index = 0; index < names.size(); ++index) {
    if (names[index] == value) return {};
  }
  const std::string_view nearest = NearestName(value, names);
  return fmt::format("--{}={}: expected {}{}", flag, value, fmt::join(names, ", "),
                     nearest.empty() ? std::string() : fmt::format(" (did you mean '{}'?)", nearest));
}

std::string NeedsOther(const CommandLine& line) {
  const bool dumps = line.Has("dump-after") || line.Has("dump-before");
  if (line.Has("dump-dir") && !dumps) return "--dump-dir has no effect without --dump-after or --dump-before";
  if (line.Has("dump-funcs") && !dumps) return "--dump-funcs has no effect without --dump-after or --dump-before";
  if (line.Has("dot-after") && !line.Has("dot-dir")) return "--dot-after has no effect without --dot-dir";
  if (line.Has("svg") && !line.Has("dot-dir")) return "--svg has no effect without --dot-dir";
  if (line.Has("disable") && line.Has("only")) return "--disable and --only contradict each other";
  if (line.Has("passes") && (line.Has("stop-after") || line.Has("start-after"))) {
    return "--passes says all there is to say: no --stop-after or --start-after beside it";
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

std::string ChooseToggles(const CommandLine& line, RunPlan& plan) {
  plan.disabled.assign(static_cast<size_t>(NumStages()), false);
  const bool only = line.Has("only");
  if (!only && !line.Has("disable")) return {};
  const std::string_view flag = only ? "only" : "disable";
  std::string error;
  std::vector<int> named;
  for (const std::string& list : line.values.find(flag)->second) {
    for (int ordinal : ParseStageList(list, error)) named.push_back(ordinal);
    if (!error.empty()) return fmt::format("--{}: {}", flag, error);
  }
  for (int ordinal : named) {
    if (StageAt(ordinal).optional) continue;
    if (only) continue;  // runs anyway
    return fmt::format("--disable: pass {:02} {} changes the language or decides what is lowered, so it cannot be left out",
                       ordinal, StageAt(ordinal).name);
  }
  for (int ordinal = 1; ordinal <= NumStages(); ++ordinal) {
    const bool is_named = std::find(named.begin(), named.end(), ordinal) != named.end();
    plan.disabled[static_cast<size_t>(ordinal - 1)] = StageAt(ordinal).optional && is_named != only;
  }
  return {};
}

std::string ParseSelector(const CommandLine& line, std::string_view flag, Selector& selector) {
  auto it = line.values.find(flag);
  if (it == line.values.end()) return {};
  for (const std::string& text : it->second) {
    if (std::string error = selector.Parse(text); !error.empty()) return fmt::format("--{}: {}", flag, error);
  }
  return {};
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
    std::vector<std::string_view> names;
    for (const Verifier& v : AllVerifiers()) names.push_back(v.property);
    for (const std::string& list : line.values.find("verify-only")->second) {
      for (std::string& name : SplitCommas(list)) {
        if (FindVerifier(name) == nullptr) {
          const std::string_view nearest = NearestName(name, names);
          return fmt::format("--verify-only: no property is called '{}'{}; --list-verifiers shows all", name,
                             nearest.empty() ? std::string() : fmt::format(" (did you mean '{}'?)", nearest));
        }
        options.verify_only.push_back(std::move(name));
      }
    }
    options.plan.verify_only.assign(options.verify_only.begin(), options.verify_only.end());
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
  for (std::string_view flag : {"stats", "list-passes", "list-ops"}) {
    if (!line.Has(flag)) continue;
    const absl::Span<const std::string_view> formats =
        flag == "stats" ? absl::MakeConstSpan(kText) : absl::MakeConstSpan(kListing);
    if (std::string e = OneOf(flag, line.Get(flag), formats, index); !e.empty()) return e;
  }
  return {};
}

}  // namespace

std::string Understand(const CommandLine& line, Options& options) {
  if (std::string e = NeedsOther(line); !e.empty()) return e;
  if (line.Has("backend")) {
    constexpr std::string_view kBackends[] = {"none", "Ascend910B", "Ascend950"};
    size_t index = 0;
    if (std::string e = OneOf("backend", line.Get("backend"), kBackends, index); !e.empty()) return e;
    options.plan.backend = static_cast<Backend>(index);
  }
  if (std::string e = ChooseSlice(line, options.plan); !e.empty()) return e;
  if (std::string e = ChooseToggles(line, options.plan); !e.empty()) return e;
  if (std::string e = ParseSelector(line, "dump-after", options.dump_after); !e.empty()) return e;
  if (std::string e = ParseSelector(line, "dump-before", options.dump_before); !e.empty()) return e;
  if (std::string e = ParseSelector(line, "dot-after", options.dot_after); !e.empty()) return e;
  if (line.Has("dot-dir") && !line.Has("dot-after")) options.dot_after.Parse("all");
  if (std::string e = ChooseChecks(line, options); !e.empty()) return e;
  if (line.Has("bisect-limit")) {
    const std::string text = line.Get("bisect-limit");
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), options.bisect_limit);
    if (error != std::errc() || end != text.data() + text.size() || options.bisect_limit < 0) {
      return fmt::format("--bisect-limit={}: expected an ordinal, 0 to {}", text, NumStages());
    }
  }
  for (std::string_view flag : {"backend", "disable", "only", "bisect-limit"}) {
    auto it = line.values.find(flag);
    if (it == line.values.end()) continue;
    for (const std::string& value : it->second) {
      options.toggles += fmt::format("{}--{}={}", options.toggles.empty() ? "" : " ", flag, value);
    }
  }
  return {};
}

}  // namespace t2t
