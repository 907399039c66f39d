// How two types that should be one differ. Only what is certain counts: extents and valid extents that may be equal at run
// time, and whatever one of the types leaves open, are no difference.
#pragma once

#include <cstdint>

#include "ir/core/program.h"

namespace t2t {

enum class TypeGap : uint8_t {
  kNone,
  kKind,     // a tensor here, a tile or scalar there; tuples of different sizes
  kElement,  // element types
  kRank,
  kExtent,
  kSpace,    // memory spaces of tiles
  kValid,    // valid extents
};

// The first gap in that order; of tuples, that of the first elements that differ.
TypeGap GapBetween(Program& program, TypeId a, TypeId b);

// The gap makes one of two descriptions of a value wrong. Valid extents are deduced from proofs, and who proves less
// describes the same value more loosely; index scalars of different widths hold the same numbers, and INDEX goes with any
// integer (text-format 7.1).
bool Contradicts(Program& program, TypeId a, TypeId b);

}  // namespace t2t
