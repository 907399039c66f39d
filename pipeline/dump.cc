#include "pipeline/dump.h"

#include "fmt/format.h"
#include "ir/text/printer.h"

namespace t2t {

bool GlobMatches(std::string_view pattern, std::string_view text) {
  size_t p = 0, t = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t]) && pattern[p] != '*') {
      ++p;
      ++t;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

void DumpObserver::Begin(Program& program) {
  if (options_.after.WantsInput()) Write(program, 0, "00_frontend.py", "", "");
}

void DumpObserver::Before(const StageEvent& event) {
  if (!options_.before.WantsBefore(event.ordinal)) return;
  Write(event.program, event.ordinal, fmt::format("{:02}_before_{}.py", event.ordinal, event.stage.name), "before ", "");
}

void DumpObserver::After(const StageEvent& event) {
  if (!options_.after.Wants(event)) return;
  Write(event.program, event.ordinal, fmt::format("{:02}_after_{}.py", event.ordinal, event.stage.name), "",
        !event.ran ? "# skipped: as before\n" : event.changed ? "" : "# unchanged\n");
}

void DumpObserver::Failed(const StageEvent& event, std::string_view) {
  if (!options_.after.WantsFailed()) return;
  Write(event.program, event.ordinal, fmt::format("{:02}_failed_{}.py", event.ordinal, event.stage.name), "failed ", "");
}

void DumpObserver::Write(const Program& program, int ordinal, const std::string& file, std::string_view when,
                         std::string_view note) {
  std::string text = StageHeader(provenance_, ordinal, when);
  text += note;
  PrintOptions print;
  const auto wanted = [&](FuncId f) { return GlobMatches(options_.functions, program[program[f].name]); };
  const absl::FunctionRef<bool(FuncId)> only(wanted);
  if (!options_.functions.empty()) {
    print.only = &only;
    text += fmt::format("# only functions matching {}\n", ShellWord(options_.functions));
  }
  text += PrintProgram(program, print);
  text += '\n';
  if (options_.dir.empty()) {
    std::fwrite(text.data(), 1, text.size(), options_.stream);
    std::fputc('\n', options_.stream);
  } else if (std::string error = WriteFileAtomically(options_.dir + "/" + file, text); !error.empty()) {
    if (error_.empty()) error_ = std::move(error);
  }
}

}  // namespace t2t
