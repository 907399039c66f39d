// Who asked for it: the consumer behind a demanded memory space or box.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "passes/cube_boxing.h"
#include "pipeline/explain_past.h"

namespace t2t {

struct Demander {
  StmtId stmt;
  int operand = 0;
  std::string operand_name;
  std::vector<ValueId> via;  // carried or renamed on the way, casts left out
  Box box;                   // what it asks for; align 0 = nothing
};

// The first consumer, in program order of discovery, that requires `value` - or what shares its storage - in `space`
// (kUnset: in any). `boxed`: only one that asks for a box.
std::optional<Demander> WhoWants(const Program& program, const Past& past, ValueId value, MemorySpace space,
                                 bool boxed);

}  // namespace t2t
