// Accumulators that a product is added to and that are read again afterwards.
//
// tile.matmul_acc adds in place, so behind it the accumulator holds the sum. A kernel that still reads the old value asks for
// something that no pass provides: L0C cannot be copied, and a second product of the same operands is the author's choice.
#pragma once

#include "passes/pass.h"

namespace t2t {

// Reports every such read of the kernel at the addition; true when there is none. Accumulators that are only created hold
// nothing that could be lost.
bool AccumulatorsAreSpentOnce(PassContext& context, FuncId kernel);

}  // namespace t2t
