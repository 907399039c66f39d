// The types that loops and branches take from what flows into them once their tiles are known (lowering j.5).
#pragma once

#include "ir/analysis/refused_values.h"
#include "ir/core/program.h"
#include "passes/converted_values.h"
#include "passes/pass.h"

namespace t2t {

// Carries and results of a loop take the types of its seeds, where both are tiles.
void TakeSeedTypes(const Program& program, ConvertedValues& now, StmtId loop);

// Results of a branch take the types that its first yielding side yields, where both are tiles.
void TakeYieldTypes(const Program& program, ConvertedValues& now, StmtId branch);

// A branch whose sides yield tiles of different extents for one result: one side is a product in whole fractal boxes. No tile
// could hold both, so the program is refused (decisions.md). Results that something refused is yielded to are left alone.
void RefuseUnequalSides(PassContext& context, const RefusedValues& refused, StmtId branch);
// A loop that begins with a tile of other extents than an iteration hands on, for the same reason.
void RefuseUnequalRounds(PassContext& context, const RefusedValues& refused, StmtId loop);

}  // namespace t2t
