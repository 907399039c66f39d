// What each pass changed, as a unified line diff of the printed program.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "pipeline/observer.h"

namespace t2t {

// Lines of `after` against `before` with three lines of context; "" when equal. Shortest edit script while it is short;
// beyond kMaxEdits a hunk is shown as replaced whole, so that time stays linear in the texts.
std::string LineDiff(std::string_view before, std::string_view after);
inline constexpr int kMaxEdits = 1000;

class DiffObserver final : public Observer {
 public:
  explicit DiffObserver(std::FILE* stream) : stream_(stream) {}
  void Begin(Program& program) override;
  void After(const StageEvent& event) override;

 private:
  std::FILE* stream_;
  std::string last_;
};

}  // namespace t2t
