// A wrapper forwards one private output per call, so a call in a loop stores to the same memory in every iteration. Where
// a carry feeds its result back to it, the call overwrites what it reads (lowering p.1 gives each call site one output).
// That does no harm to a kernel that has loaded its operand before it stores anything.
#pragma once

#include "absl/types/span.h"
#include "ir/core/program.h"

namespace t2t {

// The first call in a loop of the wrapper that may overwrite an operand which is its own earlier result, where one of
// `storage` was allocated for it; invalid when there is none.
StmtId CallThatOverwritesItsOperand(const Program& program, FuncId wrapper, absl::Span<const ValueId> storage);

}  // namespace t2t
