// May a value be passed where a function declares a parameter?
#pragma once

#include "ir/core/program.h"

namespace t2t {

enum class Misfit : uint8_t {
  kNone,
  kType,    // kind, element type or rank
  kExtent,  // a constant extent that is another constant there
};

// Extents that are not constant are no misfit: the dimensions of a callee are variables that the call instantiates
// (types-and-ops 5.8). Valid regions may differ; a callee does not know its caller's.
Misfit OperandMisfit(const Program& program, TypeId have, TypeId want);

}  // namespace t2t
