// Help for a refusal whose cause lies elsewhere: in what an operand is, not in the operator that it meets.
#pragma once

#include <string>
#include <string_view>

#include "absl/types/span.h"
#include "ir/core/program.h"

namespace t2t {

// An operand is larger than the tensor it stands for, because the product it was computed from got whole fractal boxes, and
// now it meets something that was not padded with it. `tensors`: the operands as the program has them; `tiles`: what they have
// become. `refusal`: what was said; empty when it names no extent of a computed operand that is padded.
std::string PaddingHint(const Program& program, absl::Span<const ExprId> tensors, absl::Span<const ExprId> tiles,
                        std::string_view refusal);

// An operand has an extent known only at run time, and tiles are made of constant ones. Empty when none has.
std::string RuntimeExtentHint(const Program& program, absl::Span<const ExprId> operands);

}  // namespace t2t
