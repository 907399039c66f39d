#include "pipeline/dump.h"

#include <algorithm>
#include <filesystem>

#include "fmt/format.h"
#include "ir/support/counted.h"
#include "ir/support/diagnostics.h"
#include "ir/text/printer.h"
#include "pipeline/replay.h"

namespace t2t {
namespace {

constexpr std::string_view kIndex = "index.txt";

std::string FileName(int ordinal, DumpKind kind) {
  if (ordinal == 0) return "00_frontend.py";
  constexpr std::string_view kWhen[] = {"after", "before", "failed"};
  return fmt::format("{:02}_{}_{}.py", ordinal, kWhen[static_cast<size_t>(kind)], StageAt(ordinal).name);
}

// One line of a comment, whatever the text.
std::string OneLine(std::string_view text) { return std::string(text.substr(0, text.find('\n'))); }

bool IsDumpName(std::string_view name) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return name.size() > 6 && digit(name[0]) && digit(name[1]) && name[2] == '_' &&
         (name.ends_with(".py") || name.ends_with(".log"));
}

}  // namespace

void DumpObserver::Begin(Program& program) {
  if (options_.after.WantsInput()) Write(program, provenance_.start, DumpKind::kAfter, "");
  Index(provenance_.start, "read", "");
}

void DumpObserver::Before(const StageEvent& event) {
  if (options_.before.WantsBefore(event.ordinal)) Write(event.program, event.ordinal, DumpKind::kBefore, "");
  of_stage_.clear();
}

void DumpObserver::After(const StageEvent& event) {
  ++(event.ran ? run_ : left_out_);
  if (event.changed) fresh_ = false;
  const std::string note =
      event.changed ? std::string() : fmt::format("# {}: {}\n", event.ran ? "unchanged" : "skipped", event.idle);
  if (options_.after.Wants(event)) {
    Write(event.program, event.ordinal, DumpKind::kAfter, note);
    Log(event, of_stage_, event.changed ? std::string() : note.substr(2));
  }
  Index(event.ordinal, event.changed ? "changed" : event.ran ? "unchanged" : "skipped", event.idle);
}

void DumpObserver::Failed(const StageEvent& event, std::string_view why) {
  ++run_;
  const std::string reason = why.empty() ? "the input is refused here" : OneLine(why);
  if (options_.after.WantsFailed()) {
    // What the pass left comes last: if printing it goes wrong too, everything else is on disk already.
    fresh_ = false;
    if (std::optional<Program> before = ProgramBefore(source_, plan_, event.ordinal)) {
      Write(*before, event.ordinal, DumpKind::kBefore, "");
    }
    const std::string name = FileName(event.ordinal, DumpKind::kFailed);
    Log(event, name, fmt::format("FAILED: {}\n", why.empty() ? std::string_view(reason) : why));
    fresh_ = false;
    Write(event.program, event.ordinal, DumpKind::kFailed, fmt::format("# FAILED: {}\n", reason));
  }
  Index(event.ordinal, "failed", reason);
}

void DumpObserver::Write(const Program& program, int ordinal, DumpKind kind, std::string_view note) {
  std::string text = StageHeader(provenance_, ordinal, kind);
  text += note;
  if (!options_.functions.all()) text += fmt::format("# only functions: {}\n", ShellWord(options_.functions.Text()));
  if (!fresh_) {
    PrintOptions print;
    const auto wanted = [&](FuncId f) { return options_.functions.Wants(program, f); };
    const absl::FunctionRef<bool(FuncId)> only(wanted);
    if (!options_.functions.all()) print.only = &only;
    body_ = PrintProgram(program, print);
    fresh_ = true;
  }
  text += body_;
  text += '\n';
  ++dumps_;
  if (options_.dir.empty()) {
    std::fwrite(text.data(), 1, text.size(), options_.stream);
    std::fputc('\n', options_.stream);
    return;
  }
  of_stage_ = FileName(ordinal, kind);
  File(of_stage_, text);
}

void DumpObserver::Log(const StageEvent& event, std::string_view name, std::string_view first) {
  if (options_.dir.empty() || (first.empty() && event.findings.empty())) return;
  const std::vector<Diagnostic> findings(event.findings.begin(), event.findings.end());
  File(fmt::format("{}.log", name.substr(0, name.rfind('.'))),
       std::string(first) + RenderDiagnostics(findings, provenance_.input, ""));
}

void DumpObserver::File(const std::string& name, std::string_view text) {
  std::string error = WriteFileAtomically(options_.dir + "/" + name, text);
  if (!error.empty() && error_.empty()) error_ = std::move(error);
  if (std::find(files_.begin(), files_.end(), name) == files_.end()) files_.push_back(name);
}

void DumpObserver::Index(int ordinal, std::string_view state, std::string_view why) {
  if (options_.dir.empty()) return;
  if (index_.empty()) index_ = fmt::format("# t2t {}: the stages of one run and their dumps\n", kVersion);
  index_ += fmt::format("{:02} {:<26} {:<9} {}{}\n", ordinal, ordinal == 0 ? "frontend" : StageAt(ordinal).name, state,
                        of_stage_.empty() ? "-" : of_stage_, why.empty() ? std::string() : fmt::format("  # {}", why));
  of_stage_.clear();
  File(std::string(kIndex), index_);
}

std::vector<std::string> DumpObserver::OtherFiles() const {
  std::vector<std::string> others;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(options_.dir, ignored)) {
    std::string name = entry.path().filename().string();
    const bool ours = std::find(files_.begin(), files_.end(), name) != files_.end();
    if (!ours && IsDumpName(name)) others.push_back(std::move(name));
  }
  std::sort(others.begin(), others.end());
  return others;
}

std::string DumpObserver::Summary() const {
  std::string out = fmt::format("{} passes run", run_);
  if (left_out_ > 0) out += fmt::format(", {} left out", left_out_);
  out += fmt::format(", {} written to {}", Counted(static_cast<size_t>(dumps_), "dump"), options_.dir);
  if (const std::vector<std::string> others = OtherFiles(); !others.empty()) {
    out += fmt::format("\nt2t-pipeline: {} also holds {} of another run, {} first; {} lists those of this one",
                       options_.dir, Counted(others.size(), "file"), others.front(), kIndex);
  }
  return out;
}

}  // namespace t2t
