// tile.load and tile.move: the layouts that data takes on its way on chip (types-and-ops 6B.6 to 6B.8).
#include "ir/ops/tile_load.h"

#include "ir/core/show.h"
#include "ir/ops/paired_rules.h"

namespace t2t {
namespace {

using enum DType;
using enum MemorySpace;

absl::StatusOr<View> MxLayout(DeduceContext& c, const View& source, std::optional<MemorySpace> target,
                              absl::Span<const ExprId> window) {
  RETURN_IF_ERROR(NeedDType(c, 0, {kFp8E8M0, kUint8}));
  RETURN_IF_ERROR(NeedRank(c, 0, 2));
  if (window.size() != 2) return c.Fail("an MX window must have 2 dimensions");
  if (!source.stride.empty()) {
    ASSIGN_OR_RETURN(const Shape packed, PackedStrides(c.p, c.Shape(0), source.layout));
    if (!ExprEq(c.p, c.p[source.stride], packed)) return c.Fail("an MX source must not be strided");
  }
  if (target != kMat) return c.Fail("an MX source must be loaded with target_memory=Mat");
  View view;
  view.blayout = view.slayout =
      source.layout == TensorLayout::kMxAZz ? TileLayout::kRowMajor : TileLayout::kColMajor;
  view.fractal = 32;
  return view;
}

View LoadLayout(const Program& p, TensorLayout source, std::optional<MemorySpace> target, absl::Span<const ExprId> window) {
  View view;
  if (target == kMat) {
    const bool dn = source == TensorLayout::kDN;
    const bool one_row = window.size() == 2 && p.IsConstInt(window[dn ? 1 : 0], 1);
    if (one_row) return view;
    view.blayout = dn ? TileLayout::kRowMajor : TileLayout::kColMajor;
    view.slayout = dn ? TileLayout::kColMajor : TileLayout::kRowMajor;
    return view;
  }
  if (p.IsConstInt(window.back(), 1)) view.blayout = TileLayout::kColMajor;
  return view;
}

}  // namespace

absl::StatusOr<TypeId> DeduceLoad(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensorLike(0));
  ASSIGN_OR_RETURN(const Shape offsets, LiteralShape(c, 1, false));
  ASSIGN_OR_RETURN(const Shape window, LiteralShape(c, 2, false));
  ASSIGN_OR_RETURN(const Shape requested, LiteralShape(c, 3, false));
  if (window.empty() || offsets.size() != window.size() || requested.size() != window.size()) {
    return c.Fail("offsets, shapes and valid_shape must have the same rank of at least 1, got {}, {} and {}",
                  ShapeText(c.p, offsets), ShapeText(c.p, window), ShapeText(c.p, requested));
  }
  const View source = c.EffectiveView(0);
  const std::optional<MemorySpace> target = c.SpaceKwarg("target_memory");
  View view;
  if (IsMx(source.layout)) {
    ASSIGN_OR_RETURN(view, MxLayout(c, source, target, window));
  } else {
    view = LoadLayout(c.p, source.layout, target, window);
  }
  Shape valid = requested;
  if (window.size() == c.Shape(0).size()) {
    ASSIGN_OR_RETURN(valid, OuterWindow(c, offsets, window, requested));
  }
  return Tile(c.p, c.TypeOf(0).dtype, window, valid, view, target.value_or(kUnset));
}

absl::StatusOr<TypeId> DeduceMove(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  const MemorySpace target = *c.SpaceKwarg("target_memory");
  const absl::Span<const ExprId> shape = c.Shape(0);
  const View source = c.EffectiveView(0);
  DType dtype = c.TypeOf(0).dtype;
  const TileLayoutInfo to = ImplicitLayout(c.p, shape, target), flat = ImplicitLayout(c.p, shape, kUnset);
  View view;
  view.blayout = to.blayout;
  view.slayout = to.slayout;
  view.fractal = to.fractal;
  if (to.blayout == flat.blayout && to.slayout == flat.slayout && to.fractal == flat.fractal) {
    view.blayout = source.blayout;
    view.slayout = source.slayout;
  }
  if (target == kRight) view.blayout = TileLayout::kRowMajor;
  const bool scale = target == kLeftScale || target == kRightScale;
  if (scale) {
    RETURN_IF_ERROR(NeedRank(c, 0, 2));
    RETURN_IF_ERROR(NeedDType(c, 0, {kUint8, kFp8E8M0}));
    const TileLayout wanted = target == kLeftScale ? TileLayout::kRowMajor : TileLayout::kColMajor;
    if (c.TypeOf(0).space != kMat || source.blayout != wanted || source.slayout != wanted || source.fractal != 32) {
      return c.Fail("a scale is moved from Mat in layout {0}/{0} with fractal 32", EnumName(wanted));
    }
    dtype = kFp8E8M0;
  }
  for (std::string_view key : {"blayout", "slayout"}) {
    const Attr* attr = c.Kwarg(key);
    if (attr == nullptr) continue;
    TileLayout& field = key == "blayout" ? view.blayout : view.slayout;
    if (scale && field != attr->as<TileLayout>()) return c.Fail("the layout of a scale cannot be chosen");
    field = attr->as<TileLayout>();
  }
  view.pad = source.pad;
  return Tile(c.p, dtype, shape, c.Valid(0), view, target);
}

}  // namespace t2t
