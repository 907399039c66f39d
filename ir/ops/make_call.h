// The one entry point that builds operator calls (types-and-ops 0): look-up, operand count, kwarg check, deduction,
// memory-space stamp. Readers and passes use the same one, so a call made by the lowering is deduced from its operands.
#pragma once

#include <string_view>

#include "ir/core/program.h"
#include "ir/ops/registry.h"

namespace t2t {

struct CallSpec {
  OpId op;
  absl::Span<const ExprId> args;
  AttrsId kwargs;
  AttrsId attrs;
  Span span;
};

// Result type of a call with these operands, space stamp included; UserError when the operator refuses them.
absl::StatusOr<TypeId> DeduceCall(Program& program, OpId op, absl::Span<const ExprId> args, AttrsId kwargs);
// Count of operands and declared kwargs only.
absl::Status CheckCallShape(const Program& program, OpId op, size_t num_args, AttrsId kwargs);

// A refusal knows the place of the call (ir/support/place.h).
absl::StatusOr<ExprId> MakeCall(Program& program, const CallSpec& spec);
absl::StatusOr<ExprId> MakeCall(Program& program, std::string_view op, absl::Span<const ExprId> args, AttrsId kwargs,
                                Span span);

// Result type of a call of a function with these operands (types-and-ops 5.8): return types with dimension symbols and
// scalar parameters instantiated simultaneously. Unknown for no results, a tuple for several. A refusal of an operand has
// its place where `places`, one per operand, are given.
absl::StatusOr<TypeId> DeduceFunctionCall(Program& program, FuncId callee, absl::Span<const ExprId> args,
                                          absl::Span<const Span> places = {});
// The same of a Submit, which may leave outputs out; without the task that it adds to the results.
absl::StatusOr<TypeId> DeduceSubmitResults(Program& program, FuncId callee, absl::Span<const ExprId> args,
                                           absl::Span<const Span> places = {});

}  // namespace t2t
