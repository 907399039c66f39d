#include "tools/flags.h"

#include <CLI/CLI.hpp>

#include "fmt/format.h"
#include "ir/support/nearest.h"

namespace t2t {
namespace {

using V = Flag::Value;
constexpr Flag kFlags[] = {
    {"target", "backend", V::kRequired, "none|Ascend910B|Ascend950", "chip to lower for; a few conversions depend on it"},

    {"choose", "list-passes", V::kOptional, "text|json|docs", "the chain: ordinal, name, language, contract; with the toggles, what runs"},
    {"choose", "list-verifiers", V::kOptional, "text|docs", "the properties that are checked, with their rules"},
    {"choose", "show-language", V::kRequired, "NAME|PASS|docs", "what a kernel may hold in a language, or behind a pass"},
    {"choose", "diff-languages", V::kRequired, "A,B", "what two languages allow differently; names or passes"},
    {"choose", "list-ops", V::kOptional, "text|json|docs", "the operator registry"},
    {"choose", "explain-op", V::kRequired, "OP", "one operator: operands, kwargs, memory, effects, conversion"},
    {"choose", "stop-after", V::kRequired, "PASS", "run up to and including this pass"},
    {"choose", "start-after", V::kRequired, "PASS", "the input is a dump of this pass: go on behind it"},
    {"choose", "disable", V::kRequired, "PASS[@GLOB],...", "leave out optional passes, or keep them from the functions of these names"},
    {"choose", "only", V::kRequired, "PASS,...", "leave out every optional pass but these"},
    {"choose", "passes", V::kRequired, "none|PASS", "run no pass, or this single one on a dump of its predecessor"},
    {"choose", "load-pass", V::kRequired, "LIB", "add the passes of this shared library to the chain (passes/plugin.h)"},

    {"see", "emit", V::kRequired, "source", "print the program as the front end reads it: names, types, SSA form; no pass runs"},
    {"see", "watch", V::kNone, "", "lower the file again whenever it is saved and show what changed; Ctrl-C ends it"},
    {"see", "o", V::kRequired, "FILE", "write the result here instead of stdout"},
    {"see", "dump-after", V::kRequired, "SEL", "print the program behind these passes, to stderr or --dump-dir"},
    {"see", "dump-before", V::kRequired, "SEL", "the same in front of these passes"},
    {"see", "dump-dir", V::kRequired, "DIR", "one file per dump: 00_frontend.py, NN_after_PASS.py, and an index"},
    {"see", "dump-funcs", V::kRequired, "GLOB,...", "dumps, diffs and graphs show only functions of these names"},
    {"see", "diff", V::kNone, "", "on stderr, what every pass changed, statement by statement"},
    {"see", "dot-dir", V::kRequired, "DIR", "one graph per chosen stage, in Graphviz form"},
    {"see", "dot-after", V::kRequired, "SEL", "which stages get a graph (default: all)"},
    {"see", "dot-kind", V::kRequired, "dataflow|calls|stages,...",
     "what is drawn (default dataflow): statements, who calls whom, or the chain itself"},
    {"see", "svg", V::kNone, "", "render the graphs with dot as well"},
    {"see", "report", V::kRequired, "FILE.html", "one self-contained page: what each pass changed, graphs, numbers"},
    {"see", "explain", V::kRequired, "NAME", "why a value, a parameter (FUNCTION.NAME) or a function became what it is"},

    {"check", "verify", V::kRequired, "none|ends|each|strict",
     "when to check (default each); strict adds print-read-compare, honest changes and kept effects"},
    {"check", "verify-only", V::kRequired, "PROPERTY,...", "check these properties and nothing else"},
    {"check", "check-values", V::kOptional, "SEEDS", "run the program before and after every pass and compare values (default: 3 inputs each)"},
    {"check", "expect", V::kRequired, "FILE", "compare the result with this program; exit 1 and a first difference"},
    {"check", "verify-diagnostics", V::kNone, "", "the input names its findings (# expected-error@+1: text); exit 0 if just those come"},
    {"check", "no-warn", V::kRequired, "PROPERTY,...", "do not show warnings of these properties, or of one rule: PROPERTY.N"},
    {"check", "error-limit", V::kRequired, "N", "show at most N errors (default: all)"},
    {"check", "diag-format", V::kRequired, "text|json", "how findings are shown on stderr"},

    {"hunt", "bisect-limit", V::kRequired, "N", "run optional passes only up to ordinal N; t2t-bisect finds N"},
    {"hunt", "fuel", V::kRequired, "PASS:N", "let an optional pass make only its first N changes"},
    {"hunt", "repro-dir", V::kRequired, "DIR", "where a reproducer goes when a pass is to blame (default: here)"},
    {"hunt", "gen-repro", V::kRequired, "FILE", "write a reproducer of this run, whatever comes of it"},
    {"hunt", "run-repro", V::kRequired, "FILE", "run a reproducer with the flags it names"},
    {"hunt", "time", V::kOptional, "table|tree|json", "time per pass and per verification, on stderr"},
    {"hunt", "trace-out", V::kRequired, "FILE", "the same as Chrome trace events, for Perfetto"},
    {"hunt", "stats", V::kOptional, "text|json", "per stage: statements, loads, stores, moves, bytes per memory space"},

    {"help", "help", V::kNone, "", "this text"},
    {"help", "help-pass", V::kRequired, "PASS", "what a pass does, with an example"},
    {"help", "help-docs", V::kOptional, "markdown|man|bash|zsh", "this table as docs/flags.md, manual page or shell completion"},
    {"help", "version", V::kNone, "", "the version"},
};

}  // namespace

absl::Span<const Flag> Flags() { return kFlags; }

std::vector<std::string> SplitCommas(std::string_view text) {
  std::vector<std::string> words;
  size_t begin = 0;
  while (true) {
    const size_t end = text.find(',', begin);
    words.emplace_back(text.substr(begin, end - begin));
    if (end == std::string::npos) return words;
    begin = end + 1;
  }
}

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

namespace {

std::string Dashed(std::string_view name) { return fmt::format("{}{}", name.size() == 1 ? "-" : "--", name); }

std::string UnknownFlag(absl::Span<const Flag> flags, std::string_view given) {
  const std::string name(given.substr(0, given.find('=')));
  std::vector<std::string> spelled;
  for (const Flag& flag : flags) spelled.push_back(Dashed(flag.name));
  const std::vector<std::string_view> views(spelled.begin(), spelled.end());
  const std::string_view nearest = NearestName(name, views);
  return fmt::format("unknown option '{}'{}", name,
                     nearest.empty() ? std::string("; see --help") : DidYouMean(nearest));
}

// What is wrong with the values given to a flag, "" for nothing; the stand-in of a missing optional value is cleared.
std::string CheckValues(const Flag& flag, std::vector<std::string>& values) {
  for (std::string& value : values) {
    if (flag.takes == V::kNone && value != "true") return fmt::format("{} takes no value", Dashed(flag.name));
    if (flag.takes == V::kOptional && value == "true") value.clear();
    if (flag.takes == V::kRequired && value.empty()) return fmt::format("{} needs a value: {}", Dashed(flag.name), flag.value);
  }
  if (values.size() > 1 && flag.takes != V::kNone && !flag.repeats()) {
    return fmt::format("{} is given twice, as '{}' and as '{}'", Dashed(flag.name), values[0], values[1]);
  }
  return {};
}

}  // namespace

std::string HelpText(std::string_view head, absl::Span<const Flag> flags) {
  std::string out(head);
  std::string_view group;
  for (const Flag& flag : flags) {
    if (flag.group != group) out += fmt::format("\n{}\n", flag.group);
    group = flag.group;
    out += fmt::format("  {:<36} {}\n", Spelled(flag), flag.help);
  }
  return out;
}

CommandLine ParseCommandLine(absl::Span<const Flag> flags, size_t max_inputs, const std::vector<std::string>& args) {
  CommandLine line;
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  std::vector<std::vector<std::string>> given(flags.size());
  std::vector<CLI::Option*> options;
  for (size_t i = 0; i < flags.size(); ++i) {
    const std::string name = Dashed(flags[i].name);
    if (flags[i].takes == V::kRequired) {
      options.push_back(app.add_option(name, given[i])->expected(1)->multi_option_policy(
          CLI::MultiOptionPolicy::TakeAll)->allow_extra_args(false)->type_name(std::string(flags[i].value)));
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
      line.error = UnknownFlag(flags, extra);
      return line;
    }
    line.inputs.push_back(extra);
  }
  if (line.inputs.size() > max_inputs) {
    line.error = max_inputs == 1 ? fmt::format("one input only, but there are '{}' and '{}'", line.inputs[0], line.inputs[1])
                                 : fmt::format("too many inputs: '{}'", line.inputs.back());
    return line;
  }
  for (size_t i = 0; i < flags.size(); ++i) {
    if (options[i]->count() == 0) continue;
    line.error = CheckValues(flags[i], given[i]);
    if (!line.error.empty()) return line;
    line.values.emplace(flags[i].name, std::move(given[i]));
  }
  return line;
}

}  // namespace t2t
