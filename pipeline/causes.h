// One mistake, one finding: what several verifiers say of the program as read, without what only follows.
#pragma once

#include <vector>

#include "ir/support/diagnostics.h"

namespace t2t {

// In order. Where a value was given a wrong type, or a call is refused its operands, left out are
//   - what others say of that same place: a refused call is not also outside of its language;
//   - what comparisons of types find in that function: they compare with what is not the type.
// Where a yield hands on another number of values, its loop or branch does not say so again.
std::vector<Diagnostic> Causes(const std::vector<Diagnostic>& findings);

}  // namespace t2t
