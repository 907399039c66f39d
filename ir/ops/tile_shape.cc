// tile.* shape and layout (types-and-ops 6B.9).
#include <algorithm>
#include <utility>

#include "ir/core/show.h"
#include "ir/ops/paired_rules.h"
#include "ir/ops/register_all.h"
#include "ir/symbolic/prove.h"

namespace t2t {
namespace {

using enum DType;
using enum MemorySpace;

absl::StatusOr<Shape> IndexTuple(DeduceContext& c, size_t i) {
  ASSIGN_OR_RETURN(std::vector<ExprId> items, c.TupleElements(i));
  for (ExprId item : items) {
    if (!IsIndexLike(c.p[item].dtype)) return c.Fail("{} must be INDEX, INT64 or UINT64", ExprText(c.p, item));
  }
  return items;
}

absl::StatusOr<TypeId> Slice(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  ASSIGN_OR_RETURN(const Shape window, LiteralShape(c, 1, true));
  ASSIGN_OR_RETURN(const Shape offset, IndexTuple(c, 2));
  if (offset.size() != window.size()) return c.Fail("offset must have the rank of shape");
  Shape requested;
  if (c.Has(3)) {
    RETURN_IF_ERROR(c.NeedTuple(3));
    ASSIGN_OR_RETURN(requested, c.TupleElements(3));
  }
  ASSIGN_OR_RETURN(const Shape valid, InnerWindow(c, offset, window, requested));
  ASSIGN_OR_RETURN(const std::vector<uint32_t> dropped, DropDims(c, 4, window, valid));
  Shape shape = Without(window, dropped), shape_valid = Without(valid, dropped);
  while (shape.size() < 2 && !dropped.empty()) {
    const ExprId one = c.p.Int(1, c.p[window[0]].dtype);
    shape.insert(shape.begin(), one);
    shape_valid.insert(shape_valid.begin(), one);
  }
  View view;
  if (c.TypeOf(0).view) {
    const View source = c.EffectiveView(0);
    view.blayout = source.blayout;
    view.slayout = source.slayout;
    view.fractal = source.fractal;
    view.pad = source.pad;
    view.compact = source.compact;
  } else {
    view.blayout = ImplicitLayout(c.p, shape, kUnset).blayout;
  }
  if (const Attr* pad = c.Kwarg("pad_value")) view.pad = pad->as<PadValue>();
  return Tile(c.p, c.TypeOf(0).dtype, shape, shape_valid, view);
}

absl::StatusOr<TypeId> Reshape(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  ASSIGN_OR_RETURN(const Shape shape, IndexTuple(c, 1));
  RETURN_IF_ERROR(CheckSameCount(c, c.Shape(0), shape));
  const View source = c.EffectiveView(0);
  absl::StatusOr<Shape> valid =
      ReshapeValid(c.p, c.Valid(0), c.Shape(0), shape, source.blayout == TileLayout::kRowMajor);
  if (!valid.ok()) return Named(c, valid.status());
  View view;
  view.blayout = ImplicitLayout(c.p, shape, kUnset).blayout;
  view.pad = source.pad;
  view.compact = source.compact;
  return Tile(c.p, c.TypeOf(0).dtype, shape, *valid, view);
}

absl::StatusOr<TypeId> ReinterpretView(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  View view = c.EffectiveView(0);
  if (view.slayout != TileLayout::kNoneBox) return c.Fail("a boxed tile cannot be reinterpreted");
  if (!view.stride.empty()) return c.Fail("a strided tile cannot be reinterpreted");
  if (view.start_offset && !c.p.IsConstInt(view.start_offset, 0)) return c.Fail("a tile at an offset cannot be reinterpreted");
  const bool column = view.blayout == TileLayout::kColMajor;
  RETURN_IF_ERROR(NeedMinRank(c, 0, column ? 2 : 1));
  const DType to = *c.DTypeKwarg("dtype");
  Shape requested;
  if (c.Has(1)) {
    ASSIGN_OR_RETURN(requested, c.TupleElements(1));
  }
  const size_t axis = c.Shape(0).size() - (column ? 2 : 1);
  ASSIGN_OR_RETURN(const Reinterpreted plan, ReinterpretPlan(c, to, axis, c.Has(1) ? &requested : nullptr, view.pad));
  view.pad = plan.pad;
  view.start_offset = ExprId();
  return Tile(c.p, to, plan.shape, plan.valid, view, c.TypeOf(0).space);
}

absl::StatusOr<TypeId> Transpose(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  ASSIGN_OR_RETURN(const AxisPair axes, TransposedAxes(c));
  if (c.Has(3)) {
    RETURN_IF_ERROR(c.NeedTile(3));
    RETURN_IF_ERROR(NeedSameDType(c, 0, 3));
    RETURN_IF_ERROR(NeedRank(c, 3, c.Shape(0).size()));
  }
  Shape shape(c.Shape(0).begin(), c.Shape(0).end());
  std::swap(shape[axes.first], shape[axes.second]);
  return Tile(c.p, c.TypeOf(0).dtype, shape, shape, DefaultTileView());
}

TileLayout Flip(TileLayout l) {
  if (l == TileLayout::kNoneBox) return l;
  return l == TileLayout::kRowMajor ? TileLayout::kColMajor : TileLayout::kRowMajor;
}

absl::StatusOr<TypeId> TransposeView(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(NeedMinRank(c, 0, 2));
  Shape shape(c.Shape(0).begin(), c.Shape(0).end()), valid(c.Valid(0).begin(), c.Valid(0).end());
  std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
  std::swap(valid[valid.size() - 1], valid[valid.size() - 2]);
  const View source = c.EffectiveView(0);
  View view;
  view.blayout = Flip(source.blayout);
  view.slayout = Flip(source.slayout);
  view.fractal = source.fractal;
  view.pad = source.pad;
  view.compact = source.compact;
  return Tile(c.p, c.TypeOf(0).dtype, shape, valid, view, c.TypeOf(0).space);
}

absl::StatusOr<TypeId> Assemble(DeduceContext& c) {
  for (size_t i : {0u, 1u}) RETURN_IF_ERROR(c.NeedTile(i));
  RETURN_IF_ERROR(c.NeedLiteralTuple(2));
  ASSIGN_OR_RETURN(const Shape offset, IndexTuple(c, 2));
  const DType target = c.TypeOf(0).dtype, source = c.TypeOf(1).dtype;
  if (target != source && !(source == kFp32 && (target == kBf16 || target == kFp16))) {
    return c.Fail("a {} source cannot be written into a {} target", DTypeName(source), DTypeName(target));
  }
  View view = c.EffectiveView(0);
  Shape valid(c.Shape(0).begin(), c.Shape(0).end());
  if (c.Shape(0).size() == c.Shape(1).size() && offset.size() == c.Shape(0).size()) {
    ASSIGN_OR_RETURN(valid, WrittenRegion(c, 0, 1, offset, Reach::kAll, "the source must fit inside the target"));
  }
  return Tile(c.p, target, c.Shape(0), valid, view, c.TypeOf(0).space);
}

absl::StatusOr<TypeId> Extract(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(NeedRank(c, 0, 2));
  for (size_t i : {1u, 2u}) RETURN_IF_ERROR(NeedIndexLike(c, i));
  ASSIGN_OR_RETURN(const Shape shape, LiteralShape(c, 3, true));
  if (shape.size() != 2) return c.Fail("shape must have 2 dimensions, got {}", ShapeText(c.p, shape));
  const MemorySpace target = c.SpaceKwarg("target_memory").value_or(kVec);
  const ExprId offsets[] = {c.args[1], c.args[2]};
  ASSIGN_OR_RETURN(const Shape valid, InnerWindow(c, offsets, shape, {}));
  View view = ImplicitTileView(c.p, shape, target);
  if (target == kLeft || target == kRight) {
    view.blayout = TileLayout::kRowMajor;
    view.slayout = target == kLeft ? TileLayout::kRowMajor : TileLayout::kColMajor;
    if (!ExprEq(c.p, valid, shape)) view.compact = CompactMode::kNormal;
  }
  return Tile(c.p, c.TypeOf(0).dtype, shape, valid, view, target);
}

absl::StatusOr<TypeId> SetValidShape(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(CheckValidExtents(c));
  const Type& t = c.TypeOf(0);
  return Tile(c.p, t.dtype, c.Shape(0), {c.args[1], c.args[2]}, c.EffectiveView(0), t.space);
}

absl::StatusOr<TypeId> Concat(DeduceContext& c) {
  for (size_t i : {0u, 1u}) RETURN_IF_ERROR(c.NeedTile(i));
  ASSIGN_OR_RETURN(const Shape shape, ConcatShape(c));
  return Tile(c.p, c.TypeOf(0).dtype, shape, shape, DefaultTileView());
}

}  // namespace

void RegisterTileShape(OpRegistryBuilder& r) {
  r.Op("tile.slice", "a window of a tile").Operands("input shape offset valid_shape? drop_dims?").Kwargs("pad_value:pad")
      .OutInherit().View().Deduce(Slice);
  r.Op("tile.reshape", "the same elements in another shape").Operands("input shape").OutInherit().View().Deduce(Reshape);
  r.Op("tile.reinterpret_view", "the same bytes as another element type").Operands("data shape?").Kwargs("dtype:dtype!")
      .OutInherit().View().Deduce(ReinterpretView);
  r.Op("tile.transpose", "two axes exchanged").Operands("input axis1 axis2 tmp?").OutInherit().NotInplace()
      .Deduce(Transpose);
  r.Op("tile.transpose_view", "the last two axes exchanged, without moving data").Operands("input").OutInherit().View()
      .Deduce(TransposeView);
  r.Op("tile.assemble", "writes a source into a region of a target").Operands("target source offset").OutInherit()
      .ReadsWrites(0).Deduce(Assemble);
  r.Op("tile.extract", "a window copied out of a tile").Operands("src index_row index_col shape")
      .Kwargs("target_memory:memory=Vec").OutFromKwarg(kVec).NotInplace().Deduce(Extract);
  r.Op("tile.set_validshape", "declares which elements are valid").Operands("tile valid_rows valid_cols").OutInherit()
      .View().Deduce(SetValidShape);
  r.Op("tile.concat", "two tiles side by side").Operands("src0 src1").In(0, {kVec}).In(1, {kVec}).Out(kVec).NotInplace()
      .Deduce(Concat);
}

}  // namespace t2t
