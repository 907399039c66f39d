// How many changes a pass may still make. A pass that can stop halfway asks before each change; a hunter lowers the
// limit until a wrong result turns right, and the last change that was granted is the one to look at.
#pragma once

#include <cstdint>

namespace t2t {

class Fuel {
 public:
  Fuel() = default;  // no limit
  explicit Fuel(int64_t limit) : limit_(limit) {}

  // May the change that was just decided on be made? Asked once per change, before anything is touched; a refusal leaves
  // the program as if the reason for the change were not there.
  bool Take() {
    if (limit_ >= 0 && taken_ >= limit_) {
      refused_ = true;
      return false;
    }
    ++taken_;
    return true;
  }

  int64_t taken() const { return taken_; }
  bool refused() const { return refused_; }

 private:
  int64_t limit_ = -1;
  int64_t taken_ = 0;
  bool refused_ = false;
};

}  // namespace t2t
