// Mask patterns of gather_mask and scatter_mask (types-and-ops 3.4), read from the lowest bit: P0101 takes columns 0, 2, ...
#pragma once

#include <cstdint>

namespace t2t::eval {

class MaskPositions {
 public:
  explicit MaskPositions(int64_t pattern) {
    constexpr int64_t kPeriod[] = {1, 2, 2, 4, 4, 4, 4, 1}, kFirst[] = {0, 0, 1, 0, 1, 2, 3, 0};
    if (pattern < 0 || pattern > 7) return;
    period_ = kPeriod[pattern];
    first_ = kFirst[pattern];
  }
  // Column behind the j-th selected one.
  int64_t At(int64_t j) const { return j * period_ + first_; }

 private:
  int64_t period_ = 1;
  int64_t first_ = 0;
};

}  // namespace t2t::eval
