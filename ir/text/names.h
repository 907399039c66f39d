// Unique printed names of the values of one function (text-format 6.2).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "ir/core/program.h"

namespace t2t {

// One table serves all functions of a program, one at a time: nothing is cleared in between, entries of an earlier
// function are recognised by their epoch.
class NameTable {
 public:
  explicit NameTable(const Program& program);

  void Enter(FuncId function);
  std::string_view Name(ValueId value);

 private:
  void Add(ValueId value);
  void Resolve();
  std::string Unique(std::string_view hint, uint32_t& suffix);

  const Program& p_;
  std::vector<uint32_t> seen_;    // by value: epoch in which it was listed
  struct Count {
    uint32_t epoch = 0;
    uint32_t uses = 0;
    uint32_t suffix = 0;          // the last one tried
  };
  std::vector<Count> counts_;     // by hint
  std::vector<ValueId> list_;
  bool collision_ = false;
  uint32_t epoch_ = 0;
  absl::flat_hash_map<ValueId, std::string> renamed_;          // of the current function
  absl::flat_hash_set<std::string> taken_;                     // names made up in the current function
  absl::flat_hash_map<ValueId, std::string> renamed_symbols_;  // program symbols that share their name
};

}  // namespace t2t
