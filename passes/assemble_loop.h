// The returned loop that does nothing but assemble pieces into one tile (lowering m.7).
#pragma once

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "ir/core/program.h"

namespace t2t {

struct AssembleLoop {
  StmtId loop;       // a top-level `for` with one carry, seeded by a tile.create
  StmtId assemble;   // n = tile.assemble(carry, source, offsets), n is what the loop yields
  StmtId seed;       // the tile.create
};

// The loop whose result is `tile`, when storing each piece directly into the output is the same: the carry is used by
// the assemble alone, the seed is uninitialised, and nothing but the cast behind the return reads the result. `reads`
// counts the reads of every value.
std::optional<AssembleLoop> MatchAssembleLoop(const Program& program, ValueId tile, BlockId top,
                                              const std::vector<uint32_t>& reads);

// Makes the loop carry `out` (a GM value) and store each piece into it. Returns the loop's result, now of that type.
absl::StatusOr<ValueId> StoreInLoop(Program& program, const AssembleLoop& match, ExprId out);

}  // namespace t2t
