// Constant folding of one node (types-and-ops 7.3).
#pragma once

#include "ir/core/program.h"

namespace t2t {

// The folded value of `kind(lhs, rhs)`, identities such as x + 0 included; invalid when nothing folds: overflow, a zero
// divisor, operands that are not constant.
ExprId FoldBinary(Program& program, ExprKind kind, ExprId lhs, ExprId rhs);
ExprId FoldUnary(Program& program, ExprKind kind, ExprId operand);

}  // namespace t2t
