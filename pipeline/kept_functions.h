// FunctionKept (verifiers 9.4): what the lowering leaves alone stays as it was read. A function whose body is written elsewhere
// (external, bound at run time) or is past this lowering (Buffer stage) keeps every node, and no kernel moves to another kind of
// core. This compares with the program as read, so it is no verifier: those see one program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/core/program.h"

namespace t2t {

class KeptFunctions {
 public:
  void Remember(const Program& program);

  // One line for each function that has changed since; looks only at those that passes have touched.
  std::vector<std::string> Broken(const Program& program) const;

 private:
  struct Kept {
    FunctionType type = FunctionType::kOpaque;
    bool whole = false;        // every node of it, not its type alone
    uint32_t version = 0;
    uint64_t fingerprint = 0;  // of those kept whole
  };
  std::vector<Kept> kept_;  // by function
};

}  // namespace t2t
