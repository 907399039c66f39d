// A dump says in its header behind which pass it stands: a slice of the chain that starts from it must fit.
#pragma once

#include <string>
#include <string_view>

#include "pipeline/runner.h"
#include "tools/flags.h"

namespace t2t {

// "" when what `text` says about its stage fits the slice of `plan`, or when it says nothing; else the usage error. A slice
// of no pass stands where the dump does, so that it is checked for what holds there: `plan` is moved.
std::string CheckStatedStage(std::string_view text, const CommandLine& line, RunPlan& plan);

}  // namespace t2t
