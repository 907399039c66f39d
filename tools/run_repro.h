// --run-repro: the command line that a reproducer stands for.
#pragma once

#include <string>
#include <vector>

#include "tools/flags.h"

namespace t2t {

// "" or the usage error. `line` is `args` understood, which names a reproducer, and becomes the command line that the flags
// in its header and those beside it make together.
std::string FollowReproducer(const std::vector<std::string>& args, CommandLine& line);

}  // namespace t2t
