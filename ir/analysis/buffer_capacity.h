// How much the on-chip memories hold (op-conversions 6.1), less what the runtime keeps for itself.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "ir/core/enums.h"

namespace t2t {

struct BufferCapacity {
  std::string_view chip;
  MemorySpace space;
  int64_t bytes;
};

// Of the memories that the specification gives a size for.
inline constexpr BufferCapacity kBufferCapacities[] = {
    {"Ascend910B", MemorySpace::kVec, int64_t{184} * 1024}, {"Ascend910B", MemorySpace::kMat, int64_t{512} * 1024},
    {"Ascend910B", MemorySpace::kAcc, int64_t{128} * 1024}, {"Ascend950", MemorySpace::kVec, int64_t{240} * 1024},
    {"Ascend950", MemorySpace::kMat, int64_t{512} * 1024},  {"Ascend950", MemorySpace::kAcc, int64_t{256} * 1024},
};

// 0 when no size is known.
constexpr int64_t CapacityOf(std::string_view chip, MemorySpace space) {
  for (const BufferCapacity& c : kBufferCapacities) {
    if (c.chip == chip && c.space == space) return c.bytes;
  }
  return 0;
}

constexpr int64_t LargestCapacityOf(std::string_view chip) {
  int64_t largest = 0;
  for (const BufferCapacity& c : kBufferCapacities) {
    if (c.chip == chip) largest = std::max(largest, c.bytes);
  }
  return largest;
}

}  // namespace t2t
