// One element type for every carry and every branch result.
//
// The matrix unit adds up in FP32 or INT32, whatever the type of its operands, and what is computed from such a product keeps
// that type, while the tensor it stands for has the narrow one: it is rounded where it is stored. So where a carry or a branch
// result meets such a tile on one way and a narrow one on the other, the narrow one is cast, which loses nothing, and what
// depends on the carry or result follows.
//
//   if n == 0:                                          if n == 0:
//       p = tile.matmul(a, b)           # FP32              p = tile.matmul(a, b)
//       y = yield(p)                                        y = yield(p)
//   else:                                               else:
//       q = tile.add(x, x)              # BF16              q = tile.add(x, x)
//                                                           q_cast = tile.cast(q, target_type=FP32)
//       y = yield(q)                                        y = yield(q_cast)
#pragma once

#include "absl/status/statusor.h"
#include "passes/pass.h"

namespace t2t {

// For all kernels of the program, whose carries and results agree on their spaces (common_spaces.h).
absl::StatusOr<Change> AgreeOnElementTypes(PassContext& context);

}  // namespace t2t
