#include "ir/ops/windows.h"

#include <algorithm>

#include "ir/core/show.h"
#include "ir/symbolic/prove.h"
#include "ir/symbolic/simplify.h"

namespace t2t {
namespace {

bool IsIntScalar(const Program& p, ExprId e) { return IsInt(p[e].dtype); }

// Provably below zero.
bool IsNegative(Program& p, ExprId e) { return IsIntScalar(p, e) && ProveLe(p, p.Int(0, p[e].dtype), e) == Proof::kFalse; }
bool IsZero(Program& p, ExprId e) { return p.IsConstInt(e, 0) || (IsIntScalar(p, e) && ProvenEq(p, e, p.Int(0, p[e].dtype))); }

ExprId SimplifiedSum(Program& p, ExprId a, ExprId b) { return Simplify(p, MakeBinary(p, ExprKind::kAdd, a, b)); }

std::string_view Sep(std::string_view remedy) { return remedy.empty() ? "" : "; "; }

}  // namespace

absl::StatusOr<Shape> Broadcast(Program& p, absl::Span<const ExprId> a, absl::Span<const ExprId> b) {
  const size_t rank = std::max(a.size(), b.size());
  Shape result(rank);
  for (size_t i = 0; i < rank; ++i) {  // from the right
    ExprId& out = result[rank - 1 - i];
    const ExprId x = i < a.size() ? a[a.size() - 1 - i] : ExprId();
    const ExprId y = i < b.size() ? b[b.size() - 1 - i] : ExprId();
    if (!x || !y) {
      out = x ? x : y;
    } else if (DimEq(p, x, y)) {
      out = x;
    } else if (p.IsConstInt(x, 1)) {
      out = y;
    } else if (p.IsConstInt(y, 1)) {
      out = x;
    } else {
      return UserError("shapes {} and {} do not broadcast", ShapeText(p, a), ShapeText(p, b));
    }
  }
  return result;
}

absl::StatusOr<Shape> WindowReadValid(Program& p, const WindowRead& r) {
  const size_t rank = r.physical.size();
  const bool requested = !r.requested.empty();
  if (r.offsets.size() != rank || r.valid.size() != rank || r.window.size() != rank ||
      (requested && r.requested.size() != rank)) {
    return UserError("the window {} at {} does not have the rank of its source {}", ShapeText(p, r.window),
                     ShapeText(p, r.offsets), ShapeText(p, r.physical));
  }
  Shape result(rank);
  for (size_t i = 0; i < rank; ++i) {
    const ExprId offset = r.offsets[i], window = r.window[i], source = r.physical[i], valid = r.valid[i];
    if (IsNegative(p, offset)) {
      return UserError("dimension {}: a window must start inside its source, but its offset is {}", i,
                       ExprText(p, offset));
    }
    if (requested && IsNegative(p, r.requested[i])) {
      return UserError("dimension {}: the requested valid extent {} is negative", i, ExprText(p, r.requested[i]));
    }
    if (requested && ProvenGt(p, r.requested[i], window)) {
      return UserError("dimension {}: the requested valid extent {} is larger than the window extent {}", i,
                       ExprText(p, r.requested[i]), ExprText(p, window));
    }
    const ExprId reach = r.clamped && requested ? r.requested[i] : window;
    const bool scalars = IsIntScalar(p, offset) && IsIntScalar(p, reach) && IsIntScalar(p, source);
    if (!r.clamp && scalars && ProvenGt(p, SimplifiedSum(p, offset, reach), source)) {
      return UserError("dimension {}: the window at offset {} of extent {} leaves its source of extent {}{}{}", i,
                       ExprText(p, offset), ExprText(p, reach), ExprText(p, source), Sep(r.remedy), r.remedy);
    }
    ExprId available = window;
    const bool whole = ExprEq(p, valid, source) && !r.clamp && (!r.materialize || p.IsConstInt(valid));
    if (!whole) {
      if (!IsIntScalar(p, offset)) {
        return UserError("dimension {}: the offset {} of a window into a partly valid source must be an integer", i,
                         ExprText(p, offset));
      }
      const ExprId remaining =
          IsZero(p, offset)
              ? valid
              : Simplify(p, MakeBinary(p, ExprKind::kSub, MakeBinary(p, ExprKind::kMax, valid, offset), offset));
      available = MinExpr(p, remaining, window);
    }
    if (!requested) {
      result[i] = available;
    } else if (r.materialize) {
      result[i] = MinExpr(p, r.requested[i], available);
    } else {
      const bool tighter = !ExprEq(p, available, window) && ProvenLe(p, available, r.requested[i]);
      result[i] = tighter ? available : r.requested[i];
    }
  }
  return result;
}

absl::StatusOr<Shape> WriteUnionValid(Program& p, const WriteUnion& w) {
  const size_t rank = w.target.size();
  if (w.source.size() != rank || w.offsets.size() != rank || w.target_valid.size() != rank ||
      w.source_valid.size() != rank) {
    return UserError("the source {} written at {} does not have the rank of its target {}", ShapeText(p, w.source),
                     ShapeText(p, w.offsets), ShapeText(p, w.target));
  }
  const auto same = [](absl::Span<const ExprId> s) { return Shape(s.begin(), s.end()); };
  for (size_t i = 0; i < rank; ++i) {
    const ExprId offset = w.offsets[i], reach = w.reach_valid ? w.source_valid[i] : w.source[i];
    if (IsNegative(p, offset)) {
      return UserError("dimension {}: a write must start inside its target, but its offset is {}", i,
                       ExprText(p, offset));
    }
    const bool scalars = IsIntScalar(p, offset) && IsIntScalar(p, reach) && IsIntScalar(p, w.target[i]);
    if (scalars && ProvenGt(p, SimplifiedSum(p, offset, reach), w.target[i])) {
      return UserError("dimension {}: the write at offset {} of extent {} leaves its target of extent {}{}{}", i,
                       ExprText(p, offset), ExprText(p, reach), ExprText(p, w.target[i]), Sep(w.remedy), w.remedy);
    }
  }
  for (ExprId extent : w.source_valid) {
    if (IsEmptyExtent(p, extent)) return same(w.target_valid);
  }
  for (ExprId extent : w.target_valid) {
    if (!IsEmptyExtent(p, extent)) continue;
    for (size_t i = 0; i < rank; ++i) {
      if (!IsZero(p, w.offsets[i])) {
        return UserError("dimension {}: an empty target must first be initialised at offset 0, not at {}", i,
                         ExprText(p, w.offsets[i]));
      }
    }
    return same(w.source_valid);
  }
  bool full = true, at_origin = true;
  for (size_t i = 0; i < rank; ++i) {
    full &= ExprEq(p, w.target_valid[i], w.target[i]) || ProvenEq(p, w.target_valid[i], w.target[i]);
    at_origin &= IsZero(p, w.offsets[i]);
  }
  if (full) return same(w.target_valid);
  Shape far(rank);
  std::vector<size_t> growing;
  for (size_t i = 0; i < rank; ++i) {
    far[i] = IsZero(p, w.offsets[i]) ? w.source_valid[i] : SimplifiedSum(p, w.offsets[i], w.source_valid[i]);
    if (!ProvenLe(p, far[i], w.target_valid[i])) growing.push_back(i);
  }
  if (growing.empty()) return same(w.target_valid);
  if (at_origin) {
    bool covers = true;
    for (size_t i = 0; i < rank; ++i) covers &= ProvenLe(p, w.target_valid[i], w.source_valid[i]);
    if (covers) return same(w.source_valid);
  }
  const auto l_shape = [&](std::string_view why) {
    return UserError("the valid region {} written at {} and the target's {} do not join to a rectangle (an L-shape): {}",
                     ShapeText(p, w.source_valid), ShapeText(p, w.offsets), ShapeText(p, w.target_valid), why);
  };
  if (growing.size() > 1) return l_shape(fmt::format("dimensions {} and {} would both grow", growing[0], growing[1]));
  const size_t d = growing[0];
  if (!ProvenLe(p, w.offsets[d], w.target_valid[d])) {
    return UserError("dimension {}: the write at offset {} may leave a gap behind the valid extent {}", d,
                     ExprText(p, w.offsets[d]), ExprText(p, w.target_valid[d]));
  }
  for (size_t i = 0; i < rank; ++i) {
    if (i == d) continue;
    if (!IsZero(p, w.offsets[i]) || !ProvenEq(p, w.source_valid[i], w.target_valid[i])) {
      return l_shape(fmt::format("dimension {} differs while dimension {} grows", i, d));
    }
  }
  Shape result = same(w.target_valid);
  result[d] = MinExpr(p, MaxExpr(p, w.target_valid[d], far[d]), w.target[d]);
  return result;
}

}  // namespace t2t
