// --disable and --only: which passes run, and where.
#pragma once

#include <string>
#include <string_view>

#include "pipeline/runner.h"
#include "tools/flags.h"

namespace t2t {

// "" or the usage error.
std::string ChooseToggles(const CommandLine& line, RunPlan& plan);
// "" or the usage error: a pass is kept from a function that the program does not have.
std::string UnknownFunctions(const RunPlan& plan, const Program& program);
// Is some pass left out, at least in some functions?
bool LeavesOut(const RunPlan& plan);
// Would the program be accepted if nothing were left out? Runs the chain, so ask only where the answer is shown.
bool AcceptedByAll(std::string_view text, const RunPlan& plan);

}  // namespace t2t
