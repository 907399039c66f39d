// t2t-reduce: the smallest program that still does to a command what the given one does.
#pragma once

#include <string>
#include <vector>

namespace t2t {

int RunReduce(const std::vector<std::string>& args);

}  // namespace t2t
