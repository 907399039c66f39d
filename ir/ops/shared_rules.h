// Small rules that many operators share (types-and-ops 2.5, 5.7, 6B conventions).
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "ir/ops/deduce.h"
#include "ir/ops/windows.h"

namespace t2t {

// Is `dtype` in the list?
bool OneOf(DType dtype, std::initializer_list<DType> allowed);
// UserError naming operand i, the type found and those accepted.
absl::Status NeedDType(const DeduceContext& c, size_t i, std::initializer_list<DType> allowed);
absl::Status NeedSameDType(const DeduceContext& c, size_t i, size_t j);
absl::Status NeedRank(const DeduceContext& c, size_t i, size_t rank);
absl::Status NeedMinRank(const DeduceContext& c, size_t i, size_t rank);
absl::Status NeedIntScalar(const DeduceContext& c, size_t i);
absl::Status NeedIndexLike(const DeduceContext& c, size_t i);
// Extents of two operands are equal axis by axis (DimEq); resp. their valid extents are proven equal.
absl::Status NeedSameShape(const DeduceContext& c, size_t i, size_t j);
absl::Status NeedSameValid(const DeduceContext& c, size_t i, size_t j);
// Prefixes an error of a shared rule with the operator's name.
absl::Status Named(const DeduceContext& c, const absl::Status& status);

// ---- tensors ----

inline bool IsMx(TensorLayout layout) { return layout == TensorLayout::kMxAZz || layout == TensorLayout::kMxBNn; }

// Plain tensor without memref, ND, with this valid region.
TypeId FreshTensor(Program& p, DType dtype, absl::Span<const ExprId> shape, absl::Span<const ExprId> valid);

// ---- tiles ----

// blayout, slayout, pad and compact of the operand's effective view; everything else default ("inherit(a)").
View InheritView(const DeduceContext& c, size_t i);
View DefaultTileView();                                                     // row_major, none_box, 512
View ImplicitTileView(const Program& p, absl::Span<const ExprId> shape, MemorySpace space);
TypeId Tile(Program& p, DType dtype, absl::Span<const ExprId> shape, absl::Span<const ExprId> valid, View view,
            MemorySpace space = MemorySpace::kUnset, MemRefId memref = {});
// Result with the operand's shape, valid region and inherited view ("keep(a)").
TypeId KeepTile(const DeduceContext& c, size_t i, std::optional<DType> dtype = std::nullopt);
// Acc compact rule: normal unless the valid rows are proven to fill the physical rows.
CompactMode AccCompact(Program& p, absl::Span<const ExprId> shape, absl::Span<const ExprId> valid);

// ---- both ----

// Reductions: no axis may be empty.
absl::Status CheckReductionInput(const DeduceContext& c, size_t i);
// The elements of a list operand, which must be written out, and constant and positive where asked.
absl::StatusOr<Shape> LiteralShape(const DeduceContext& c, size_t i, bool constant_positive);
// The elements of a list operand of integers, written out or not.
absl::StatusOr<Shape> IntTuple(DeduceContext& c, size_t i);
// The same for extents: none may be a negative constant.
absl::StatusOr<Shape> ExtentTuple(DeduceContext& c, size_t i);
// Both extents are constant, and they differ.
bool ConstantsDiffer(const Program& p, ExprId a, ExprId b);
// The pad_value kwarg, zero when absent; null is refused.
absl::StatusOr<PadValue> Padding(DeduceContext& c);
// Constant axis operand, negative ones wrapped; refused when out of range.
absl::StatusOr<uint32_t> AxisOperand(const DeduceContext& c, size_t i, uint32_t rank);
// drop_dims: sorted axes, each a constant-1 extent of `window` whose valid extent is provably 1.
absl::StatusOr<std::vector<uint32_t>> DropDims(const DeduceContext& c, size_t i, absl::Span<const ExprId> window,
                                               absl::Span<const ExprId> valid);
Shape Without(absl::Span<const ExprId> shape, absl::Span<const uint32_t> axes);
// init_cond must be a BOOL scalar.
absl::Status CheckInitCond(const DeduceContext& c, size_t i);
// offset + shapes + valid_shape operands of gather_row.
absl::Status CheckGatherRow(const DeduceContext& c);

struct Reinterpreted {
  Shape shape, valid;
  PadValue pad = PadValue::kNull;
};
// Reinterpretation of the bits (5.7): shape and valid region seen through another element type.
absl::StatusOr<Reinterpreted> ReinterpretPlan(const DeduceContext& c, DType to, size_t contiguous_axis,
                                              const Shape* requested, PadValue pad);

// x / d and x * d rounded up, as nodes: constants fold to INDEX, symbols become FloorDiv(x + d - 1, d) resp. Mul.
ExprId CeilDiv(Program& p, ExprId x, int64_t d);
ExprId Times(Program& p, ExprId x, int64_t factor);

}  // namespace t2t
