#include "tools/driver.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "fmt/format.h"
#include "ir/core/structural_equal.h"
#include "ir/text/printer.h"
#include "ir/text/reader.h"
#include "pipeline/bisect.h"
#include "pipeline/diff.h"
#include "pipeline/dot.h"
#include "pipeline/dump.h"
#include "pipeline/reproducer.h"
#include "pipeline/properties.h"
#include "pipeline/runner.h"
#include "pipeline/stats.h"
#include "pipeline/timing.h"
#include "tools/explain_op.h"
#include "tools/flags.h"
#include "tools/listings.h"
#include "tools/options.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

int Usage(const std::string& message) {
  fmt::print(stderr, "t2t-pipeline: {}\n", message);
  return kExitUsage;
}

int Print(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (written) return kExitDone;
  return Usage(fmt::format("cannot write to stdout: {}", std::strerror(errno)));
}

// "" or why the file cannot be read. "-" is stdin.
std::string ReadFile(const std::string& path, std::string& text) {
  std::FILE* file = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
  if (file == nullptr) return fmt::format("cannot read {}: {}", path, std::strerror(errno));
  char buffer[1 << 16];
  while (const size_t n = std::fread(buffer, 1, sizeof(buffer), file)) text.append(buffer, n);
  std::string error;
  if (std::ferror(file) != 0) error = fmt::format("cannot read {}: {}", path, std::strerror(errno));
  if (file != stdin) std::fclose(file);
  return error;
}

std::string MakeDir(const std::string& path) {
  for (size_t slash = path.find('/', 1); ; slash = path.find('/', slash + 1)) {
    const std::string part = path.substr(0, slash);
    if (::mkdir(part.c_str(), 0777) != 0 && errno != EEXIST) {
      return fmt::format("cannot make {}: {}", part, std::strerror(errno));
    }
    if (slash == std::string::npos) return {};
  }
}

