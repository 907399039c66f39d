// One mistake, one finding: what several verifiers say of the program as read, without what only follows.
#pragma once

#include <vector>

#include "ir/core/program.h"
#include "ir/support/diagnostics.h"
#include "verifiers/verifier.h"

namespace t2t {

// In order. A value is suspect when its type was found wrong, when it is the carry or result of an edge that the input is refused
// for (not of one that is warned about), or when its type agrees with that of a suspect value it comes from. Left out are
//   - comparisons of types that a suspect value takes part in: they compare with what may not be the type;
//   - what others say of the place of a wrong annotation or a refused call: it is not also outside of its language;
//   - that a loop or branch has another number of values, where its yield was found to hand on too many or too few.
// Linear in the functions that hold such findings; extents are proved, so the program is not const.
std::vector<Diagnostic> Causes(Program& program, const std::vector<Diagnostic>& findings, const ValuesOfFindings& values);

}  // namespace t2t
