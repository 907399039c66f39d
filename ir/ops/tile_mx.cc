// tile.matmul_mx family and its scale addressing (types-and-ops 6B.11).
#include <utility>

#include "ir/core/show.h"
#include "ir/ops/register_all.h"
#include "ir/ops/shared_rules.h"
#include "ir/symbolic/prove.h"

namespace t2t {
namespace {

using enum DType;
using enum MemorySpace;

constexpr int64_t kGroup = 32;  // elements that share one scale

// Extents of a scale for data extents [rows, k] of a left operand ([k, cols] of a right one).
absl::Status CheckScale(DeduceContext& c, size_t data, size_t scale, bool left) {
  RETURN_IF_ERROR(c.NeedTile(scale));
  RETURN_IF_ERROR(NeedRank(c, scale, 2));
  RETURN_IF_ERROR(NeedDType(c, scale, {kFp8E8M0}));
  const size_t k = left ? 1 : 0;
  for (const auto& [have, of] : {std::pair(c.Shape(scale), c.Shape(data)), std::pair(c.Valid(scale), c.Valid(data))}) {
    for (size_t i = 0; i < 2; ++i) {
      if (!c.p.IsConstInt(have[i]) || !c.p.IsConstInt(of[i])) continue;
      const int64_t extent = c.p[of[i]].int_value();
      const int64_t wanted = i == k ? (extent + kGroup - 1) / kGroup : extent;
      if (c.p[have[i]].int_value() == wanted) continue;
      return c.Fail("scale {} does not fit data {}: one scale per {} elements", ShapeText(c.p, have), ShapeText(c.p, of),
                    kGroup);
    }
  }
  return absl::OkStatus();
}

absl::Status NeedMultiple(DeduceContext& c, std::string_view axis, ExprId extent, int64_t multiple) {
  if (!c.p.IsConstInt(extent) || c.p[extent].int_value() % multiple == 0) return absl::OkStatus();
  return c.Fail("{} = {} must be a multiple of {}", axis, ExprText(c.p, extent), multiple);
}

// Operands (lhs, lhs_scale, rhs, rhs_scale) from `first` on; the product's type.
absl::StatusOr<TypeId> Product(DeduceContext& c, size_t first) {
  const size_t l = first, r = first + 2;
  for (size_t i : {l, r}) {
    RETURN_IF_ERROR(c.NeedTile(i));
    RETURN_IF_ERROR(NeedRank(c, i, 2));
    if (c.TypeOf(i).dtype != kFp8E4M3FN) {
      return c.Fail("data must be FP8E4M3FN, got {}{}", DTypeName(c.TypeOf(i).dtype),
                    c.TypeOf(i).dtype == kFp4 ? "; cast it first" : "");
    }
  }
  RETURN_IF_ERROR(NeedMultiple(c, "M", c.Shape(l)[0], 16));
  RETURN_IF_ERROR(NeedMultiple(c, "K", c.Shape(l)[1], 64));
  RETURN_IF_ERROR(NeedMultiple(c, "N", c.Shape(r)[1], 32));
  const ExprId ka = c.Shape(l)[1], kb = c.Shape(r)[0], va = c.Valid(l)[1], vb = c.Valid(r)[0];
  if (ConstantsDiffer(c.p, ka, kb) || ConstantsDiffer(c.p, va, vb)) {
    return c.Fail("the inner extents differ: {} times {}", ShapeText(c.p, c.Shape(l)), ShapeText(c.p, c.Shape(r)));
  }
  if (c.p.IsConstInt(va) && c.p.IsConstInt(ka)) {
    const int64_t valid = c.p[va].int_value(), physical = c.p[ka].int_value();
    if (valid <= 0 || (valid + kGroup - 1) / kGroup != (physical + kGroup - 1) / kGroup) {
      return c.Fail("{} of {} valid inner elements leave scale groups empty", valid, physical);
    }
  }
  RETURN_IF_ERROR(CheckScale(c, l, first + 1, true));
  RETURN_IF_ERROR(CheckScale(c, r, first + 3, false));
  const Shape shape = {c.Shape(l)[0], c.Shape(r)[1]}, valid = {c.Valid(l)[0], c.Valid(r)[1]};
  View view = ImplicitTileView(c.p, shape, kAcc);
  view.compact = AccCompact(c.p, shape, valid);
  return Tile(c.p, kFp32, shape, valid, view);
}

absl::Status NeedConstantsEqual(DeduceContext& c, std::string_view what, absl::Span<const ExprId> a,
                                absl::Span<const ExprId> b) {
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (!ConstantsDiffer(c.p, a[i], b[i])) continue;
    return c.Fail("{} {} does not match the product {}", what, ShapeText(c.p, a), ShapeText(c.p, b));
  }
  return absl::OkStatus();
}

absl::StatusOr<TypeId> MatMul(DeduceContext& c) { return Product(c, 0); }
absl::StatusOr<TypeId> MatMulAcc(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(NeedRank(c, 0, 2));
  RETURN_IF_ERROR(NeedDType(c, 0, {kFp32}));
  ASSIGN_OR_RETURN(const TypeId type, Product(c, 1));
  RETURN_IF_ERROR(NeedConstantsEqual(c, "accumulator", c.Shape(0), c.p.Shape(type)));
  RETURN_IF_ERROR(NeedConstantsEqual(c, "accumulator valid", c.Valid(0), c.p.ValidShape(type)));
  return type;
}
absl::StatusOr<TypeId> MatMulBias(DeduceContext& c) {
  ASSIGN_OR_RETURN(const TypeId type, Product(c, 0));
  RETURN_IF_ERROR(c.NeedTile(4));
  RETURN_IF_ERROR(NeedRank(c, 4, 2));
  RETURN_IF_ERROR(NeedDType(c, 4, {kFp32}));
  const ExprId one = c.p.Int(1);
  RETURN_IF_ERROR(NeedConstantsEqual(c, "bias", c.Shape(4), {one, c.p.Shape(type)[1]}));
  RETURN_IF_ERROR(NeedConstantsEqual(c, "bias valid", c.Valid(4), {one, c.p.ValidShape(type)[1]}));
  return type;
}

absl::StatusOr<TypeId> ScaleAddress(DeduceContext& c) {
  for (size_t i : {0u, 1u}) {
    RETURN_IF_ERROR(c.NeedTile(i));
    RETURN_IF_ERROR(NeedRank(c, i, 2));
  }
  RETURN_IF_ERROR(NeedDType(c, 0, {kFp8E8M0}));
  RETURN_IF_ERROR(NeedDType(c, 1, {kFp8E4M3FN}));
  const MemorySpace scale = c.TypeOf(0).space, data = c.TypeOf(1).space;
  const bool left = scale == kLeftScale && data == kLeft, right = scale == kRightScale && data == kRight;
  if (!left && !right) {
    return c.Fail("the scale must live in LeftScale with data in Left, or in RightScale with data in Right");
  }
  RETURN_IF_ERROR(CheckScale(c, 1, 0, left));
  return c.TypeIdOf(0);
}

}  // namespace

