// tensor.* shape and layout (types-and-ops 6A.6 slice, 6A.7).
#include <utility>

#include "ir/core/show.h"
#include "ir/ops/paired_rules.h"
#include "ir/ops/register_all.h"
#include "ir/symbolic/prove.h"

namespace t2t {
namespace {

using enum DType;

absl::Status RefuseMx(DeduceContext& c) {
  if (!IsMx(c.EffectiveView(0).layout)) return absl::OkStatus();
  return c.Fail("an operand in layout {} cannot be viewed", EnumName(c.EffectiveView(0).layout));
}

absl::StatusOr<TypeId> Slice(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensorLike(0));
  RETURN_IF_ERROR(RefuseMx(c));
  ASSIGN_OR_RETURN(const Shape window, ExtentTuple(c, 1));
  ASSIGN_OR_RETURN(const Shape offset, IntTuple(c, 2));
  Shape requested;
  if (c.Has(3)) {
    RETURN_IF_ERROR(c.NeedLiteralTuple(3));
    const absl::Span<const ExprId> items = c.p.Elements(c.args[3]);
    requested.assign(items.begin(), items.end());
  }
  const View source = c.EffectiveView(0);
  Shape valid;
  if (window.size() == offset.size() && window.size() == c.Shape(0).size()) {
    ASSIGN_OR_RETURN(valid, OuterWindow(c, offset, window, requested));
  } else {
    valid = requested.empty() ? window : requested;
    if (valid.size() != window.size()) {
      return c.Fail("valid_shape {} must have the rank of the window {}", ShapeText(c.p, valid), ShapeText(c.p, window));
    }
  }
  ASSIGN_OR_RETURN(const std::vector<uint32_t> dropped, DropDims(c, 4, window, valid));
  if (!dropped.empty() && dropped.size() == window.size()) {
    return c.Fail("drop_dims drops every dimension; rank-0 tiles are not supported: keep one unit axis, or use "
                  "tensor.read for one element");
  }
  const Shape shape = Without(window, dropped), shape_valid = Without(valid, dropped);
  View view;
  const Attr* pad = c.Kwarg("pad_value");
  view.pad = pad != nullptr ? pad->as<PadValue>() : source.pad;
  view.valid_shape = c.p.MakeList(shape_valid);
  const Type& type = c.TypeOf(0);
  if (type.kind == TypeKind::kTensor) return c.p.TensorType(type.dtype, shape, view);
  return c.p.DistributedTensorType(type.dtype, shape, view, {}, type.window_buffer);
}

absl::StatusOr<TypeId> Reshape(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensor(0));
  RETURN_IF_ERROR(RefuseMx(c));
  ASSIGN_OR_RETURN(const Shape shape, ExtentTuple(c, 1));
  RETURN_IF_ERROR(CheckSameCount(c, c.Shape(0), shape));
  const View source = c.EffectiveView(0);
  bool contiguous = source.layout == TensorLayout::kND;
  if (contiguous && !source.stride.empty()) {
    ASSIGN_OR_RETURN(const Shape packed, PackedStrides(c.p, c.Shape(0), TensorLayout::kND));
    contiguous = ExprEq(c.p, c.p[source.stride], packed);
  }
  absl::StatusOr<Shape> valid = ReshapeValid(c.p, c.Valid(0), c.Shape(0), shape, contiguous);
  if (!valid.ok()) return Named(c, valid.status());
  if (c.Has(2)) {
    RETURN_IF_ERROR(c.NeedLiteralTuple(2));
    const absl::Span<const ExprId> requested = c.p.Elements(c.args[2]);
    if (requested.size() != shape.size()) {
      return c.Fail("valid_shape {} must have the rank of {}", ShapeText(c.p, requested), ShapeText(c.p, shape));
    }
    for (size_t i = 0; i < shape.size(); ++i) {
      const bool fits = IsInt(c.p[requested[i]].dtype) && ProvenLe(c.p, c.p.Int(0, c.p[requested[i]].dtype), requested[i]) &&
                        ProvenLe(c.p, requested[i], (*valid)[i]);
      if (!fits) {
        return c.Fail("valid_shape[{}] = {} is not provably between 0 and {}", i, ExprText(c.p, requested[i]),
                      ExprText(c.p, (*valid)[i]));
      }
    }
    valid->assign(requested.begin(), requested.end());
  }
  View view;
  view.pad = source.pad;
  view.valid_shape = c.p.MakeList(*valid);
  return c.p.TensorType(c.TypeOf(0).dtype, shape, view);
}

