// Which buffers are written inside each loop and branch, by the variable that names them outside. Found in one walk ahead of
// the digest (digester.h), which has to forget their content where the region begins.
#pragma once

#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "ir/core/program.h"

namespace t2t::effects {

class WrittenBuffers {
 public:
  explicit WrittenBuffers(const Program& program) : p_(program) {}

  void Find(BlockId body);

  // Names outside of `region` of what is written inside; may repeat. Null when nothing is.
  const std::vector<ValueId>* In(StmtId region) const {
    const auto it = written_.find(region);
    return it == written_.end() ? nullptr : &it->second;
  }
  // Does the carry name one buffer in every iteration?
  bool Kept(ValueId carry) const { return kept_.contains(carry); }

  // Operand whose buffer the result goes on naming; -1 when the result is a value of its own.
  int AliasOperand(const Call& call) const;
  bool WritesArg(const Call& call, uint32_t i) const;

 private:
  void Record(StmtId stmt);
  ValueId BaseOf(ExprId e) const;

  const Program& p_;
  absl::flat_hash_map<StmtId, std::vector<ValueId>> written_;
  absl::flat_hash_map<ValueId, ValueId> base_;  // by value: the variable whose buffer it names
  absl::flat_hash_set<ValueId> kept_;
};

}  // namespace t2t::effects
