#include "tools/stated_stage.h"

#include <optional>

#include "fmt/format.h"
#include "pipeline/provenance.h"

namespace t2t {

std::string CheckStatedStage(std::string_view text, const CommandLine& line, RunPlan& plan) {
  const int start = plan.first - 1;
  const std::optional<StatedStage> stated = StageInHeader(text);
  if (!stated) return {};
  const std::string file = line.input();
  if (!stated->error.empty()) return fmt::format("{}: {}", file, stated->error);
  if (line.Get("passes") == "none") {
    // It is checked for what holds where it stands.
    plan.last = stated->behind;
    plan.first = stated->behind + 1;
    return {};
  }
  if (stated->failed) {
    return fmt::format("{} was left by a pass that failed: nothing goes on from it, but the dump in front of that pass "
                       "does (--passes=none reads and prints it)", file);
  }
  if (stated->behind == start) return {};
  const std::string there = stated->behind == 0 ? std::string("in front of the chain")
                                                : fmt::format("behind pass {:02} {}", stated->behind, StageAt(stated->behind).name);
  if (start > 0) return fmt::format("{} says that it stands {}, not behind pass {:02} {}", file, there, start, StageAt(start).name);
  return fmt::format("{} says that it stands {}: go on with --start-after={}", file, there, StageAt(stated->behind).name);
}

}  // namespace t2t
