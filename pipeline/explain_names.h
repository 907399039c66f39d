// What a name on the command line means: a function, or a value of one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/core/program.h"

namespace t2t {

struct ExplainTarget {
  FuncId function;
  std::vector<ValueId> values;  // of that name, oldest first; empty: the function itself
  std::string also;             // other places of the same name, "" = none
  std::string error;
};

// `values_read`: how many values the program had when it was read. Of values that passes made under one name, those that
// are still there win.
ExplainTarget FindExplainTarget(const Program& program, size_t values_read, std::string_view name);

}  // namespace t2t
