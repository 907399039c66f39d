#include "pipeline/reproducer.h"

#include <optional>

#include "fmt/format.h"
#include "ir/text/printer.h"
#include "ir/text/reader.h"
#include "pipeline/provenance.h"
#include "pipeline/replay.h"

namespace t2t {
namespace {

std::string Joined(std::initializer_list<std::string_view> flags) {
  std::string out;
  for (std::string_view flag : flags) {
    if (!flag.empty()) out += fmt::format("{}{}", out.empty() ? "" : " ", flag);
  }
  return out;
}

// The first line of a failure, which names the pass and what it broke, places left out: line numbers differ between the
// input and the program in front of the pass.
std::string_view Gist(std::string_view why) { return why.substr(0, why.find('\n')); }

}  // namespace

std::string ReproducerText(std::string_view what, std::string_view flags, std::string_view program) {
  return fmt::format("# t2t {} reproducer: {}\n{}{}\n\n{}", kVersion, Gist(what), kReproFlags,
                     flags.empty() ? "--verify=each" : flags, program);
}

std::string WholeRunReproducer(std::string_view what, const ReproducerOptions& options) {
  return ReproducerText(what, Joined({options.slice, options.toggles, options.checks}), options.source);
}

// The file that runs one pass, if the pass goes wrong there as it did here; "" otherwise.
std::string ReproducerObserver::OfThePassAlone(const StageEvent& event, std::string_view why) const {
  std::optional<Program> before = ProgramBefore(options_.source, plan_, event.ordinal);
  if (!before) return {};
  const std::string program = PrintProgram(*before) + "\n";
  Diagnostics ignored;
  std::optional<Program> again = ReadProgram(program, ignored);
  if (!again) return {};
  RunPlan alone = plan_;
  alone.first = alone.last = event.ordinal;
  const RunResult result = RunChain(*again, Stages(), alone, {}, ignored);
  if (result.verdict != Verdict::kOurFault || Gist(result.failure) != Gist(why)) return {};
  const std::string pass = fmt::format("--passes={}", event.stage.name);
  return ReproducerText(why, Joined({pass, options_.toggles, options_.checks}), program);
}

void ReproducerObserver::Failed(const StageEvent& event, std::string_view why) {
  if (why.empty()) return;  // the user's error, not ours
  std::string text = OfThePassAlone(event, why);
  if (text.empty()) text = WholeRunReproducer(why, options_);
  const std::string path = fmt::format("{}/t2t-repro-{:02}-{}.py", options_.dir, event.ordinal, event.stage.name);
  error_ = WriteFileAtomically(path, text);
  if (error_.empty()) path_ = path;
}

std::string FlagsInHeader(std::string_view text) {
  std::string flags;
  while (text.starts_with("#")) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (line.starts_with(kReproFlags)) {
      if (!flags.empty()) flags += ' ';
      flags += line.substr(kReproFlags.size());
    }
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return flags;
}

}  // namespace t2t
