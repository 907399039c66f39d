// Integer expressions as sums of scaled atoms (types-and-ops 7.7): what cancels there, cancels here.
#pragma once

#include "ir/core/program.h"
#include "ir/symbolic/bounds.h"

namespace t2t {

// Bounds of `expr` after its additions, subtractions and constant factors were merged: terms of the same atom cancel.
// Never wider than it should be, never wrong: on overflow, or in very large expressions, unbounded.
Bounds LinearBoundsOf(const Program& program, ExprId expr);

}  // namespace t2t
