#include "passes/known_ops.h"

namespace t2t {

const KnownOps& Known() {
  static const KnownOps ops = [] {
    const OpRegistry& r = Ops();
    KnownOps k;
    k.as_tile = r.Find("t2t.as_tile");
    k.as_tensor = r.Find("t2t.as_tensor");
    k.tensor_create = r.Find("tensor.create");
    k.tensor_slice = r.Find("tensor.slice");
    k.tensor_assemble = r.Find("tensor.assemble");
    k.tensor_write = r.Find("tensor.write");
    k.tensor_expand_clone = r.Find("tensor.expand_clone");
    k.tensor_full = r.Find("tensor.full");
    k.tensor_reshape = r.Find("tensor.reshape");
    k.tensor_dim = r.Find("tensor.dim");
    k.tensor_view = r.Find("tensor.view");
    k.tensor_reinterpret_view = r.Find("tensor.reinterpret_view");
    k.tile_load = r.Find("tile.load");
    k.tile_store = r.Find("tile.store");
    k.tile_create = r.Find("tile.create");
    k.tile_move = r.Find("tile.move");
    k.tile_transpose_view = r.Find("tile.transpose_view");
    k.tile_set_validshape = r.Find("tile.set_validshape");
    k.tile_assemble = r.Find("tile.assemble");
    k.tile_reshape = r.Find("tile.reshape");
    return k;
  }();
  return ops;
}

}  // namespace t2t
