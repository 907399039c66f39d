// Findings about a hand-written text speak of its names, not of the versions that the front end made of them.
#pragma once

#include <string_view>
#include <vector>

#include "ir/support/diagnostics.h"

namespace t2t {

// Messages and help with `acc` for `acc__rv_v2` where the text has no such name; those about a printed text, whose names are
// the right ones, as they are.
std::vector<Diagnostic> WithNamesAsWritten(std::vector<Diagnostic> findings, std::string_view text);

}  // namespace t2t
