// One memory space for every carry and every branch result.
//
// A tile made by the matrix unit lives in L0C, and nothing moves another tile there. So where one way into a carry or a
// branch result comes from L0C and the other one does not, the tile from L0C is moved out: in front of the yield, or of the
// loop when it is the seed. Everything computed from the carry or result follows (lowering j.5 gives it the type of one way;
// here both ways get the same). A tile whose space is open because it is only created fits either. What is yielded from L1 into
// a carry or result in Vec, or from Vec into one in L1, is moved in front of the yield where both spell out a view.
//
//   if n == 0:                                          if n == 0:
//       p = tile.matmul(a, b)           # Acc               p = tile.matmul(a, b)
//                                                           p_vec = tile.move(p, target_memory=Vec)
//       y = yield(p)                                        y = yield(p_vec)
//   else:                                               else:
//       q = tile.add(x, x)              # Vec               q = tile.add(x, x)
//       y = yield(q)                                        y = yield(q)
#pragma once

#include "absl/status/statusor.h"
#include "passes/pass.h"

namespace t2t {

// For all kernels of the program, whose operators are converted.
absl::StatusOr<Change> AgreeOnSpaces(PassContext& context);

}  // namespace t2t
