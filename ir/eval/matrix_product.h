// The matrix unit. A product accumulates in FP32 (floating operands) or INT32 (integers, wrapping), one k after the other,
// each product and each sum rounded; K is the valid K of the left operand.
#pragma once

#include "ir/eval/op_context.h"

namespace t2t::eval {

// out (two-dimensional, accumulator type) = [init] + a * b over the part both have, [bias] added to every row first.
absl::Status Product(OpContext& c, const Nd& a, const Nd& b, const Nd* init, Nd& out);

// Multiplies page by page into `out`, whose leading axes are the batch.
absl::Status Pages(OpContext& c, const Nd& a, const Nd& b, const Nd* init, Nd& out);

}  // namespace t2t::eval
