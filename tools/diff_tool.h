// t2t-diff: are two programs the same up to names, and if not, where do they part?
#pragma once

#include <string>
#include <vector>

namespace t2t {

// Exit status: 0 equal, 1 different, 2 usage or an unreadable program.
int RunDiffTool(const std::vector<std::string>& args);

}  // namespace t2t