// Diagnostics may quote input bytes that are no UTF-8; JSON output replaces those.
std::string DiagnosticsJson(const std::vector<Diagnostic>& all, std::string_view file) {
  auto array = nlohmann::ordered_json::array();
  for (const Diagnostic& d : all) {
    array.push_back({{"severity", d.severity == Severity::kError ? "error" : "warning"},
                     {"kind", d.kind},
                     {"rule", d.rule},
                     {"file", std::string(file)},
                     {"line", d.span.line},
                     {"column", d.span.column},
                     {"length", d.span.length},
                     {"function", d.function},
                     {"message", d.message},
                     {"help", d.help}});
  }
  return array.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

// Flags that only print something; nullopt when there is none of them.
std::optional<int> Informational(const CommandLine& line) {
  if (line.Has("help")) return Print(HelpText());
  if (line.Has("help-docs")) return Print(FlagsPage());
  if (line.Has("version")) return Print(fmt::format("t2t {}\n", kVersion));
  if (line.Has("list-passes")) {
    const std::string format = line.Get("list-passes");
    return Print(format == "json" ? ListPassesJson() : format == "docs" ? PassesPage() : ListPasses());
  }
  if (line.Has("list-verifiers")) return Print(line.Get("list-verifiers") == "docs" ? VerifiersPage(&WhereChecked) : ListVerifiers());
  if (line.Has("show-language") || line.Has("diff-languages")) {
    std::string text;
    const bool fine = line.Has("show-language") ? ShowLanguages(line.Get("show-language"), text)
                                                : ShowLanguageDifference(line.Get("diff-languages"), text);
    return fine ? Print(text) : Usage(text);
  }
  if (line.Has("list-ops")) {
    const std::string format = line.Get("list-ops");
    return Print(format == "json" ? ListOpsJson() : format == "docs" ? OpsPage() : ListOps());
  }
  if (line.Has("explain-op")) {
    std::string text;
    return ExplainOp(line.Get("explain-op"), text) ? Print(text) : Usage(text);
  }
  return std::nullopt;
}

// The first difference from the program in `path`, "" when equal; `usage` is set when that file is unusable.
std::string Compare(const Program& program, const std::string& path, std::string& usage) {
  std::string text;
  usage = ReadFile(path, text);
  if (!usage.empty()) return {};
  Diagnostics diagnostics;
  const std::optional<Program> expected = ReadProgram(text, diagnostics);
  if (!expected) {
    usage = "--expect: the program cannot be read\n" + RenderDiagnostics(diagnostics.all(), path, text);
    return {};
  }
  return FirstDifference(program, *expected).value_or("");
}

class Run {
 public:
  Run(const CommandLine& line, Options options) : line_(line), options_(std::move(options)) {}

  int Go() {
    std::string text;
    if (std::string error = ReadFile(line_.input, text); !error.empty()) return Usage(error);
    for (std::string_view dir : {"dump-dir", "dot-dir", "repro-dir"}) {
      if (!line_.Has(dir)) continue;
      if (std::string error = MakeDir(line_.Get(dir)); !error.empty()) return Usage(error);
    }
    TimingObserver timing;
    Diagnostics diagnostics;
    std::optional<Program> program = ReadProgram(text, diagnostics);
    timing.Phase("read");
    if (!program) return Report(diagnostics, text, kExitInput);

    const Provenance provenance{line_.input, options_.toggles};
    BisectObserver bisect(options_.bisect_limit);
    DiffObserver diff(stderr);
    StatsObserver stats;
    DumpOptions dumps{options_.dump_after, options_.dump_before, line_.Get("dump-dir"), line_.Get("dump-funcs"), stderr};
    DumpObserver dump(dumps, provenance);
    DotObserver dot(line_.Get("dot-dir"), options_.dot_after, line_.Has("svg"));
    const std::string repro_dir = line_.Has("repro-dir") ? line_.Get("repro-dir") : ".";
    ReproducerObserver reproducer(repro_dir, text, options_.plan, provenance);

    std::vector<Observer*> observers;
    if (options_.bisect_limit >= 0) observers.push_back(&bisect);
    if (line_.Has("stats")) observers.push_back(&stats);
    if (line_.Has("diff")) observers.push_back(&diff);
    if (options_.dump_after.any() || options_.dump_before.any()) observers.push_back(&dump);
    if (line_.Has("dot-dir")) observers.push_back(&dot);
    observers.push_back(&reproducer);
    if (line_.Has("time")) observers.push_back(&timing);  // last: measures the pass and its checks, not the others

    const RunResult result = RunChain(*program, Stages(), options_.plan, observers, diagnostics);
    if (!dump.error().empty()) return Usage(dump.error());
    if (!dot.error().empty()) return Usage(dot.error());
    int code = Report(diagnostics, text, kExitDone);
    if (result.verdict == Verdict::kInputWrong) code = kExitInput;
    if (result.verdict == Verdict::kOurFault) {
      fmt::print(stderr, "t2t-pipeline: {}\n", result.failure);
      if (!reproducer.path().empty()) fmt::print(stderr, "t2t-pipeline: reproducer: {}\n", reproducer.path());
      code = kExitInternal;
    }
    if (code == kExitDone) code = Finish(*program, timing);
    if (line_.Has("time")) {
      const std::string format = line_.Get("time");
      fmt::print(stderr, "{}", format == "json" ? timing.Json() : format == "tree" ? timing.Tree() : timing.Table());
    }
    if (line_.Has("stats")) fmt::print(stderr, "{}", line_.Get("stats") == "json" ? stats.Json() : stats.Table());
    return code;
  }

 private:
  int Report(const Diagnostics& diagnostics, std::string_view text, int code) {
    const std::string_view file = line_.input == "-" ? std::string_view("<stdin>") : std::string_view(line_.input);
    const std::string out = line_.Get("diag-format") == "json"
                                ? DiagnosticsJson(diagnostics.all(), file)
                                : RenderDiagnostics(diagnostics.all(), file, text);
    std::fwrite(out.data(), 1, out.size(), stderr);
    return diagnostics.HasErrors() ? kExitInput : code;
  }

  int Finish(const Program& program, TimingObserver& timing) {
    if (line_.Has("expect")) {
      std::string usage;
      const std::string difference = Compare(program, line_.Get("expect"), usage);
      if (!usage.empty()) return Usage(usage);
      if (!difference.empty()) {
        fmt::print(stderr, "{}: the result differs: {}\n", line_.Get("expect"), difference);
        return kExitInput;
      }
    }
    const std::string out = PrintProgram(program) + "\n";
    timing.Phase("print");
    if (!line_.Has("o")) return Print(out);
    const std::string error = WriteFileAtomically(line_.Get("o"), out);
    return error.empty() ? kExitDone : Usage(error);
  }

  const CommandLine& line_;
  Options options_;
};

std::vector<std::string> Words(const std::string& text) {
  std::vector<std::string> words;
  for (size_t i = 0; i < text.size();) {
    const size_t end = std::min(text.find(' ', i), text.size());
    if (end > i) words.push_back(text.substr(i, end - i));
    i = end + 1;
  }
  return words;
}

}  // namespace

int RunTool(const std::vector<std::string>& args) {
  CommandLine line = ParseCommandLine(args);
  if (!line.error.empty()) return Usage(line.error);
  if (line.Has("run-repro")) {
    const std::string file = line.Get("run-repro");
    if (!line.input.empty()) return Usage("--run-repro names the input; no other file beside it");
    std::string text;
    if (std::string error = ReadFile(file, text); !error.empty()) return Usage(error);
    std::vector<std::string> again = Words(FlagsInHeader(text));
    if (again.empty()) return Usage(fmt::format("{} names no flags: it is no reproducer", file));
    for (const std::string& arg : args) {
      if (!arg.starts_with("--run-repro") && arg != file) again.push_back(arg);
    }
    again.push_back(file);
    line = ParseCommandLine(again);
    if (!line.error.empty()) return Usage(line.error);
    if (line.Has("run-repro")) return Usage("a reproducer does not name another one");
  }
  Options options;
  if (std::string error = Understand(line, options); !error.empty()) return Usage(error);
  if (const std::optional<int> code = Informational(line)) return *code;
  if (line.input.empty()) return Usage("no input: name a file, or - for stdin; --help shows the options");
  return Run(line, std::move(options)).Go();
}

}  // namespace t2t
