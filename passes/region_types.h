// The types that loops and branches take from what flows into them once their tiles are known (lowering j.5).
#pragma once

#include "ir/core/program.h"

namespace t2t {

// Carries and results of a loop take the types of its seeds, where both are tiles.
void TakeSeedTypes(Program& program, StmtId loop);

// Results of a branch take the types that its first yielding side yields, where both are tiles.
void TakeYieldTypes(Program& program, StmtId branch);

}  // namespace t2t
