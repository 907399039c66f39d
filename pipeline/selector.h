// Which stages an option means: all | none | changed | failed | NAME,... | N,... | N-M.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/observer.h"
#include "pipeline/stage_table.h"

namespace t2t {

class Selector {
 public:
  // "" when `text` is well formed, otherwise what is wrong with it, with the nearest pass name.
  std::string Parse(std::string_view text);

  bool any() const { return all_ || changed_ || failed_ || !picked_.empty(); }
  // Behind a pass that went through.
  bool Wants(const StageEvent& event) const {
    return all_ || (changed_ && event.changed) || Picked(event.ordinal);
  }
  // In front of a pass: `changed` cannot be known yet and means nothing there.
  bool WantsBefore(int ordinal) const { return all_ || Picked(ordinal); }
  bool WantsFailed() const { return failed_ || all_ || changed_; }
  // Ordinals asked for by name, number or range.
  const std::vector<int>& picked() const { return picked_; }
  // The program as read.
  bool WantsInput() const { return all_ || changed_; }

 private:
  bool Picked(int ordinal) const {
    for (int i : picked_) {
      if (i == ordinal) return true;
    }
    return false;
  }
  bool all_ = false, changed_ = false, failed_ = false;
  std::vector<int> picked_;
};

// Ordinals of "NAME,N,..."; `error` is set (and the result empty) for a name that is no pass.
std::vector<int> ParseStageList(std::string_view text, std::string& error);
// "" or what is wrong with a pass name, with the nearest one.
std::string UnknownStage(std::string_view name);

}  // namespace t2t
