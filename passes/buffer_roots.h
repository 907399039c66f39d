// Which parameters of a caller an operand of a call may denote (lowering n.2).
//
// Unlike the accesses of a kernel this is about whole buffers that are handed on: a slice is a window of its own, an
// assemble is the buffer it writes to, the result of a call is the output operand it returns.
#pragma once

#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "ir/core/program.h"

namespace t2t {

class BufferRoots {
 public:
  explicit BufferRoots(const Program& program) : p_(program) {}

  // Traces the values of `function`, one walk. Results of calls depend on the directions the callees have now.
  void Trace(FuncId function);
  // Parameter indices of the traced function, ascending; empty = a buffer that is no parameter.
  absl::Span<const uint32_t> Of(ExprId expr) const { return sets_[SetOf(expr)]; }

 private:
  uint32_t SetOf(ExprId expr) const;
  uint32_t SetOfCall(ExprId call) const;
  uint32_t Union(uint32_t a, uint32_t b);
  void Set(ValueId value, uint32_t set) { set_of_[value.index()] = set; }
  void Assign(StmtId stmt);
  void Merge(ValueList results, StmtId yield);

  const Program& p_;
  std::vector<uint32_t> set_of_;            // by value: index into sets_
  std::vector<uint32_t> tuple_of_;          // by value: index into tuples_, where it holds the results of a call
  std::vector<std::vector<uint32_t>> tuples_;  // sets of the output operands of a call, in order; 0 is empty
  std::vector<std::vector<uint32_t>> sets_;  // distinct, sorted; 0 is the empty one
  absl::flat_hash_map<std::vector<uint32_t>, uint32_t> set_ids_;
};

}  // namespace t2t
