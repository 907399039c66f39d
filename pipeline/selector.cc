#include "pipeline/selector.h"

#include "fmt/format.h"
#include "ir/support/nearest.h"

namespace t2t {

std::string UnknownStage(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Stage& stage : Stages()) names.push_back(stage.name);
  const std::string_view nearest = NearestName(name, names);
  return fmt::format("no pass is called '{}'{}; --list-passes shows all {}", name,
                     DidYouMean(nearest), NumStages());
}

std::vector<int> ParseStageList(std::string_view text, std::string& error) {
  std::vector<int> result;
  while (true) {
    const size_t comma = text.find(',');
    const std::string_view word = text.substr(0, comma);
    const size_t dash = word.find('-');
    // A range of numbers; names hold dashes too, but none starts with a digit.
    if (dash != std::string_view::npos && !word.empty() && word[0] >= '0' && word[0] <= '9') {
      const int from = FindStage(word.substr(0, dash)), to = FindStage(word.substr(dash + 1));
      if (from == 0 || to == 0 || from > to) {
        error = fmt::format("'{}' is no range of passes; they are numbered 1 to {}", word, NumStages());
        return {};
      }
      for (int i = from; i <= to; ++i) result.push_back(i);
    } else {
      const int ordinal = FindStage(word);
      if (ordinal == 0) {
        error = UnknownStage(word);
        return {};
      }
      result.push_back(ordinal);
    }
    if (comma == std::string_view::npos) return result;
    text.remove_prefix(comma + 1);
  }
}

std::string Selector::Parse(std::string_view text) {
  if (text == "all") {
    all_ = true;
  } else if (text == "changed") {
    changed_ = true;
  } else if (text == "failed") {
    failed_ = true;
  } else if (text != "none") {
    std::string error;
    const std::vector<int> picked = ParseStageList(text, error);
    if (!error.empty()) return error;
    picked_.insert(picked_.end(), picked.begin(), picked.end());
  }
  return {};
}

}  // namespace t2t
