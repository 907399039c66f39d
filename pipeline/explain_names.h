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

ExplainTarget FindExplainTarget(const Program& program, std::string_view name);

}  // namespace t2t
