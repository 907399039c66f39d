// Which values of a function may name the same memory: a copy, a projection, a view, a carry, what a call returns of an operand
// that it writes.
#pragma once

#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/types/span.h"
#include "ir/core/program.h"

namespace t2t {

// The edges are collected in one walk; a question then costs as much as its answer is long.
class StorageNames {
 public:
  StorageNames(const Program& program, FuncId function);

  // Everything that may name the memory of `start`, itself included.
  absl::flat_hash_set<ValueId> Of(ValueId start) const;

 private:
  void Assign(StmtId stmt);
  void Region(StmtId stmt);
  void Pass(ExprId from, ValueId to);
  void PassEach(absl::Span<const ExprId> sources, ValueList targets);

  const Program& p_;
  absl::flat_hash_map<ValueId, std::vector<ValueId>> named_by_;
};

}  // namespace t2t
