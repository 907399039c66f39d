// Order in which the functions of a program are printed (text-format 1).
#pragma once

#include <vector>

#include "ir/core/program.h"

namespace t2t {

// Ascending names with callees in front of their callers; plain ascending names when the calls form a cycle. Functions
// that are only called, not present, are left out.
std::vector<FuncId> PrintOrder(const Program& program);

}  // namespace t2t
