// Scalar arithmetic of the IR (types-and-ops 1.4): floor division and modulo, wrap-around, rounding to the node's type.
#pragma once

#include "ir/eval/value.h"

namespace t2t::eval {

// OutOfRange for a division by zero. Poison goes through.
absl::StatusOr<Scalar> BinaryScalar(ExprKind kind, const Scalar& a, const Scalar& b, DType dtype);
Scalar UnaryScalar(ExprKind kind, const Scalar& a, DType dtype);

}  // namespace t2t::eval
