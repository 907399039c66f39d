// tensor.view: another shape or layout of the same GM storage (types-and-ops 6A.7).
#include <algorithm>
#include <utility>

#include "ir/core/show.h"
#include "ir/ops/register_all.h"
#include "ir/ops/shared_rules.h"
#include "ir/symbolic/prove.h"

namespace t2t {
namespace {

// Strides that respect the layout: its contiguous axis has stride 1, outer ones do not overlap where that is known.
bool Canonical(const Program& p, absl::Span<const ExprId> shape, absl::Span<const ExprId> stride, TensorLayout layout) {
  const size_t n = shape.size();
  if (stride.size() != n || n == 0) return false;
  auto covers = [&](size_t outer, size_t inner) {
    if (!p.IsConstInt(stride[outer]) || !p.IsConstInt(stride[inner]) || !p.IsConstInt(shape[inner])) return true;
    int64_t product = 0;
    return !__builtin_mul_overflow(p[stride[inner]].int_value(), p[shape[inner]].int_value(), &product) &&
           p[stride[outer]].int_value() >= product;
  };
  size_t outermost = n - 1;
  if (layout == TensorLayout::kDN && n >= 2) {
    if (!p.IsConstInt(stride[n - 2], 1) || !covers(n - 1, n - 2)) return false;
    outermost = n - 2;
    if (outermost > 0 && !covers(outermost - 1, n - 1)) return false;
  } else if (!p.IsConstInt(stride[n - 1], 1)) {
    return false;
  }
  for (size_t k = outermost; k-- > 0;) {
    const bool next_to_dn_pair = layout == TensorLayout::kDN && k + 1 == outermost;
    if (!next_to_dn_pair && !covers(k, k + 1)) return false;
  }
  return true;
}

// The explicit valid shape of a reshaping view: the map collapses leading axes to [prod, last] or everything to
// [1, prod], and the valid region is a prefix.
absl::Status CheckExplicitValid(DeduceContext& c, absl::Span<const ExprId> shape, absl::Span<const ExprId> valid) {
  if (!c.TypeOf(0).view || c.p[c.TypeOf(0).view].valid_shape.empty()) {
    return c.Fail("an explicit valid_shape needs an operand that carries one");
  }
  if (c.EffectiveView(0).layout != TensorLayout::kND) return c.Fail("an explicit valid_shape needs an ND operand");
  if (valid.size() != shape.size()) {
    return c.Fail("valid_shape {} must have the rank of {}", ShapeText(c.p, valid), ShapeText(c.p, shape));
  }
  for (size_t i = 0; i < valid.size(); ++i) {
    if (!c.p.IsConstInt(valid[i])) continue;
    const int64_t v = c.p[valid[i]].int_value();
    if (v <= 0 || (c.p.IsConstInt(shape[i]) && v > c.p[shape[i]].int_value())) {
      return c.Fail("valid_shape[{}] = {} is not between 1 and {}", i, v, ExprText(c.p, shape[i]));
    }
  }
  const absl::Span<const ExprId> from = c.Shape(0), from_valid = c.Valid(0);
  const bool two = shape.size() == 2 && !from.empty();
  const bool rows = two && DimEq(c.p, shape[1], from.back());
  const bool flat = two && c.p.IsConstInt(shape[0], 1);
  if (!rows && !flat) return c.Fail("valid_shape can be given only when leading axes collapse to [rows, last] or [1, all]");
  const size_t inner = rows ? from.size() - 1 : from.size();
  size_t first = 0;
  while (first < inner && c.p.IsConstInt(from_valid[first], 1)) ++first;
  for (size_t i = first + 1; i < inner; ++i) {
    if (!IsFullExtent(c.p, from_valid[i], from[i])) return c.Fail("the valid region is not a prefix of the storage");
  }
  return absl::OkStatus();
}

absl::StatusOr<TypeId> ViewOf(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensorLike(0));
  const Attr* layout_kwarg = c.Kwarg("layout");
  if (!c.Has(1) && layout_kwarg == nullptr) return c.Fail("give a shape, a layout, or both");
  const View source = c.EffectiveView(0);
  const TensorLayout layout = layout_kwarg != nullptr ? layout_kwarg->as<TensorLayout>() : source.layout;
  for (TensorLayout l : {source.layout, layout}) {
    if (l != TensorLayout::kND && l != TensorLayout::kDN) return c.Fail("layout {} cannot be viewed", EnumName(l));
  }
  const absl::Span<const ExprId> stride = c.p[source.stride];
  if (!stride.empty() && !Canonical(c.p, c.Shape(0), stride, source.layout)) {
    return c.Fail("the operand's strides do not follow its layout");
  }
  View view;
  view.layout = layout;
  Shape shape(c.Shape(0).begin(), c.Shape(0).end()), valid(c.Valid(0).begin(), c.Valid(0).end());
  if (!c.Has(1)) {
    if (layout == TensorLayout::kDN) RETURN_IF_ERROR(NeedMinRank(c, 0, 2));
    Shape strides(stride.begin(), stride.end());
    if (layout != source.layout && shape.size() >= 2) {
      const size_t n = shape.size();
      std::swap(shape[n - 1], shape[n - 2]);
      std::swap(valid[n - 1], valid[n - 2]);
      if (!strides.empty()) std::swap(strides[n - 1], strides[n - 2]);
    }
    if (strides.empty()) {
      ASSIGN_OR_RETURN(strides, PackedStrides(c.p, shape, layout));
    }
    view.stride = c.p.MakeList(strides);
    view.pad = source.pad;
  } else {
    ASSIGN_OR_RETURN(shape, c.TupleElements(1));
    int64_t have = 1, want = 1;
    bool known = true;
    for (ExprId e : shape) {
      if (!IsInt(c.p[e].dtype)) return c.Fail("{} is not an integer extent", ExprText(c.p, e));
      if (!c.p.IsConstInt(e)) {
        known = false;
      } else if (c.p[e].int_value() <= 0) {
        return c.Fail("extent {} must be positive", ExprText(c.p, e));
      } else {
        known &= !__builtin_mul_overflow(want, c.p[e].int_value(), &want);
      }
    }
    for (ExprId e : c.Shape(0)) {
      known = known && c.p.IsConstInt(e) && !__builtin_mul_overflow(have, c.p[e].int_value(), &have);
    }
    if (known && have != want) {
      return c.Fail("{} has {} elements, {} has {}", ShapeText(c.p, c.Shape(0)), have, ShapeText(c.p, shape), want);
    }
    if (layout == TensorLayout::kDN && shape.size() < 2) return c.Fail("a DN view needs at least 2 dimensions");
    if (!stride.empty()) {
      ASSIGN_OR_RETURN(const Shape packed, PackedStrides(c.p, c.Shape(0), source.layout));
      if (!ExprEq(c.p, stride, packed)) return c.Fail("a strided operand cannot be given another shape");
    }
    if (c.Has(2)) {
      RETURN_IF_ERROR(c.NeedLiteralTuple(2));
      const absl::Span<const ExprId> requested = c.p.Elements(c.args[2]);
      RETURN_IF_ERROR(CheckExplicitValid(c, shape, requested));
      valid.assign(requested.begin(), requested.end());
      view.pad = source.pad;
    } else {
      if (!ExprEq(c.p, c.Shape(0), c.Valid(0))) {
        return c.Fail("a partly valid operand needs an explicit valid_shape to be given another shape");
      }
      valid = shape;
    }
    ASSIGN_OR_RETURN(const Shape packed, PackedStrides(c.p, shape, layout));
    view.stride = c.p.MakeList(packed);
  }
  view.valid_shape = c.p.MakeList(valid);
  const Type& type = c.TypeOf(0);
  if (type.kind == TypeKind::kTensor) return c.p.TensorType(type.dtype, shape, view, type.memref);
  return c.p.DistributedTensorType(type.dtype, shape, view, type.memref, type.window_buffer);
}

}  // namespace

void RegisterTensorView(OpRegistryBuilder& r) {
  r.Op("tensor.view", "another shape or layout of the same GM storage").Operands("input shape? valid_shape?")
      .Kwargs("layout:layout").OutInherit().View().AliasOf(0).Deduce(ViewOf);
}

}  // namespace t2t
