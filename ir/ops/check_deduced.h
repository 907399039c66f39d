// Does a call carry the type its operands give it?
#pragma once

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "ir/core/program.h"

namespace t2t {

// The type that the operands of an operator call give, where that is not `annotated`, the type written at its assignment;
// UserError when the operator refuses them. Calls listed in check_deduced.cc, whose type only the program knows, need only
// be of the deduced kind.
absl::StatusOr<std::optional<TypeId>> DeducedOtherwise(Program& program, ExprId call, TypeId annotated);
// "tensor.add gives this, but its result is annotated that".
std::string DeducedText(const Program& program, ExprId call, TypeId deduced, TypeId annotated);

// Both as a status.
absl::Status CheckDeduced(Program& program, ExprId call, TypeId annotated);

}  // namespace t2t
