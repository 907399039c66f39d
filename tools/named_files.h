// The files that a command line names.
#pragma once

#include <string>

#include "tools/flags.h"

namespace t2t {

// "" or which two of the files that this run names are one: one of them would be lost. The result may take the place of
// its input.
std::string FilesThatCollide(const CommandLine& line);

}  // namespace t2t
