// tile.* broadcast (types-and-ops 6B.5).
#include "ir/core/show.h"
#include "ir/ops/paired_rules.h"
#include "ir/ops/register_all.h"
#include "ir/symbolic/prove.h"

namespace t2t {
namespace {

using enum DType;
using enum MemorySpace;

absl::Status TwoOfRank2(DeduceContext& c) {
  for (size_t i : {0u, 1u}) {
    RETURN_IF_ERROR(c.NeedTile(i));
    RETURN_IF_ERROR(NeedMinRank(c, i, 2));
  }
  return absl::OkStatus();
}
TypeId LikeTarget(DeduceContext& c) { return KeepTile(c, 0, Promote(c.TypeOf(0).dtype, c.TypeOf(1).dtype)); }

absl::StatusOr<TypeId> RowExpand(DeduceContext& c) {
  RETURN_IF_ERROR(TwoOfRank2(c));
  RETURN_IF_ERROR(CheckRowVector(c));
  return LikeTarget(c);
}
absl::StatusOr<TypeId> RowExpandAdd(DeduceContext& c) {
  RETURN_IF_ERROR(TwoOfRank2(c));
  RETURN_IF_ERROR(NeedDType(c, 0, {kInt8, kInt16, kInt32, kFp16, kFp32}));
  RETURN_IF_ERROR(NeedSameDType(c, 0, 1));
  if (c.EffectiveView(0).blayout != TileLayout::kRowMajor) return c.Fail("tile must be row-major");
  const absl::Span<const ExprId> a = c.Valid(0), v = c.Valid(1);
  if (!IsFullExtent(c.p, v[v.size() - 2], a[a.size() - 2])) {
    return c.Fail("valid row counts differ: {} and {}", ShapeText(c.p, a), ShapeText(c.p, v));
  }
  const bool row_major = c.EffectiveView(1).blayout == TileLayout::kRowMajor;
  const int64_t wanted = row_major ? 32 / ByteSize(c.TypeOf(1).dtype) : 1;
  if (!IsFullExtent(c.p, v.back(), c.p.Int(wanted))) {
    return c.Fail("a {} row vector must have {} valid columns, got {}", row_major ? "row-major" : "column-major", wanted,
                  ExprText(c.p, v.back()));
  }
  if (c.Has(2)) RETURN_IF_ERROR(c.NeedTile(2));
  return KeepTile(c, 0);
}
absl::StatusOr<TypeId> ColExpand(DeduceContext& c) {
  RETURN_IF_ERROR(TwoOfRank2(c));
  const absl::Span<const ExprId> a = c.Shape(0), v = c.Shape(1);
  if (ProvenNe(c.p, a.back(), v.back())) {
    return c.Fail("column counts differ: {} and {}", ShapeText(c.p, a), ShapeText(c.p, v));
  }
  for (size_t i = 0; i + 1 < v.size(); ++i) {
    if (!ProvenNe(c.p, v[i], c.p.Int(1))) continue;
    return c.Fail("the column vector must be one row, but its shape is {}", ShapeText(c.p, v));
  }
  return LikeTarget(c);
}
absl::StatusOr<TypeId> Expands(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(c.NeedScalar(1));
  return LikeTarget(c);
}

}  // namespace

void RegisterTileBroadcast(OpRegistryBuilder& r) {
  auto op = [&](std::string_view name, std::string_view summary, std::string_view operands, Deducer deduce) {
    return r.Op(name, summary).Operands(operands).In(0, {kVec}).In(1, {kVec}).Out(kVec).ForbidAlias(1).Deduce(deduce);
  };
  op("tile.row_expand", "row vector repeated over the columns of a target", "target row_vec", RowExpand);
  for (std::string_view f : {"sub", "div", "mul", "max", "min", "expdif"}) {
    op(fmt::format("tile.row_expand_{}", f), "each row combined with one element", "tile row_vec", RowExpand);
  }
  op("tile.row_expand_add", "each row plus one element", "tile row_vec tmp?", RowExpandAdd).In(2, {kVec}).ForbidAlias(2);
  op("tile.col_expand", "column vector repeated over the rows of a target", "target col_tile", ColExpand);
  for (std::string_view f : {"mul", "add", "sub", "div", "max", "min", "expdif"}) {
    op(fmt::format("tile.col_expand_{}", f), "each column combined with one element", "target col_tile", ColExpand);
  }
  r.Op("tile.expands", "a scalar in every element").Operands("target scalar").In(0, {kVec}).Out(kVec).Deduce(Expands);
}

}  // namespace t2t
