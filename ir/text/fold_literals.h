// Arithmetic of two bare numbers of a hand-written text, as Python does it: exact integers, '/' gives a fraction
// (text-format 3.4, 7.2). What Python raises an error for, what needs more than 64 bits and what is no finite number has
// no value here either.
#pragma once

#include <optional>
#include <string_view>

#include "ir/core/program.h"

namespace t2t {

struct FoldedLiteral {
  ExprId value;            // invalid: there is none
  std::string_view error;  // then, behind "this constant": "divides by zero"
};

// Nothing when an operand is no bare number, or the operator none of arithmetic.
std::optional<FoldedLiteral> FoldLiterals(Program& program, ExprKind kind, ExprId lhs, ExprId rhs);

}  // namespace t2t
