#include "pipeline/reproducer.h"

#include <optional>

#include "fmt/format.h"
#include "ir/text/printer.h"
#include "ir/text/reader.h"

namespace t2t {

void ReproducerObserver::Failed(const StageEvent& event, std::string_view why) {
  if (why.empty()) return;  // the user's error, not ours
  Diagnostics ignored;
  std::optional<Program> again = ReadProgram(source_, ignored);
  if (!again) return;
  RunPlan plan = plan_;
  plan.last = event.ordinal - 1;
  plan.verify = VerifyLevel::kNone;
  if (RunChain(*again, Stages(), plan, {}, ignored).verdict != Verdict::kDone) return;

  std::string text = fmt::format("# t2t {} reproducer for pass {:02} {}\n", kVersion, event.ordinal, event.stage.name);
  text += fmt::format("# {}\n", why.substr(0, why.find('\n')));
  text += std::string(kReproFlags) + "--passes=" + std::string(event.stage.name);
  text += provenance_.toggles.empty() ? "\n" : " " + provenance_.toggles + "\n";
  text += PrintProgram(*again) + "\n";
  const std::string path = fmt::format("{}/t2t-repro-{:02}-{}.py", dir_, event.ordinal, event.stage.name);
  if (WriteFileAtomically(path, text).empty()) path_ = path;
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
