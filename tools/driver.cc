#include "tools/driver.h"

#include <cstdio>
#include <optional>

#include "fmt/format.h"
#include "ir/core/structural_equal.h"
#include "ir/text/author_names.h"
#include "ir/text/printer.h"
#include "ir/text/reader.h"
#include "pipeline/check_values.h"
#include "pipeline/crash_guard.h"
#include "pipeline/dot.h"
#include "pipeline/dump.h"
#include "pipeline/explain.h"
#include "pipeline/program_diff.h"
#include "pipeline/report.h"
#include "pipeline/reproducer.h"
#include "pipeline/properties.h"
#include "pipeline/runner.h"
#include "pipeline/stats.h"
#include "pipeline/timing.h"
#include "tools/expected_diagnostics.h"
#include "tools/explain_op.h"
#include "tools/files.h"
#include "tools/findings.h"
#include "tools/flag_pages.h"
#include "tools/flags.h"
#include "tools/listings.h"
#include "tools/load_pass.h"
#include "tools/named_files.h"
#include "tools/operators_page.h"
#include "tools/options.h"
#include "tools/pass_help.h"
#include "tools/run_repro.h"
#include "tools/stated_stage.h"
#include "tools/toggles.h"
#include "tools/watch.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

int Usage(const std::string& message) {
  fmt::print(stderr, "t2t-pipeline: {}\n", message);
  return kExitUsage;
}

int Print(const std::string& text) {
  const std::string error = WriteToStdout(text);
  return error.empty() ? kExitDone : Usage(error);
}

