#include "tools/pass_help.h"

#include <algorithm>

#include "fmt/format.h"
#include "pipeline/selector.h"
#include "pipeline/stage_table.h"

namespace t2t {

bool HelpOfPass(std::string_view name_or_number, std::string& text) {
  const int ordinal = FindStage(name_or_number);
  if (ordinal == 0) {
    text = "--help-pass: " + UnknownStage(name_or_number);
    return false;
  }
  const Stage& stage = StageAt(ordinal);
  text = fmt::format("pass {:02}, from {} to {}, {}", ordinal, LanguageName(LanguageBefore(ordinal)),
                     LanguageName(stage.after), stage.optional ? "optional" : "mandatory");
  if (!stage.unit.empty()) text += fmt::format("; --fuel counts by {}", stage.unit);
  text += "\n\n";
  if (!stage.library.empty()) {
    text += fmt::format("{}: {}\n", stage.name, stage.help.empty() ? stage.summary : stage.help);
    if (!text.ends_with("\n\n")) text += '\n';
    text += fmt::format("Loaded from {}.\n", stage.library);
    return true;
  }
  for (const PassHelp& help : PassHelps()) {
    if (help.pass != stage.name) continue;
    std::string_view rest = help.comment;
    while (!rest.empty()) {
      std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      line.remove_prefix(std::min<size_t>(line.starts_with("// ") ? 3 : 2, line.size()));
      text += fmt::format("{}\n", line);
    }
  }
  return true;
}

}  // namespace t2t
