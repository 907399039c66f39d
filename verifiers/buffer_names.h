// The one buffer that a value names in whole: a parameter, or storage made in the function. Windows name none, for an index
// into them is none into the buffer; what may name either of two names none (passes/buffer_roots.h keeps both).
#pragma once

#include "absl/container/flat_hash_map.h"
#include "ir/core/program.h"

namespace t2t {

// Filled by the walk that asks it, in program order.
class BufferNames {
 public:
  explicit BufferNames(const Program& program);

  void Clear() { root_.clear(); }
  void Set(ValueId value, ValueId root) {
    if (root) root_[value] = root;
  }
  void Assign(ValueId var, ExprId value);
  // The seeds of a loop are what its iter args name.
  void EnterLoop(const Region& loop);
  ValueId Of(ExprId expr) const;

 private:
  // Result `index` of a call of a function is the index-th operand that it writes.
  ValueId OfResult(ExprId expr, uint32_t index) const;

  const Program& p_;
  OpId create_;
  absl::flat_hash_map<ValueId, ValueId> root_;
};

}  // namespace t2t
