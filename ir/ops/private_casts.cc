// The two casts that keep half-lowered kernels well typed. Written annotations refine what is deduced here: a cast stands
// for a particular GM value, whose view only the program knows.
#include "ir/ops/deduce.h"
#include "ir/ops/register_all.h"

namespace t2t {
namespace {

absl::StatusOr<TypeId> DeduceAsTile(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensorLike(0));
  const Type& t = c.TypeOf(0);
  const TileLayoutInfo implicit = ImplicitLayout(c.p, c.Shape(0), MemorySpace::kUnset);
  View view;
  view.valid_shape = c.EffectiveView(0).valid_shape;
  view.blayout = implicit.blayout;
  view.slayout = implicit.slayout;
  view.fractal = implicit.fractal;
  return c.p.TileType(t.dtype, c.Shape(0), view, MemorySpace::kUnset);
}

absl::StatusOr<TypeId> DeduceAsTensor(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  View view;
  view.valid_shape = c.EffectiveView(0).valid_shape;
  return c.p.TensorType(c.TypeOf(0).dtype, c.Shape(0), view);
}

}  // namespace

void RegisterPrivateCasts(OpRegistryBuilder& r) {
  r.Op("t2t.as_tile", "the tile that will hold this tensor's data").Operands("tensor").View().PrivateCast()
      .NoArgWrites().AliasOf(0).Deduce(DeduceAsTile);
  r.Op("t2t.as_tensor", "the tensor that this tile stands for").Operands("tile").View().PrivateCast()
      .NoArgWrites().AliasOf(0).Deduce(DeduceAsTensor);
}

}  // namespace t2t
