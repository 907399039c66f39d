#include "ir/ops/split_rules.h"

#include "ir/core/show.h"
#include "ir/symbolic/prove.h"

namespace t2t {
namespace {

absl::Status NeedTwoDimensions(const DeduceContext& c) {
  if (c.Shape(0).size() == 2) return absl::OkStatus();
  return c.Fail("a split needs 2 dimensions, got {}: pl.reshape to 2-D first, flattening would move the halves",
                ShapeText(c.p, c.Shape(0)));
}

}  // namespace

absl::StatusOr<int64_t> SplitKwarg(const DeduceContext& c) {
  if (c.Kwarg("split") == nullptr) return c.Fail("kwarg split is required; inside pl.split_aiv the region gives it");
  const int64_t split = c.IntKwarg("split", -1);
  if (split < 0 || split > 2) return c.Fail("split must be 0, 1 or 2, got {}", split);
  return split;
}

absl::StatusOr<SplitExtents> Halves(const DeduceContext& c, int64_t split) {
  SplitExtents e{{c.Shape(0).begin(), c.Shape(0).end()}, {c.Valid(0).begin(), c.Valid(0).end()}};
  if (split == 0) return e;
  RETURN_IF_ERROR(NeedTwoDimensions(c));
  const size_t axis = split == 1 ? 0 : 1;
  Program& p = c.p;
  auto half = [&](ExprId extent, int64_t round_up) {
    if (p.IsConstInt(extent)) {
      const int64_t v = p[extent].int_value();
      return p.Int(v / 2 + v % 2, p[extent].dtype);
    }
    const ExprId rounded = round_up == 0 ? extent : p.Binary(ExprKind::kAdd, extent, p.Int(1), DType::kIndex);
    return p.Binary(ExprKind::kFloorDiv, rounded, p.Int(2), DType::kIndex);
  };
  e.shape[axis] = half(e.shape[axis], 0);
  e.valid[axis] = half(e.valid[axis], 1);
  return e;
}

absl::StatusOr<SplitExtents> Doubles(const DeduceContext& c, int64_t split) {
  SplitExtents e{{c.Shape(0).begin(), c.Shape(0).end()}, {c.Valid(0).begin(), c.Valid(0).end()}};
  if (split == 0) return e;
  RETURN_IF_ERROR(NeedTwoDimensions(c));
  const size_t axis = split == 1 ? 0 : 1;
  e.shape[axis] = Times(c.p, e.shape[axis], 2);
  e.valid[axis] = Times(c.p, e.valid[axis], 2);
  return e;
}

absl::Status CheckShardBoundary(const DeduceContext& c, int64_t split) {
  if (c.Shape(0).size() != 2) return absl::OkStatus();
  const absl::Span<const ExprId> shape = c.Shape(0), valid = c.Valid(0);
  if (IsFullExtent(c.p, valid[1], shape[1])) return absl::OkStatus();
  constexpr std::string_view kRemedy = "split rows instead, or widen the columns with set_validshape before the crossing";
  if (split == 2) {
    return c.Fail("{} of {} columns are valid, and a column split cannot transport that per lane; {}",
                  ExprText(c.p, valid[1]), ExprText(c.p, shape[1]), kRemedy);
  }
  if (!c.p.IsConstInt(valid[1])) {
    return c.Fail("the valid columns {} are not constant; {}", ExprText(c.p, valid[1]), kRemedy);
  }
  if (split == 1 && !IsFullExtent(c.p, valid[0], shape[0])) {
    return c.Fail("rows and columns both are partly valid ({} of {}); {}", ShapeText(c.p, valid), ShapeText(c.p, shape),
                  kRemedy);
  }
  if (!c.p.IsConstInt(valid[0])) {
    return c.Fail("the valid rows {} are not constant; {}", ExprText(c.p, valid[0]), kRemedy);
  }
  return absl::OkStatus();
}

}  // namespace t2t
