// How many changes a pass may still make. A pass that can stop halfway asks before each change; a hunter lowers the
// limit until a wrong result turns right, and the last change that was granted is the one to look at. Functions that are
// spared get none: the pass is left out there alone.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "ir/core/program.h"

namespace t2t {

class Fuel {
 public:
  Fuel() = default;  // no limit
  // No limit below 0; `spared` by function, may be shorter than the program.
  explicit Fuel(int64_t limit, std::vector<bool> spared = {}) : limit_(limit), spared_(std::move(spared)) {}

  // May the change to `function` that was just decided on be made? Asked once per change, before anything is touched; a refusal leaves
  // the program as if the reason for the change were not there.
  bool Take(FuncId function) {
    if (function.index() < spared_.size() && spared_[function.index()]) return false;
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
  std::vector<bool> spared_;
  int64_t taken_ = 0;
  bool refused_ = false;
};

}  // namespace t2t
