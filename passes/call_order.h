// Callees before callers: the strongly connected components of the call graph in post-order.
#pragma once

#include <vector>

#include "absl/functional/function_ref.h"
#include "ir/core/program.h"

namespace t2t {

struct CallComponent {
  std::vector<FuncId> members;  // ascending
  bool recursive = false;       // several members, or one that calls itself
};

// Components of the functions for which `take` holds, over calls and Submits between them. Linear in their statements.
std::vector<CallComponent> CalleesFirst(const Program& program, absl::FunctionRef<bool(FuncId)> take);

}  // namespace t2t
