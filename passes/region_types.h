// The types that loops and branches take from what flows into them once their tiles are known (lowering j.5).
#pragma once

#include "ir/core/program.h"
#include "passes/converted_values.h"

namespace t2t {

// Carries and results of a loop take the types of its seeds, where both are tiles.
void TakeSeedTypes(const Program& program, ConvertedValues& now, StmtId loop);

// Results of a branch take the types that its first yielding side yields, where both are tiles.
void TakeYieldTypes(const Program& program, ConvertedValues& now, StmtId branch);

}  // namespace t2t
