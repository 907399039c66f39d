// How findings about the user's program are shown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/support/diagnostics.h"

namespace t2t {

// What RenderDiagnostics shows, as a JSON array. Input bytes that are no UTF-8 are replaced.
std::string DiagnosticsJson(const std::vector<Diagnostic>& all, std::string_view file, size_t error_limit);

}  // namespace t2t
