// The bytes of a buffer that one scalar write touches, over the iterations of the loops around it.
#pragma once

#include <optional>

#include "verifiers/affine.h"

namespace t2t {

// Bytes [at, at + width) of the buffer of `root`.
struct WriteRange {
  ValueId root;
  StmtId write;
  Affine at;
  int64_t width = 0;
  int64_t element = 1;
};

// Of an element access `target[indices]` to a packed tensor; `at` is unknown where an inner extent or an index is.
WriteRange ElementRange(const Program& program, StmtId write, ExprId target, ExprId indices);

// The range over `count` values 0, 1, ... of `index`, which disappears from the address; unknown without a count.
void Widen(WriteRange& range, ValueId index, std::optional<int64_t> count);

// Does every value of `index` have cache lines of its own? What else is left in the address is the same number for each.
bool OwnsLines(WriteRange range, ValueId index);

// Do two ranges that own their lines for `index` meet in a line, one for one value of it and one for another? `count`: how many
// values there are. False where the distance between them is not known.
bool ShareLines(WriteRange a, WriteRange b, ValueId index, std::optional<int64_t> count);

inline constexpr int64_t kCacheLine = 64;  // bytes

}  // namespace t2t
