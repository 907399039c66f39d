// The t2t. marks of a dump that the chain goes on from. Passes trust what the passes in front of them left; in a text that
// somebody may have edited it has to be looked at first.
#pragma once

#include "ir/core/program.h"
#include "ir/support/diagnostics.h"

namespace t2t {

// Reports marks of the wrong kind, on the wrong thing or of a form that no pass leaves. Marks unknown here may be those of a
// plugin. What a mark says about the program is the business of the pass that reads it (MarkError).
void CheckMarks(const Program& program, Diagnostics& diagnostics);

}  // namespace t2t
