// tensor.* memory and creation (types-and-ops 6A.6).
#include "ir/core/show.h"
#include "ir/ops/register_all.h"
#include "ir/ops/shared_rules.h"

namespace t2t {
namespace {

using enum DType;

absl::Status CheckIndices(DeduceContext& c, size_t i) {
  ASSIGN_OR_RETURN(const std::vector<ExprId> indices, c.TupleElements(i));
  if (indices.size() != c.Shape(0).size()) {
    return c.Fail("{} indices given, but a tensor of shape {} needs {}", indices.size(), ShapeText(c.p, c.Shape(0)),
                  c.Shape(0).size());
  }
  for (ExprId index : indices) {
    if (!IsInt(c.p[index].dtype)) return c.Fail("index {} is not an integer", ExprText(c.p, index));
  }
  return absl::OkStatus();
}

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

absl::StatusOr<DType> RequiredDType(DeduceContext& c) {
  const std::optional<DType> dtype = c.DTypeKwarg("dtype");
  if (!dtype) return c.Fail("kwarg dtype is required");
  return *dtype;
}

absl::StatusOr<TypeId> Create(DeduceContext& c) {
  ASSIGN_OR_RETURN(const Shape shape, IntTuple(c, 0));
  ASSIGN_OR_RETURN(const DType dtype, RequiredDType(c));
  View view;
  if (const Attr* layout = c.Kwarg("layout")) view.layout = layout->as<TensorLayout>();
  return c.p.TensorType(dtype, shape, view);
}

absl::StatusOr<TypeId> Full(DeduceContext& c) {
  ASSIGN_OR_RETURN(const Shape shape, IntTuple(c, 0));
  ASSIGN_OR_RETURN(const DType dtype, RequiredDType(c));
  const ExprKind kind = c.p[c.args[1]].kind;
  if (kind != ExprKind::kConstInt && kind != ExprKind::kConstFloat) {
    return c.Fail("value must be a constant number, got {}", ExprText(c.p, c.args[1]));
  }
  return c.p.TensorType(dtype, shape);
}

absl::StatusOr<TypeId> Arange(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedScalar(0));
  ASSIGN_OR_RETURN(const Shape shape, IntTuple(c, 1));
  ASSIGN_OR_RETURN(const DType dtype, RequiredDType(c));
  if (!OneOf(dtype, {kInt16, kInt32, kUint16, kUint32})) {
    return c.Fail("dtype must be INT16, INT32, UINT16 or UINT32, got {}", DTypeName(dtype));
  }
  if (c.TypeOf(0).dtype != dtype) {
    return c.Fail("start is {}, but dtype is {}", DTypeName(c.TypeOf(0).dtype), DTypeName(dtype));
  }
  for (size_t i = 0; i < shape.size(); ++i) {
    const bool last = i + 1 == shape.size();
    if (!c.p.IsConstInt(shape[i])) continue;
    const int64_t extent = c.p[shape[i]].int_value();
    if (last ? extent == 1 : extent != 1) {
      return c.Fail("shape {} must be one row of more than one element", ShapeText(c.p, shape));
    }
  }
  return c.p.TensorType(dtype, shape);
}

absl::StatusOr<TypeId> Random(DeduceContext& c) {
  for (size_t i = 0; i < 6; ++i) {
    RETURN_IF_ERROR(c.NeedScalar(i));
    RETURN_IF_ERROR(NeedDType(c, i, {kInt32}));
  }
  ASSIGN_OR_RETURN(const Shape shape, IntTuple(c, 6));
  const DType dtype = c.DTypeKwarg("dtype").value_or(kUint32);
  if (!OneOf(dtype, {kInt32, kUint32})) return c.Fail("dtype must be INT32 or UINT32, got {}", DTypeName(dtype));
  const int64_t rounds = c.IntKwarg("rounds", 10);
  if (rounds != 7 && rounds != 10) return c.Fail("rounds must be 7 or 10, got {}", rounds);
  if (shape.size() != 2) return c.Fail("shape must have 2 dimensions, got {}", ShapeText(c.p, shape));
  return c.p.TensorType(dtype, shape);
}

absl::StatusOr<TypeId> Assemble(DeduceContext& c) {
  for (size_t i : {0u, 1u}) RETURN_IF_ERROR(c.NeedTensorLike(i));
  ASSIGN_OR_RETURN(const Shape offset, IntTuple(c, 2));
  const int64_t atomic = c.IntKwarg("atomic", 0);
  if (atomic < 0 || atomic > 1) return c.Fail("atomic must be None_ or Add, got code {}", atomic);
  if (atomic == 1) RETURN_IF_ERROR(NeedDType(c, 0, {kFp32, kBf16, kFp16, kInt32, kInt16, kInt8}));
  const Type target = c.TypeOf(0);
  View view;
  if (c.Shape(1).size() == target.rank() && offset.size() == target.rank()) {
    WriteUnion w;
    w.target = c.Shape(0);
    w.target_valid = c.Valid(0);
    w.source = c.Shape(1);
    w.source_valid = c.Valid(1);
    w.offsets = offset;
    w.reach_valid = true;
    absl::StatusOr<Shape> valid = WriteUnionValid(c.p, w);
    if (!valid.ok()) return Named(c, valid.status());
    view.valid_shape = c.p.MakeList(*valid);
  }
  if (target.kind == TypeKind::kTensor) return c.p.TensorType(target.dtype, c.Shape(0), view);
  return c.p.DistributedTensorType(target.dtype, c.Shape(0), view, {}, target.window_buffer);
}

Effect AssembleEffect(const Program& p, AttrsId kwargs) {
  const Attr* atomic = p.FindAttr(kwargs, "atomic");
  return atomic != nullptr && atomic->int_value() != 0 ? Effect::kReadWrite : Effect::kWrite;
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
  ASSIGN_OR_RETURN(const Shape shape, LiteralShape(c, 1, true));
  const absl::Span<const ExprId> from = c.Shape(0);
  if (shape.size() != from.size()) {
    return c.Fail("shape {} must have the rank of {}", ShapeText(c.p, shape), ShapeText(c.p, from));
  }
  for (size_t i = 0; i < shape.size(); ++i) {
    if (c.p.IsConstInt(from[i]) && c.p[from[i]].int_value() > c.p[shape[i]].int_value()) {
      return c.Fail("dimension {} would shrink from {} to {}", i, ExprText(c.p, from[i]), ExprText(c.p, shape[i]));
    }
  }
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
      .Kwargs("dtype:dtype layout:layout=ND manual_dep:bool init_value:double").View().Deduce(Create);
  r.Op("tensor.full", "a new tensor with one value in every element").Operands("shape value").Kwargs("dtype:dtype")
      .Deduce(Full);
  r.Op("tensor.ci", "consecutive integers").Operands("start shape").Kwargs("dtype:dtype descending:bool=False")
      .Deduce(Arange);
  r.Op("tensor.random", "counter-based random bits").Operands("key0 key1 counter0 counter1 counter2 counter3 shape")
      .Kwargs("dtype:dtype=UINT32 rounds:int=10").Deduce(Random);
  r.Op("tensor.assemble", "writes a source into a region of a target").Operands("target source offset")
      .Kwargs("atomic:int=0").Reuses(0).EffectBy(0, AssembleEffect).Dma().Deduce(Assemble);
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
