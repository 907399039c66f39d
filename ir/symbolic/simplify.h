// Simplification of index expressions (types-and-ops 7.2 to 7.4).
#pragma once

#include "ir/core/program.h"

namespace t2t {

// The rewriter applied twice. Float expressions come back untouched; leaves and calls are opaque. Linear in the size of
// the expression up to the rule-recursion bound of 5; division by a constant zero is left as it stands.
ExprId Simplify(Program& program, ExprId expr);

// Scalar arithmetic with promotion and casts (types-and-ops 1.4); never folds. For results of known INDEX arithmetic use
// Program::Binary directly.
ExprId MakeBinary(Program& program, ExprKind kind, ExprId lhs, ExprId rhs);

}  // namespace t2t
