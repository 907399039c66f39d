// Operators that the comparison of effects sees through (effects.h).
#pragma once

#include "ir/ops/registry.h"

namespace t2t::effects {

struct OpNames {
  OpId as_tile = Ops().Find("t2t.as_tile"), as_tensor = Ops().Find("t2t.as_tensor"), load = Ops().Find("tile.load"),
       store = Ops().Find("tile.store"), move = Ops().Find("tile.move"), tensor_assemble = Ops().Find("tensor.assemble"),
       tile_assemble = Ops().Find("tile.assemble"), slice = Ops().Find("tensor.slice"), view = Ops().Find("tensor.view"),
       tensor_create = Ops().Find("tensor.create"), create_l1 = Ops().Find("tensor.create_l1"),
       tile_create = Ops().Find("tile.create"), tile_alloc = Ops().Find("tile.alloc");

  bool Allocates(OpId op) const {
    return op == tensor_create || op == create_l1 || op == tile_create || op == tile_alloc;
  }
};
inline const OpNames& Names() {
  static const OpNames names;
  return names;
}

}  // namespace t2t::effects
