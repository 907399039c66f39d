// A printed program states the type of every result, and its word is taken for it. Whatever it states, running it must end
// in a value that lies inside its storage or in an error, never in a read or a write outside.
#pragma once

#include <string>

#include "ir/core/program.h"

namespace t2t {

// The first statement of function k calls an operator. Prints the program with one wrong result type after the other
// (extents, valid extents, element type, number of axes, kind), reads that and runs it, a reader of the result behind it.
// Returns how many of those programs were run; what runs over the end is a test failure.
int RunUnderWrongAnnotations(const Program& program);

}  // namespace t2t
