// Whose memory a value is: through aliases, write-backs, carries of nested loops and both sides of branches.
#pragma once

#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "ir/core/program.h"

namespace t2t {

class StorageBehind {
 public:
  explicit StorageBehind(const Program& program) : p_(program) {}

  // The parameters, and the allocations that stand for added outputs, that `value` may be the memory of, one way of the
  // program or another: first met, first listed. Empty when some way leads to anything else. A value computed from a
  // parameter, a window of it included, is not the parameter. Linear over all calls: nothing is walked twice.
  absl::Span<const ValueId> Of(ValueId value);

 private:
  bool Walk(ValueId value, std::vector<ValueId>& storages);
  // The values that hand on their memory as `value`; false when somebody else makes it.
  bool Before(ValueId value, std::vector<ValueId>& before);
  bool ByRegion(ValueId value, std::vector<ValueId>& before);

  const Program& p_;
  // By value that was asked for, or passed on the way to a single answer or to none: an entry of answers_.
  absl::flat_hash_map<ValueId, uint32_t> known_;
  std::vector<std::vector<ValueId>> answers_ = {{}};
  absl::flat_hash_map<ValueId, uint32_t> place_;  // of a carry or result in its region
};

}  // namespace t2t
