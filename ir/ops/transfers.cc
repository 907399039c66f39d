#include "ir/ops/transfers.h"

#include "ir/core/show.h"
#include "ir/ops/shared_rules.h"
#include "ir/symbolic/prove.h"

namespace t2t {
namespace {

// A list of integers, one for each dimension of operand `shaped`.
absl::StatusOr<Shape> Coordinates(DeduceContext& c, size_t i, size_t shaped) {
  ASSIGN_OR_RETURN(Shape list, IntTuple(c, i));
  if (list.size() == c.Shape(shaped).size()) return list;
  return c.Fail("{} has {} elements, but {} has {} dimensions", c.op.operands[i].name, list.size(),
                c.op.operands[shaped].name, c.Shape(shaped).size());
}

absl::Status CheckCode(DeduceContext& c, std::string_view key, std::string_view meaning) {
  const int64_t code = c.IntKwarg(key, 0);
  return code == 0 || code == 1 ? absl::OkStatus() : c.Fail("{} must be {}, got {}", key, meaning, code);
}
absl::Status CheckAtomic(DeduceContext& c) { return CheckCode(c, "atomic", "0 (none) or 1 (add)"); }

// The extents that a put or get moves. Operands dst, peer, src, then from operand `region` on either nothing, the whole
// of dst, or both offsets and the shape.
absl::StatusOr<Shape> CheckTransfer(DeduceContext& c, bool put, size_t region) {
  RETURN_IF_ERROR(put ? c.NeedDistributed(0) : c.NeedTensorLike(0));
  RETURN_IF_ERROR(NeedIntScalar(c, 1));
  RETURN_IF_ERROR(put ? c.NeedTensorLike(2) : c.NeedDistributed(2));
  RETURN_IF_ERROR(NeedSameDType(c, 0, 2));
  const absl::Span<const ExprId> whole = c.Shape(0);
  Shape moved(whole.begin(), whole.end());
  if (c.size() == region) return moved;
  if (c.size() != region + 3) {
    return c.Fail("a region is given by dst_offsets, src_offsets and shape together, got {} of them",
                  c.size() - region);
  }
  // Named by position from here on: without a second stage the region starts one operand earlier.
  for (size_t k = 0; k < 3; ++k) {
    ASSIGN_OR_RETURN(Shape list, IntTuple(c, region + k));
    const size_t shaped = k == 1 ? 2 : 0;
    if (list.size() != c.Shape(shaped).size()) {
      constexpr std::string_view kNames[] = {"dst_offsets", "src_offsets", "shape"};
      return c.Fail("{} has {} elements, but {} has {} dimensions", kNames[k], list.size(), c.op.operands[shaped].name,
                    c.Shape(shaped).size());
    }
    if (k == 2) moved = std::move(list);
  }
  return moved;
}

// What is moved at a time has to be known; a chunk says it where the extents do not.
absl::Status CheckChunks(DeduceContext& c, const Shape& moved) {
  const int64_t rows = c.IntKwarg("chunk_rows", 0), columns = c.IntKwarg("chunk_cols", 0);
  if (rows < 0 || columns < 0) return c.Fail("chunk sizes must not be negative, got {} x {}", rows, columns);
  if (c.BoolKwarg("pipeline", false) && (rows == 0 || columns == 0)) {
    return c.Fail("pipeline=True needs chunk_rows and chunk_cols");
  }
  for (size_t i = 0; i < moved.size(); ++i) {
    const bool last = i + 1 == moved.size();
    if (c.p.IsConstInt(moved[i]) || (last ? columns : rows) > 0) continue;
    return c.Fail("extent {} is not a constant; say with {} how much to move at a time", ExprText(c.p, moved[i]),
                  last ? "chunk_cols" : "chunk_rows");
  }
  return absl::OkStatus();
}

absl::StatusOr<TypeId> DeduceTensorTransfer(DeduceContext& c, bool put) {
  constexpr size_t kRegion = 3;
  ASSIGN_OR_RETURN(const Shape moved, CheckTransfer(c, put, kRegion));
  RETURN_IF_ERROR(CheckChunks(c, moved));
  return c.p.UnknownType();
}

// A stage is a matrix of the transfer's element type, no larger than the transfer seen as one.
absl::Status CheckStage(DeduceContext& c, size_t i, const Shape& moved) {
  RETURN_IF_ERROR(c.NeedTile(i));
  RETURN_IF_ERROR(NeedRank(c, i, 2));
  RETURN_IF_ERROR(NeedSameDType(c, i, 0));
  if (moved.empty()) return absl::OkStatus();
  const absl::Span<const ExprId> stage = c.Shape(i);
  const auto larger = [&](ExprId extent, int64_t limit) {
    return c.p.IsConstInt(extent) && c.p[extent].int_value() > limit;
  };
  int64_t rows = 1;
  for (ExprId extent : absl::MakeConstSpan(moved).first(moved.size() - 1)) {
    if (!c.p.IsConstInt(extent) || __builtin_mul_overflow(rows, c.p[extent].int_value(), &rows)) {
      rows = INT64_MAX;
      break;
    }
  }
  const ExprId last = moved.back();
  const int64_t columns = c.p.IsConstInt(last) ? c.p[last].int_value() : INT64_MAX;
  if (!larger(stage[0], rows) && !larger(stage[1], columns)) return absl::OkStatus();
  return c.Fail("the stage {} is larger than the transfer {}", ShapeText(c.p, stage), ShapeText(c.p, moved));
}

absl::StatusOr<TypeId> DeduceTileTransfer(DeduceContext& c, bool put) {
  constexpr size_t kStage = 3;
  const bool two = c.Has(kStage + 1) && c.TypeOf(kStage + 1).IsTile();
  ASSIGN_OR_RETURN(const Shape moved, CheckTransfer(c, put, kStage + (two ? 2 : 1)));
  RETURN_IF_ERROR(CheckStage(c, kStage, moved));
  if (two) {
    RETURN_IF_ERROR(CheckStage(c, kStage + 1, moved));
    if (c.args[kStage] == c.args[kStage + 1]) return c.Fail("the two stages must be different tiles");
  }
  if (put) RETURN_IF_ERROR(CheckAtomic(c));
  return c.p.UnknownType();
}

absl::StatusOr<TypeId> DeduceStore(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedDistributed(1));
  RETURN_IF_ERROR(NeedIntScalar(c, 2));
  RETURN_IF_ERROR(Coordinates(c, 3, 1).status());
  RETURN_IF_ERROR(CheckAtomic(c));
  return c.p.UnknownType();
}

absl::Status CheckSignal(DeduceContext& c, size_t offsets, size_t value) {
  RETURN_IF_ERROR(Coordinates(c, offsets, 0).status());
  return NeedIntScalar(c, value);
}

}  // namespace

