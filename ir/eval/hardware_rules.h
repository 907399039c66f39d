// What the hardware demands of a tile operator beyond numbers, asked of the values it is given while it runs: extents are
// known here that no verifier can prove. A broken rule stops the run like any other undefined use.
#pragma once

#include "ir/eval/op_context.h"

namespace t2t::eval {

// Before a tile operator runs:
//   M, N, K       the matrix unit's operands agree on K, and its result is as large as they say
//   compactness   in a finished kernel an accumulator that is not compact has the pitch at which the product is packed
//                 (verifiers 8.5); before, narrow-acc-carries has not been there yet. RunOptions::judge_pitch turns it off
//   spaces        asked for by RunOptions::strict_spaces: an operand stands where the operator reads it. Memory inference,
//                 which inserts the missing moves, is behind this lowering, so lowered programs need not pass.
absl::Status CheckTileOperands(const OpContext& c, bool strict_spaces, bool judge_pitch);

// After an operator ran in a finished kernel: a GM buffer is written either by DMA or through the scalar data cache, not
// by both in one call of a kernel (lowering d). Remembers the channel on the buffer.
absl::Status CheckStoreChannel(const OpContext& c);

}  // namespace t2t::eval
