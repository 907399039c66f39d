// The program in front of a pass, made again from the text it was read from. Every run of the chain is the same, so
// nothing needs to be kept for the case that a pass fails.
#pragma once

#include <optional>
#include <string_view>

#include "pipeline/runner.h"

namespace t2t {

// nullopt when the text does not get that far.
std::optional<Program> ProgramBefore(std::string_view source, const RunPlan& plan, int ordinal);

}  // namespace t2t