// Flags that only print something; nullopt when there is none of them.
std::optional<int> Informational(const CommandLine& line, const Options& options) {
  if (line.Has("help")) return Print(PipelineHelp());
  if (line.Has("help-docs")) {
    const std::string page = line.Get("help-docs");
    return Print(page == "man" ? PipelineManPage() : page == "bash" ? BashCompletion() : page == "zsh" ? ZshCompletion() : FlagsPage());
  }
  if (line.Has("version")) return Print(fmt::format("t2t {}\n", kVersion));
  for (std::string_view flag : {"help-pass", "list-passes", "list-verifiers", "show-language", "diff-languages", "list-ops",
                                "explain-op"}) {
    if (line.Has(flag) && !line.inputs.empty()) {
      return Usage(fmt::format("--{} reads no program, so '{}' has no effect", flag, line.input()));
    }
  }
  std::string text;
  if (line.Has("help-pass")) return HelpOfPass(line.Get("help-pass"), text) ? Print(text) : Usage(text);
  if (line.Has("list-passes")) {
    const std::string format = line.Get("list-passes");
    return Print(format == "json" ? ListPassesJson(options.plan) : format == "docs" ? PassesPage() : ListPasses(options.plan));
  }
  if (line.Has("list-verifiers")) return Print(line.Get("list-verifiers") == "docs" ? VerifiersPage(&WhereChecked) : ListVerifiers());
  if (line.Has("show-language") || line.Has("diff-languages")) {
    const bool fine = line.Has("show-language") ? ShowLanguages(line.Get("show-language"), text)
                                                : ShowLanguageDifference(line.Get("diff-languages"), text);
    return fine ? Print(text) : Usage(text);
  }
  if (line.Has("list-ops")) {
    const std::string format = line.Get("list-ops");
    return Print(format == "json" ? ListOpsJson() : format == "docs" ? OperatorsPage() : ListOps());
  }
  if (line.Has("explain-op")) return ExplainOp(line.Get("explain-op"), text) ? Print(text) : Usage(text);
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
    if (std::string error = ReadFile(line_.input(), text_); !error.empty()) return Usage(error);
    if (std::string error = CheckStatedStage(text_, line_, options_.plan); !error.empty()) return Usage(error);
    const RunPlan& plan = options_.plan;
    for (std::string_view dir : {"dump-dir", "dot-dir", "repro-dir"}) {
      if (!line_.Has(dir)) continue;
      if (std::string error = MakeDir(line_.Get(dir)); !error.empty()) return Usage(fmt::format("--{}: {}", dir, error));
    }
    const ReproducerOptions repro{line_.Has("repro-dir") ? line_.Get("repro-dir") : ".", text_, options_.toggles,
                                  options_.slice, options_.checks};
    if (line_.Has("gen-repro")) {
      if (std::string error = WriteFileAtomically(line_.Get("gen-repro"), WholeRunReproducer("on request", repro)); !error.empty()) {
        return Usage(error);
      }
    }
    CrashGuard guard(repro, plan.first - 1, kExitInternal);
    TimingObserver timing;
    std::optional<Program> program = ReadProgram(text_, diagnostics_);
    timing.Phase("read");
    if (!program) return Report(kExitInput);
    if (line_.Has("emit")) return Emit(*program);
    if (std::string error = options_.functions.Unmatched(*program); !error.empty()) return Usage("--dump-funcs: " + error);
    if (std::string error = UnknownFunctions(plan, *program); !error.empty()) return Usage(error);

    const Provenance provenance{line_.input(), options_.toggles, plan.first - 1};
    DiffObserver diff(stderr, options_.functions);
    StatsObserver stats;
    DumpOptions dumps{options_.dump_after, options_.dump_before, line_.Get("dump-dir"), options_.functions, stderr};
    DumpObserver dump(dumps, provenance, text_, plan);
    DotObserver dot(options_.dot);
    Journal journal;
    ReportObserver report(provenance, options_.functions);
    ValueCheckOptions value_options = OptionsFor(plan);
    value_options.seeds = options_.value_seeds;
    ValueChecker values(value_options);
    ReproducerObserver reproducer(repro, plan);

    const bool dumping = options_.dump_after.any() || options_.dump_before.any();
    std::vector<Observer*> observers = {&guard};
    if (line_.Has("stats")) observers.push_back(&stats);
    if (line_.Has("diff")) observers.push_back(&diff);
    if (dumping) observers.push_back(&dump);
    if (line_.Has("dot-dir")) observers.push_back(&dot);
    if (line_.Has("explain")) observers.push_back(&journal);
    if (line_.Has("report")) observers.push_back(&report);
    if (options_.value_seeds > 0) observers.push_back(&values);
    observers.push_back(&reproducer);
    if (line_.Has("time") || line_.Has("trace-out")) observers.push_back(&timing);

    const RunResult result = RunChain(*program, Stages(), plan, observers, diagnostics_);
    const bool our_fault = result.verdict == Verdict::kOurFault;
    const bool as_entry = our_fault && line_.Get("diag-format") == "json" && !line_.Has("verify-diagnostics");
    const Diagnostic failure = FailureOfOurs(result.failure, reproducer);
    int code = Report(kExitDone, as_entry ? &failure : nullptr);
    if (line_.Has("explain")) {
      if (std::string error = ShowExplanations(*program, journal); !error.empty()) return Usage(error);
    }
    if (our_fault) {
      if (!as_entry) {
        fmt::print(stderr, "t2t-pipeline: {}\n", result.failure);
        if (!reproducer.path().empty()) fmt::print(stderr, "t2t-pipeline: reproducer: {}\n", reproducer.path());
        if (!reproducer.error().empty()) Usage(reproducer.error());
      }
      code = kExitInternal;
    } else if (result.verdict == Verdict::kInputWrong && !line_.Has("verify-diagnostics")) {
      code = kExitInput;
      ShowToggles(result);
    }
    if (options_.value_seeds > 0) fmt::print(stderr, "{}", ValueReport(values));
    if (code == kExitDone && !line_.Has("verify-diagnostics")) code = Finish(*program, timing);
    if (line_.Has("time")) {
      const std::string format = line_.Get("time");
      fmt::print(stderr, "{}", format == "json" ? timing.Json() : format == "tree" ? timing.Tree() : timing.Table());
    }
    if (line_.Has("stats")) fmt::print(stderr, "{}", line_.Get("stats") == "json" ? stats.Json() : stats.Table());
    if (dumping && line_.Has("dump-dir")) fmt::print(stderr, "t2t-pipeline: {}\n", dump.Summary());
    // What was asked for beside the result and could not be written is an error, but the result is out by now.
    for (const std::string& error : {dump.error(), dot.error(), WriteTrace(timing), WriteReport(report, timing)}) {
      if (!error.empty() && Usage(error) && code == kExitDone) code = kExitUsage;
    }
    return code;
  }

 private:
  // A pass that was left out may be what the refused program needed.
  void ShowToggles(const RunResult& result) const {
    if (result.stage == 0 || !LeavesOut(options_.plan) || !AcceptedByAll(text_, options_.plan)) return;
    fmt::print(stderr, "t2t-pipeline: passes were left out ({}); the whole chain accepts this program\n", options_.toggles);
  }

  // What t2t did wrong, as an entry beside what it finds wrong with programs.
  static Diagnostic FailureOfOurs(const std::string& failure, const ReproducerObserver& reproducer) {
    Diagnostic d;
    d.kind = "internal";
    d.message = failure;
    d.help = reproducer.path().empty() ? reproducer.error() : "reproducer: " + reproducer.path();
    return d;
  }

  // `failure`: an entry of the run itself, or null.
  int Report(int code, const Diagnostic* failure = nullptr) {
    const std::string file = line_.input() == "-" ? std::string("<stdin>") : line_.input();
    std::vector<Diagnostic> shown = WithNamesAsWritten(options_.silence.Apply(diagnostics_.all()), text_);
    if (failure != nullptr) shown.push_back(*failure);
    if (line_.Has("verify-diagnostics")) {
      const std::string wrong = CheckExpected(text_, shown, file);
      fmt::print(stderr, "{}", wrong);
      return wrong.empty() ? kExitDone : kExitInput;
    }
    const std::string out = line_.Get("diag-format") == "json"
                                ? DiagnosticsJson(shown, file, options_.error_limit)
                                : RenderDiagnostics(shown, file, text_, options_.error_limit);
    std::fwrite(out.data(), 1, out.size(), stderr);
    return diagnostics_.HasErrors() ? kExitInput : code;
  }

  // "" or the usage error: nothing is called so.
  std::string ShowExplanations(Program& program, Journal& journal) {
    if (!journal.begun()) journal.Begin(program);  // refused before the first pass
    for (const std::string& name : line_.All("explain")) {
      const Explanation explanation = Explain(program, journal, diagnostics_, name);
      if (!explanation.error.empty()) return "--explain: " + explanation.error;
      fmt::print(stderr, "{}", explanation.text);
    }
    return {};
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
    const int code = Emit(program);
    timing.Phase("print");
    return code;
  }

  int Emit(const Program& program) {
    const std::string out = PrintProgram(program) + "\n";
    if (!line_.Has("o")) return Print(out);
    const std::string error = WriteFileAtomically(line_.Get("o"), out);
    return error.empty() ? kExitDone : Usage(error);
  }

  std::string WriteTrace(const TimingObserver& timing) const {
    return line_.Has("trace-out") ? WriteFileAtomically(line_.Get("trace-out"), timing.Trace()) : std::string();
  }

  std::string WriteReport(const ReportObserver& report, const TimingObserver& timing) const {
    if (!line_.Has("report")) return {};
    const std::string findings = RenderDiagnostics(WithNamesAsWritten(diagnostics_.all(), text_), line_.input(), text_);
    return WriteFileAtomically(line_.Get("report"), report.Html(findings, line_.Has("time") ? timing.Table() : ""));
  }

  const CommandLine& line_;
  Options options_;
  std::string text_;
  Diagnostics diagnostics_;
};

}  // namespace

int RunTool(const std::vector<std::string>& args) {
  CommandLine line = ParseCommandLine(Flags(), 1, args);
  if (!line.error.empty()) return Usage(line.error);
  if (line.Has("run-repro")) {
    if (std::string error = FollowReproducer(args, line); !error.empty()) return Usage(error);
  }
  if (std::string error = LoadPasses(line.All("load-pass")); !error.empty()) return Usage(error);
  Options options;
  if (std::string error = Understand(line, options); !error.empty()) return Usage(error);
  if (const std::optional<int> code = Informational(line, options)) return *code;
  if (line.Has("watch")) {
    if (line.inputs.empty() || line.input() == "-") return Usage("--watch needs a file to watch");
    if (line.Has("o")) return Usage("--watch shows the result itself: no -o beside it");
    std::vector<std::string> rest;
    for (const std::string& arg : args) {
      if (arg != "--watch") rest.push_back(arg);
    }
    return Watch(rest, line.input());
  }
  if (line.inputs.empty()) return Usage("no input: name a file, or - for stdin; --help shows the options");
  if (std::string error = FilesThatCollide(line); !error.empty()) return Usage(error);
  return Run(line, std::move(options)).Go();
}

}  // namespace t2t