void RegisterTileMx(OpRegistryBuilder& r) {
  r.Op("tile.matmul_mx", "microscaled matrix product into L0C").Operands("lhs lhs_scale rhs rhs_scale").In(0, {kLeft})
      .In(1, {kLeftScale}).In(2, {kRight}).In(3, {kRightScale}).Out(kAcc).Deduce(MatMul);
  r.Op("tile.matmul_mx_acc", "microscaled matrix product added in L0C").Operands("acc lhs lhs_scale rhs rhs_scale")
      .In(0, {kAcc}).In(1, {kLeft}).In(2, {kLeftScale}).In(3, {kRight}).In(4, {kRightScale}).Out(kAcc).Reuses(0)
      .ReadsWrites(0).Deduce(MatMulAcc);
  r.Op("tile.matmul_mx_bias", "microscaled matrix product plus a bias row")
      .Operands("lhs lhs_scale rhs rhs_scale bias").In(0, {kLeft}).In(1, {kLeftScale}).In(2, {kRight})
      .In(3, {kRightScale}).In(4, {kBias}).Out(kAcc).Deduce(MatMulBias);
  r.Op("tile.tget_scale_addr", "address of a scale for its data").Operands("dst_scale src").OutInherit().Reuses(0)
      .Writes(0).Deduce(ScaleAddress);
}

}  // namespace t2t