absl::StatusOr<TypeId> DeduceTensorPut(DeduceContext& c) {
  RETURN_IF_ERROR(CheckAtomic(c));
  return DeduceTensorTransfer(c, true);
}
absl::StatusOr<TypeId> DeduceTensorGet(DeduceContext& c) { return DeduceTensorTransfer(c, false); }
absl::StatusOr<TypeId> DeduceTilePut(DeduceContext& c) { return DeduceTileTransfer(c, true); }
absl::StatusOr<TypeId> DeduceTileGet(DeduceContext& c) { return DeduceTileTransfer(c, false); }

absl::StatusOr<TypeId> DeduceTensorRemoteStore(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensor(0));
  return DeduceStore(c);
}
absl::StatusOr<TypeId> DeduceTileRemoteStore(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  return DeduceStore(c);
}

absl::StatusOr<TypeId> DeduceNotify(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedDistributed(0));
  RETURN_IF_ERROR(NeedIntScalar(c, 1));
  RETURN_IF_ERROR(CheckSignal(c, 2, 3));
  RETURN_IF_ERROR(CheckCode(c, "op", "0 (atomic add) or 1 (set)"));
  return c.p.UnknownType();
}

absl::StatusOr<TypeId> DeduceWait(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensorLike(0));
  RETURN_IF_ERROR(CheckSignal(c, 1, 2));
  RETURN_IF_ERROR(CheckCode(c, "cmp", "0 (equal) or 1 (at least)"));
  return c.p.UnknownType();
}

absl::StatusOr<TypeId> DeduceDeferWait(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensorLike(0));
  RETURN_IF_ERROR(NeedDType(c, 0, {DType::kInt32}));
  RETURN_IF_ERROR(CheckSignal(c, 1, 2));
  // A task ends when a counter has been reached; nothing would wake it for an exact value that was passed.
  if (c.IntKwarg("cmp", 0) != 1) return c.Fail("cmp must be 1 (at least), got {}", c.IntKwarg("cmp", 0));
  return c.p.UnknownType();
}

}  // namespace t2t
