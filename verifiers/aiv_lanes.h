// Which side of a core pair an operator call runs on: the cube core, the vector cores, the boundary between them, or either.
#pragma once

#include "ir/core/program.h"

namespace t2t {

enum class Lane : uint8_t {
  kShared,  // either side, or none
  kCube,
  kVector,
  kMixed,   // takes from one side and gives to the other
};

// The operators that are looked at by name.
struct AivOps {
  AivOps();

  OpId tile_shard, tile_gather, tensor_shard, tensor_gather;  // the boundary
  OpId load, store, move;

  bool Shard(OpId op) const { return op == tile_shard || op == tensor_shard; }
  bool Gather(OpId op) const { return op == tile_gather || op == tensor_gather; }
  bool Crosses(OpId op) const { return Shard(op) || Gather(op); }
  bool Transfers(OpId op) const { return op == load || op == store; }
};

// The side that computes on tiles in this memory.
Lane LaneOfSpace(MemorySpace space);

// Declared, or that of the memory it writes, or that of its first tile operand.
Lane LaneOf(const Program& p, const AivOps& ops, ExprId call);

bool IsSplitRegion(const Program& p, StmtId stmt);
// Each vector core holds its half of a tile there; in a region of mode NONE both hold all of it.
bool IsDataParallel(const Program& p, StmtId region);

}  // namespace t2t
