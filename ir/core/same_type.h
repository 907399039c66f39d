// Type equality that looks through what printing loses: memrefs, the integer type of constant extents.
#pragma once

#include "ir/core/program.h"

namespace t2t {

// Same kind, element type, memory space, extents (ExprEq) and view; memrefs and window buffers are ignored.
bool SameType(const Program& program, TypeId a, TypeId b);

}  // namespace t2t
