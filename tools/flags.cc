#include "tools/flags.h"

#include <CLI/CLI.hpp>

#include "fmt/format.h"
#include "ir/support/nearest.h"

namespace t2t {
namespace {

using V = Flag::Value;
constexpr Flag kFlags[] = {
    {"target", "backend", V::kRequired, "none|Ascend910B|Ascend950", "chip to lower for; a few conversions depend on it"},

    {"choose", "list-passes", V::kOptional, "text|json|docs", "the chain: ordinal, name, language, contract, what is missing"},
    {"choose", "list-verifiers", V::kOptional, "text|docs", "the properties that are checked, with their rules"},
    {"choose", "show-language", V::kRequired, "NAME|PASS|docs", "what a kernel may hold in a language, or behind a pass"},
    {"choose", "diff-languages", V::kRequired, "A,B", "what two languages allow differently; names or passes"},
    {"choose", "list-ops", V::kOptional, "text|json|docs", "the operator registry"},
    {"choose", "explain-op", V::kRequired, "NAME", "one operator: operands, kwargs, memory, effects, conversion"},
    {"choose", "stop-after", V::kRequired, "PASS", "run up to and including this pass"},
    {"choose", "start-after", V::kRequired, "PASS", "the input is a dump of this pass: go on behind it"},
    {"choose", "disable", V::kRequired, "PASS,...", "leave out optional passes"},
    {"choose", "only", V::kRequired, "PASS,...", "leave out every optional pass but these"},
    {"choose", "passes", V::kRequired, "none|PASS", "run no pass, or this single one on a dump of its predecessor"},

    {"see", "o", V::kRequired, "FILE", "write the result here instead of stdout"},
    {"see", "dump-after", V::kRequired, "SEL", "print the program behind these passes, to stderr or --dump-dir"},
    {"see", "dump-before", V::kRequired, "SEL", "the same in front of these passes"},
    {"see", "dump-dir", V::kRequired, "DIR", "one file per dump: 00_frontend.py, NN_after_PASS.py"},
    {"see", "dump-funcs", V::kRequired, "GLOB", "dump only functions whose name matches"},
    {"see", "diff", V::kNone, "", "a line diff on stderr for every pass that changed something"},
    {"see", "dot-dir", V::kRequired, "DIR", "one graph per chosen stage, in Graphviz form"},
    {"see", "dot-after", V::kRequired, "SEL", "which stages get a graph (default: all)"},
    {"see", "svg", V::kNone, "", "render the graphs with dot as well"},

    {"check", "verify", V::kRequired, "none|ends|each|strict",
     "when to check (default each); strict adds print-read-compare and honest changes"},
    {"check", "verify-only", V::kRequired, "PROPERTY,...", "check these properties and nothing else"},
    {"check", "expect", V::kRequired, "FILE", "compare the result with this program; exit 1 and a first difference"},
    {"check", "diag-format", V::kRequired, "text|json", "how findings are shown on stderr"},

    {"hunt", "bisect-limit", V::kRequired, "N", "run optional passes only up to ordinal N"},
    {"hunt", "repro-dir", V::kRequired, "DIR", "where a reproducer goes when a pass is to blame (default: here)"},
    {"hunt", "run-repro", V::kRequired, "FILE", "run a reproducer with the flags it names"},
    {"hunt", "time", V::kOptional, "table|tree|json", "time per pass, on stderr"},
    {"hunt", "stats", V::kOptional, "text|json", "statements, loads, stores per stage, on stderr"},

    {"other", "help", V::kNone, "", "this text"},
    {"other", "help-docs", V::kNone, "", "this text as the documentation page docs/flags.md"},
    {"other", "version", V::kNone, "", "the version"},
};

std::string Spelled(const Flag& flag) {
  const std::string dashes(flag.name.size() == 1 ? "-" : "--");
  switch (flag.takes) {
    case V::kNone: return fmt::format("{}{}", dashes, flag.name);
    case V::kOptional: return fmt::format("{}{}[={}]", dashes, flag.name, flag.value);
    case V::kRequired:
      return flag.name.size() == 1 ? fmt::format("{}{} {}", dashes, flag.name, flag.value)
                                   : fmt::format("{}{}={}", dashes, flag.name, flag.value);
  }
  return {};
}

std::string UnknownFlag(std::string_view given) {
  std::string name(given.substr(0, given.find('=')));
  std::vector<std::string> spelled;
  for (const Flag& flag : kFlags) spelled.push_back(fmt::format("{}{}", flag.name.size() == 1 ? "-" : "--", flag.name));
  const std::vector<std::string_view> views(spelled.begin(), spelled.end());
  const std::string_view nearest = NearestName(name, views);
  return fmt::format("unknown option '{}'{}", name,
                     nearest.empty() ? std::string("; see --help") : fmt::format(" (did you mean '{}'?)", nearest));
}

}  // namespace

absl::Span<const Flag> Flags() { return kFlags; }

std::string HelpText() {
  std::string out =
      "usage: t2t-pipeline [options] FILE|-\n\n"
      "Lowers tensor programs to tile programs, one small pass at a time. stdout carries only the final program.\n"
      "SEL is all | none | changed | failed | NAME,... | N,... | N-M. PASS is a name or a number.\n"
      "Exit status: 0 done, 1 the input is wrong, 2 usage, 3 t2t is wrong.\n";
  std::string_view group;
  for (const Flag& flag : kFlags) {
    if (flag.group != group) out += fmt::format("\n{}\n", flag.group);
    group = flag.group;
    out += fmt::format("  {:<36} {}\n", Spelled(flag), flag.help);
  }
  return out;
}

std::string FlagsPage() {
  std::string out =
      "# Command line\n\n"
      "Made by `t2t-pipeline --help-docs`; a test compares.\n\n"
      "`t2t-pipeline [options] FILE|-`. stdout carries only the final program. SEL is `all | none | changed | failed | "
      "NAME,... | N,... | N-M`.\nExit status: 0 done, 1 the input is wrong, 2 usage, 3 t2t is wrong.\n";
  std::string_view group;
  for (const Flag& flag : kFlags) {
    if (flag.group != group) out += fmt::format("\n## {}\n\n", flag.group);
    group = flag.group;
    out += fmt::format("* `{}`: {}\n", Spelled(flag), flag.help);
  }
  return out;
}

CommandLine ParseCommandLine(const std::vector<std::string>& args) {
  CommandLine line;
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  std::vector<std::vector<std::string>> given(std::size(kFlags));
  std::vector<CLI::Option*> options;
  for (size_t i = 0; i < std::size(kFlags); ++i) {
    const Flag& flag = kFlags[i];
    const std::string name = fmt::format("{}{}", flag.name.size() == 1 ? "-" : "--", flag.name);
    if (flag.takes == V::kRequired) {
      options.push_back(app.add_option(name, given[i])->expected(1)->multi_option_policy(
          CLI::MultiOptionPolicy::TakeAll)->allow_extra_args(false));
    } else {
      options.push_back(app.add_flag(name, given[i])->multi_option_policy(CLI::MultiOptionPolicy::TakeAll));
    }
  }
  std::vector<std::string> reversed(args.rbegin(), args.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    line.error = error.what();
    return line;
  }
  for (const std::string& extra : app.remaining()) {
    if (extra.size() > 1 && extra[0] == '-') {
      line.error = UnknownFlag(extra);
      return line;
    }
    if (!line.input.empty()) {
      line.error = fmt::format("one input only, but there are '{}' and '{}'", line.input, extra);
      return line;
    }
    line.input = extra;
  }
  for (size_t i = 0; i < std::size(kFlags); ++i) {
    if (options[i]->count() == 0) continue;
    std::vector<std::string>& values = given[i];
    for (std::string& value : values) {
      if (kFlags[i].takes == V::kNone && value != "true") {
        line.error = fmt::format("--{} takes no value", kFlags[i].name);
      }
      if (kFlags[i].takes == V::kOptional && value == "true") value.clear();
      if (kFlags[i].takes == V::kRequired && value.empty()) {
        line.error = fmt::format("--{} needs a value: {}", kFlags[i].name, kFlags[i].value);
      }
    }
    if (!line.error.empty()) return line;
    line.values.emplace(kFlags[i].name, std::move(values));
  }
  return line;
}

}  // namespace t2t
