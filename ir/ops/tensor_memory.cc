// tensor.* memory and creation (types-and-ops 6A.6).
#include "ir/core/show.h"
#include "ir/ops/paired_rules.h"
#include "ir/ops/register_all.h"

namespace t2t {
namespace {

using enum DType;

absl::StatusOr<TypeId> Read(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensorLike(0));
  RETURN_IF_ERROR(CheckIndices(c, 1));
  return c.p.ScalarType(c.TypeOf(0).dtype);
}

absl::StatusOr<TypeId> Write(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensorLike(0));
  RETURN_IF_ERROR(CheckIndices(c, 1));
  RETURN_IF_ERROR(c.NeedScalar(2));
  RETURN_IF_ERROR(NeedSameDType(c, 0, 2));
  return c.TypeIdOf(0);
}

absl::StatusOr<TypeId> Dim(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensor(0));
  RETURN_IF_ERROR(AxisOperand(c, 1, c.TypeOf(0).rank()).status());
  return c.p.ScalarType(kIndex);
}

absl::StatusOr<TypeId> IndexScalar(DeduceContext& c) { return c.p.ScalarType(kIndex); }
absl::StatusOr<TypeId> Pointer(DeduceContext& c) { return c.p.SimpleType(TypeKind::kPtr); }

absl::StatusOr<TypeId> Create(DeduceContext& c) {
  ASSIGN_OR_RETURN(const Shape shape, ExtentTuple(c, 0));
  View view;
  if (const Attr* layout = c.Kwarg("layout")) view.layout = layout->as<TensorLayout>();
  return c.p.TensorType(*c.DTypeKwarg("dtype"), shape, view);
}

absl::StatusOr<TypeId> Full(DeduceContext& c) {
  ASSIGN_OR_RETURN(const Shape shape, ExtentTuple(c, 0));
  const ExprKind kind = c.p[c.args[1]].kind;
  if (kind != ExprKind::kConstInt && kind != ExprKind::kConstFloat) {
    return c.Fail("value must be a constant number, got {}", ExprText(c.p, c.args[1]));
  }
  const DType dtype = *c.DTypeKwarg("dtype");
  RETURN_IF_ERROR(CheckFullValue(c, dtype));
  return c.p.TensorType(dtype, shape);
}

absl::StatusOr<TypeId> Arange(DeduceContext& c) {
  ASSIGN_OR_RETURN(const Shape shape, ExtentTuple(c, 1));
  RETURN_IF_ERROR(CheckArange(c, shape));
  return c.p.TensorType(*c.DTypeKwarg("dtype"), shape);
}

absl::StatusOr<TypeId> Random(DeduceContext& c) {
  ASSIGN_OR_RETURN(const Shape shape, ExtentTuple(c, 6));
  ASSIGN_OR_RETURN(const DType dtype, CheckRandom(c, shape));
  return c.p.TensorType(dtype, shape);
}

absl::StatusOr<TypeId> Assemble(DeduceContext& c) {
  for (size_t i : {0u, 1u}) RETURN_IF_ERROR(c.NeedTensorLike(i));
  ASSIGN_OR_RETURN(const Shape offset, IntTuple(c, 2));
  RETURN_IF_ERROR(CheckAtomicAdd(c, 0));
  const Type target = c.TypeOf(0);
  View view;
  if (c.Shape(1).size() == target.rank() && offset.size() == target.rank()) {
    ASSIGN_OR_RETURN(const Shape valid, WrittenRegion(c, 0, 1, offset, Reach::kValid, ""));
    view.valid_shape = c.p.MakeList(valid);
  }
  if (target.kind == TypeKind::kTensor) return c.p.TensorType(target.dtype, c.Shape(0), view);
  return c.p.DistributedTensorType(target.dtype, c.Shape(0), view, {}, target.window_buffer);
}

absl::StatusOr<TypeId> FillPad(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensor(0));
  RETURN_IF_ERROR(Padding(c).status());
  View view = c.EffectiveView(0);
  view.valid_shape = c.TypeOf(0).shape;
  return c.p.WithView(c.TypeIdOf(0), view);
}

absl::StatusOr<TypeId> FillPadExpand(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensor(0));
  ASSIGN_OR_RETURN(const PadValue pad, Padding(c));
  ASSIGN_OR_RETURN(const Shape shape, ExpandedShape(c));
  View view = c.EffectiveView(0);
  view.valid_shape = {};
  view.pad = pad;
  return c.p.TensorType(c.TypeOf(0).dtype, shape, view);
}

}  // namespace

void RegisterTensorMemory(OpRegistryBuilder& r) {
  r.Op("tensor.read", "one element").Operands("tensor indices").Deduce(Read);
  r.Op("tensor.write", "stores one element through the scalar data cache").Operands("tensor indices value").Writes(0)
      .AliasOf(0).ScalarStore().Deduce(Write);
  r.Op("tensor.dim", "extent of an axis").Operands("tensor axis").Deduce(Dim);
  r.Op("tensor.create", "a new tensor, uninitialised").Operands("shape")
      .Kwargs("dtype:dtype! layout:layout=ND manual_dep:bool init_value:double").View().Deduce(Create);
  r.Op("tensor.full", "a new tensor with one value in every element").Operands("shape value").Kwargs("dtype:dtype!")
      .Deduce(Full);
  r.Op("tensor.ci", "consecutive integers").Operands("start shape").Kwargs("dtype:dtype! descending:bool=False")
      .Deduce(Arange);
  r.Op("tensor.random", "counter-based random bits").Operands("key0 key1 counter0 counter1 counter2 counter3 shape")
      .Kwargs("dtype:dtype=UINT32 rounds:int=10").Deduce(Random);
  r.Op("tensor.assemble", "writes a source into a region of a target").Operands("target source offset")
      .Kwargs("atomic:int=0").Reuses(0).EffectBy(0, AtomicEffect).Dma().Deduce(Assemble);
  r.Op("tensor.fillpad", "writes the pad value outside the valid region").Operands("tensor")
      .Kwargs("pad_value:pad=zero").Deduce(FillPad);
  r.Op("tensor.fillpad_expand", "the same into a larger shape").Operands("tensor shape").Kwargs("pad_value:pad=zero")
      .Deduce(FillPadExpand);
  r.Op("tensor.alloc", "a base pointer of this size").Operands("memory_space size").View().Deduce(Pointer);
  r.Op("tensor.get_block_idx", "index of this block").View().Deduce(IndexScalar);
  r.Op("tensor.get_subblock_idx", "index of this vector lane").View().Deduce(IndexScalar);
  r.Op("tensor.get_block_num", "number of blocks").View().Deduce(IndexScalar);
}

}  // namespace t2t
