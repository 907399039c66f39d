// t2t-bisect IN -- CMD: which pass makes the result bad? CMD judges lowered programs; the search halves the optional
// passes, then the changes within the one it found, and shows what that change does.
#pragma once

#include <string>
#include <vector>

namespace t2t {

// Exit status: 0 found, 1 nothing to find (every result is good, or bad without any optional pass), 2 usage or CMD
// cannot be run.
int RunBisect(const std::vector<std::string>& args);

}  // namespace t2t
