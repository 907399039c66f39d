// --disable and --only: which passes run, and where.
#pragma once

#include <string>

#include "pipeline/runner.h"
#include "tools/flags.h"

namespace t2t {

// "" or the usage error.
std::string ChooseToggles(const CommandLine& line, RunPlan& plan);
// "" or the usage error: a pass is kept from a function that the program does not have.
std::string UnknownFunctions(const RunPlan& plan, const Program& program);
// Is some pass left out, at least in some functions?
bool LeavesOut(const RunPlan& plan);

}  // namespace t2t
