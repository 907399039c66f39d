// The few operators that passes must recognise by what they mean to the lowering itself. Everything else about an
// operator is asked from its declaration.
#pragma once

#include "ir/core/walk.h"
#include "ir/ops/registry.h"

namespace t2t {

struct KnownOps {
  OpId as_tile, as_tensor;
  OpId tensor_create, tensor_slice, tensor_assemble, tensor_write, tensor_expand_clone, tensor_full, tensor_reshape;
  OpId tensor_dim, tensor_view, tensor_reinterpret_view;
  OpId tile_load, tile_store, tile_create, tile_move, tile_transpose_view, tile_set_validshape, tile_assemble,
      tile_reshape;
};
const KnownOps& Known();

// Is `expr` a call of `op`?
inline bool IsCallOf(const Program& p, ExprId expr, OpId op) {
  return expr && p[expr].kind == ExprKind::kCall && p.CallOf(expr).op == op;
}
// The tile behind a value that is `t2t.as_tensor(tile)`, the tensor behind a `t2t.as_tile(tensor)`; invalid for others.
inline ExprId CastSource(const Program& p, ExprId var, OpId cast) {
  const ValueId value = AsVar(p, var);
  const ExprId def = value ? DefiningExpr(p, value) : ExprId();
  return IsCallOf(p, def, cast) ? p.Args(def)[0] : ExprId();
}

}  // namespace t2t
