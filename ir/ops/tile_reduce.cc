// tile.* reductions (types-and-ops 6B.4). Rows reduce the last axis, columns the first; the layout is not inherited.
#include "ir/core/show.h"
#include "ir/ops/register_all.h"
#include "ir/ops/shared_rules.h"
#include "ir/symbolic/prove.h"

namespace t2t {
namespace {

using enum DType;
using enum MemorySpace;

absl::Status CheckInput(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(NeedMinRank(c, 0, 2));
  return CheckReductionInput(c, 0);
}

TypeId Reduced(DeduceContext& c, size_t axis, TileLayout blayout, DType dtype) {
  Shape shape(c.Shape(0).begin(), c.Shape(0).end()), valid(c.Valid(0).begin(), c.Valid(0).end());
  shape[axis] = valid[axis] = c.p.Int(1);
  View view;
  view.blayout = blayout;
  return Tile(c.p, dtype, shape, valid, view);
}
TypeId RowReduced(DeduceContext& c, DType dtype) {
  return Reduced(c, c.Shape(0).size() - 1, TileLayout::kColMajor, dtype);
}
TypeId ColReduced(DeduceContext& c, DType dtype) { return Reduced(c, 0, TileLayout::kRowMajor, dtype); }

absl::StatusOr<TypeId> Row(DeduceContext& c) {
  RETURN_IF_ERROR(CheckInput(c));
  RETURN_IF_ERROR(c.NeedTile(1));
  RETURN_IF_ERROR(NeedSameDType(c, 0, 1));
  RETURN_IF_ERROR(NeedRank(c, 1, c.Shape(0).size()));
  for (size_t i = 0; i < c.Shape(0).size(); ++i) {
    if (!ProvenGt(c.p, c.Shape(0)[i], c.Shape(1)[i])) continue;
    return c.Fail("tmp_tile {} is smaller than the tile {}", ShapeText(c.p, c.Shape(1)), ShapeText(c.p, c.Shape(0)));
  }
  return RowReduced(c, c.TypeOf(0).dtype);
}
absl::StatusOr<TypeId> RowMin(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(NeedDType(c, 0, {kInt16, kInt32, kFp16, kFp32}));
  const View view = c.EffectiveView(0);
  if (view.blayout != TileLayout::kRowMajor || view.slayout != TileLayout::kNoneBox) {
    return c.Fail("the tile must be row-major and not boxed");
  }
  return Row(c);
}
absl::StatusOr<TypeId> RowArg(DeduceContext& c) {
  RETURN_IF_ERROR(CheckInput(c));
  RETURN_IF_ERROR(c.NeedTile(1));
  RETURN_IF_ERROR(NeedSameDType(c, 0, 1));
  RETURN_IF_ERROR(NeedSameShape(c, 0, 1));
  return RowReduced(c, kInt32);
}
absl::StatusOr<TypeId> Col(DeduceContext& c) {
  RETURN_IF_ERROR(CheckInput(c));
  return ColReduced(c, c.TypeOf(0).dtype);
}
absl::StatusOr<TypeId> ColSum(DeduceContext& c) {
  if (c.Has(1)) {
    RETURN_IF_ERROR(c.NeedTile(1));
    RETURN_IF_ERROR(NeedSameDType(c, 0, 1));
  }
  return Col(c);
}
absl::StatusOr<TypeId> ColArg(DeduceContext& c) {
  RETURN_IF_ERROR(CheckInput(c));
  return ColReduced(c, kInt32);
}

}  // namespace

void RegisterTileReduce(OpRegistryBuilder& r) {
  auto with_tmp = [&](std::string_view name, std::string_view summary, Deducer deduce) {
    r.Op(name, summary).Operands("tile tmp_tile").In(0, {kVec}).In(1, {kVec}).Out(kVec).NotInplace().Deduce(deduce);
  };
  with_tmp("tile.row_sum", "sum along the last axis", Row);
  with_tmp("tile.row_max", "maximum along the last axis", Row);
  with_tmp("tile.row_prod", "product along the last axis", Row);
  with_tmp("tile.row_min", "minimum along the last axis", RowMin);
  with_tmp("tile.row_argmax", "index of the maximum along the last axis", RowArg);
  with_tmp("tile.row_argmin", "index of the minimum along the last axis", RowArg);
  with_tmp("tile.col_argmax", "index of the maximum along the first axis", ColArg);
  with_tmp("tile.col_argmin", "index of the minimum along the first axis", ColArg);
  r.Op("tile.col_sum", "sum along the first axis").Operands("tile tmp_tile?").In(0, {kVec}).In(1, {kVec}).Out(kVec)
      .Deduce(ColSum);
  // axis and keep_dim of the tensor operator stay on the call; the tile operator gives them no meaning.
  for (std::string_view f : {"max", "min", "prod"}) {
    r.Op(fmt::format("tile.col_{}", f), "reduced along the first axis").Operands("tile").In(0, {kVec}).Out(kVec)
        .AnyKwargs().Deduce(Col);
  }
}

}  // namespace t2t
