// The whole of t2t-pipeline but for main: tests call it in process.
#pragma once

#include <string>
#include <vector>

namespace t2t {

enum ExitCode : int { kExitDone = 0, kExitInput = 1, kExitUsage = 2, kExitInternal = 3 };

// `args` without the program name. Writes to stdout, stderr and the files the options name.
int RunTool(const std::vector<std::string>& args);

}  // namespace t2t