absl::StatusOr<TypeId> ReinterpretView(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensor(0));
  const View source = c.EffectiveView(0);
  if (IsMx(source.layout) || source.layout == TensorLayout::kNZ) {
    return c.Fail("an operand in layout {} cannot be reinterpreted", EnumName(source.layout));
  }
  const bool dn = source.layout == TensorLayout::kDN;
  RETURN_IF_ERROR(NeedMinRank(c, 0, dn ? 2 : 1));
  if (!source.stride.empty()) {
    ASSIGN_OR_RETURN(const Shape packed, PackedStrides(c.p, c.Shape(0), source.layout));
    if (!ExprEq(c.p, c.p[source.stride], packed)) return c.Fail("a strided operand cannot be reinterpreted");
  }
  const DType to = *c.DTypeKwarg("dtype");
  Shape requested;
  if (c.Has(1)) {
    ASSIGN_OR_RETURN(requested, ExtentTuple(c, 1));
    if (dn && requested.size() < 2) return c.Fail("a DN result needs at least 2 dimensions");
  }
  const size_t axis = c.Shape(0).size() - (dn ? 2 : 1);
  ASSIGN_OR_RETURN(const Reinterpreted plan, ReinterpretPlan(c, to, axis, c.Has(1) ? &requested : nullptr, source.pad));
  View view;
  view.layout = source.layout;
  view.pad = plan.pad;
  view.valid_shape = c.p.MakeList(plan.valid);
  if (!source.stride.empty()) {
    ASSIGN_OR_RETURN(const Shape packed, PackedStrides(c.p, plan.shape, source.layout));
    view.stride = c.p.MakeList(packed);
  }
  return c.p.TensorType(to, plan.shape, view, c.TypeOf(0).memref);
}

// Equal as the printer sees it: constants by value, symbols by node.
bool SameExtents(const Program& p, absl::Span<const ExprId> a, absl::Span<const ExprId> b) {
  for (size_t i = 0; i < a.size(); ++i) {
    const bool same = a[i] == b[i] || (p.IsConstInt(a[i]) && p.IsConstInt(b[i]) && p[a[i]].int_value() == p[b[i]].int_value());
    if (!same) return false;
  }
  return a.size() == b.size();
}

absl::StatusOr<TypeId> Transpose(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensor(0));
  ASSIGN_OR_RETURN(const AxisPair axes, TransposedAxes(c));
  RETURN_IF_ERROR(RefuseMx(c));
  const uint32_t rank = c.TypeOf(0).rank(), a = axes.first, b = axes.second;
  const View source = c.EffectiveView(0);
  Shape shape(c.Shape(0).begin(), c.Shape(0).end()), valid(c.Valid(0).begin(), c.Valid(0).end());
  Shape stride(c.p[source.stride].begin(), c.p[source.stride].end());
  if (stride.empty()) {
    ASSIGN_OR_RETURN(stride, PackedStrides(c.p, c.Shape(0), TensorLayout::kND));
  }
  std::swap(shape[a], shape[b]);
  std::swap(valid[a], valid[b]);
  std::swap(stride[a], stride[b]);
  const bool last_two = std::min(a, b) + 2 == rank && std::max(a, b) + 1 == rank;
  View view;
  view.layout = !last_two ? source.layout : source.layout == TensorLayout::kND ? TensorLayout::kDN : TensorLayout::kND;
  view.pad = source.pad;
  ASSIGN_OR_RETURN(const Shape packed, PackedStrides(c.p, shape, TensorLayout::kND));
  if (view.layout != TensorLayout::kND || !SameExtents(c.p, stride, packed)) view.stride = c.p.MakeList(stride);
  if (c.Has(3)) {
    RETURN_IF_ERROR(c.NeedLiteralTuple(3));
    const absl::Span<const ExprId> requested = c.p.Elements(c.args[3]);
    if (requested.size() != rank) return c.Fail("valid_shape {} must have {} dimensions", ShapeText(c.p, requested), rank);
    valid.assign(requested.begin(), requested.end());
  }
  view.valid_shape = c.p.MakeList(valid);
  return c.p.TensorType(c.TypeOf(0).dtype, shape, view);
}

absl::StatusOr<TypeId> Concat(DeduceContext& c) {
  for (size_t i : {0u, 1u}) RETURN_IF_ERROR(c.NeedTensor(i));
  ASSIGN_OR_RETURN(const Shape shape, ConcatShape(c));
  return c.p.TensorType(c.TypeOf(0).dtype, shape);
}

absl::StatusOr<TypeId> SetValidShape(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensor(0));
  RETURN_IF_ERROR(CheckValidExtents(c));
  View view = c.EffectiveView(0);
  view.valid_shape = c.p.MakeList({c.args[1], c.args[2]});
  return c.p.WithView(c.TypeIdOf(0), view);
}

}  // namespace

void RegisterTensorView(OpRegistryBuilder& r);

void RegisterTensorShape(OpRegistryBuilder& r) {
  r.Op("tensor.slice", "a window of a tensor").Operands("input shape offset valid_shape? drop_dims?")
      .Kwargs("pad_value:pad clamp:bool=False").OutInherit().View().AliasOf(0).Deduce(Slice);
  r.Op("tensor.reshape", "the same elements in another shape").Operands("input shape valid_shape?").OutInherit().View()
      .Deduce(Reshape);
  r.Op("tensor.reinterpret_view", "the same bytes as another element type").Operands("data shape?")
      .Kwargs("dtype:dtype!").OutInherit().View().Deduce(ReinterpretView);
  r.Op("tensor.transpose", "two axes exchanged").Operands("input axis1 axis2 valid_shape?").Deduce(Transpose);
  r.Op("tensor.concat", "two tensors side by side").Operands("src0 src1").Deduce(Concat);
  r.Op("tensor.set_validshape", "declares which elements are valid").Operands("tensor valid_rows valid_cols").Reuses(0)
      .NoArgWrites().OutInherit().View().Deduce(SetValidShape);
  RegisterTensorView(r);
}

}  // namespace t2t
