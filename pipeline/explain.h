// --explain=NAME: the chain of facts behind what happened to a value, a parameter or a function (docs/explain.md).
//
// Nothing is told by the passes. The journal says what each of them changed; what the program said at that time - facts
// under t2t., operands, types, origins - says why. Each sentence names the pass by ordinal and name, and the line.
#pragma once

#include <string>
#include <string_view>

#include "ir/support/diagnostics.h"
#include "pipeline/provenance_journal.h"

namespace t2t {

struct Explanation {
  std::string text;    // ends in a newline; "" when there is an error
  std::string error;   // nothing is called so, or several things are; names the nearest or the choices
};

// `name`: a function, `function.value`, or a value where only one function (one kernel, if there are several) has it.
// Works on the program as the chain left it, failed chains included; `diagnostics` are those of the run.
Explanation Explain(const Program& program, const Journal& journal, const Diagnostics& diagnostics,
                    std::string_view name);

}  // namespace t2t
