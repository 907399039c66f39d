// Does a call carry the type its operands give it?
#pragma once

#include "absl/status/status.h"
#include "ir/core/program.h"

namespace t2t {

// Deduces the operator call again and compares with `annotated`, the type written at its assignment. UserError says what
// differs, or why the operands are refused. Calls listed in check_deduced.cc, whose type only the program knows, pass.
absl::Status CheckDeduced(Program& program, ExprId call, TypeId annotated);

}  // namespace t2t
