// Order that no data edge shows: a read of global memory behind the write it must see, a write behind what must come first.
#pragma once

#include <vector>

#include "absl/container/flat_hash_map.h"
#include "ir/analysis/gm_access.h"
#include "ir/core/program.h"

namespace t2t {

struct OrderEdge {
  StmtId from;
  ValueId memory;     // parameter whose buffer both touch
  bool reads = false; // the later one reads what the earlier one wrote; otherwise it overwrites
};

// By the later statement. Linear: a statement is ordered against the last write and the reads since, per buffer; for
// loops that is the order of one round.
using MemoryOrder = absl::flat_hash_map<StmtId, std::vector<OrderEdge>>;
// `access` is left standing at `function`; one object serves many functions.
MemoryOrder OrderOf(const Program& program, GmAccess& access, FuncId function);

}  // namespace t2t
