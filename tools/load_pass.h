// --load-pass: passes from shared libraries (passes/plugin.h) become rows of the chain.
#pragma once

#include <string>
#include <vector>

namespace t2t {

// "" or why a library adds nothing to the chain. Options that name passes are understood after it. A list that is given
// again in the same process is loaded already.
std::string LoadPasses(const std::vector<std::string>& libraries);

}  // namespace t2t
