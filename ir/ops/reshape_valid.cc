// Valid region through a reshape (types-and-ops 5.6).
#include <vector>

#include "ir/core/show.h"
#include "ir/ops/windows.h"
#include "ir/support/status.h"
#include "ir/symbolic/prove.h"

namespace t2t {
namespace {

// Both shapes read left to right: equal axes keep their valid extent, full unit axes come and go. Tried in a fixed order
// with backtracking; positions that failed once are not tried again.
class UnitAxisAlignment {
 public:
  UnitAxisAlignment(Program& p, absl::Span<const ExprId> valid, absl::Span<const ExprId> from, absl::Span<const ExprId> to)
      : p_(p), valid_(valid), from_(from), to_(to), failed_((from.size() + 1) * (to.size() + 1), false) {}

  bool Find(size_t i, size_t j, Shape& result) {
    if (i == from_.size() && j == to_.size()) return true;
    const size_t state = i * (to_.size() + 1) + j;
    if (failed_[state]) return false;
    if (i < from_.size() && j < to_.size() && DimEq(p_, from_[i], to_[j])) {
      result.push_back(valid_[i]);
      if (Find(i + 1, j + 1, result)) return true;
      result.pop_back();
    }
    if (i < from_.size() && p_.IsConstInt(from_[i], 1) && IsFullExtent(p_, valid_[i], from_[i]) &&
        Find(i + 1, j, result)) {
      return true;
    }
    if (j < to_.size() && p_.IsConstInt(to_[j], 1)) {
      result.push_back(to_[j]);
      if (Find(i, j + 1, result)) return true;
      result.pop_back();
    }
    failed_[state] = true;
    return false;
  }

 private:
  Program& p_;
  absl::Span<const ExprId> valid_, from_, to_;
  std::vector<bool> failed_;
};

// Product of the constant extents [begin, end), unless one is dynamic or the product overflows.
absl::StatusOr<int64_t> ConstProduct(const Program& p, absl::Span<const ExprId> shape, size_t begin, size_t end) {
  int64_t product = 1;
  for (size_t i = begin; i < end; ++i) {
    if (!p.IsConstInt(shape[i])) {
      return UserError("a partly valid reshape needs constant extents, but dimension {} of {} is not", i,
                       ShapeText(p, shape));
    }
    if (__builtin_mul_overflow(product, p[shape[i]].int_value(), &product)) {
      return UserError("the shape {} has too many elements", ShapeText(p, shape));
    }
  }
  return product;
}

}  // namespace

absl::StatusOr<Shape> ReshapeValid(Program& p, absl::Span<const ExprId> valid, absl::Span<const ExprId> from,
                                   absl::Span<const ExprId> to, bool contiguous) {
  bool full = valid.size() == from.size(), empty = false;
  for (size_t i = 0; i < valid.size() && i < from.size(); ++i) {
    full &= IsFullExtent(p, valid[i], from[i]);
    empty |= IsEmptyExtent(p, valid[i]);
  }
  if (full) return Shape(to.begin(), to.end());
  if (empty) return Shape(to.size(), p.Int(0));
  Shape result;
  if (UnitAxisAlignment(p, valid, from, to).Find(0, 0, result)) return result;
  if (!contiguous) {
    return UserError("the valid region {} of {} cannot be reshaped to {}: the data is not stored row-major",
                     ShapeText(p, valid), ShapeText(p, from), ShapeText(p, to));
  }
  size_t f = 0;
  while (f + 1 < valid.size() && p.IsConstInt(valid[f], 1)) ++f;
  for (size_t i = f + 1; i < valid.size(); ++i) {
    if (IsFullExtent(p, valid[i], from[i])) continue;
    const bool refuted = ProveEq(p, valid[i], from[i]) == Proof::kFalse;
    return UserError("dimension {} is {} valid ({} of {}), so the valid elements are not contiguous rows", i,
                     refuted ? "only partly" : "not provably fully", ExprText(p, valid[i]), ExprText(p, from[i]));
  }
  ASSIGN_OR_RETURN(const int64_t trailing, ConstProduct(p, from, f + 1, from.size()));
  ASSIGN_OR_RETURN(const int64_t all, ConstProduct(p, to, 0, to.size()));
  static_cast<void>(all);
  std::vector<int64_t> suffix(to.size() + 1, 1);
  for (size_t i = to.size(); i-- > 0;) suffix[i] = suffix[i + 1] * p[to[i]].int_value();
  auto filled = [&](size_t i, ExprId extent) {
    Shape s(to.begin(), to.end());
    for (size_t k = 0; k < i; ++k) s[k] = p.Int(1);
    s[i] = extent;
    return s;
  };
  if (p.IsConstInt(valid[f])) {
    int64_t prefix = 0;
    if (__builtin_mul_overflow(p[valid[f]].int_value(), trailing, &prefix)) {
      return UserError("the shape {} has too many elements", ShapeText(p, from));
    }
    for (size_t i = 0; i < to.size(); ++i) {
      const int64_t rows = suffix[i + 1];
      if (rows > 0 && prefix % rows == 0 && prefix / rows <= p[to[i]].int_value()) return filled(i, p.Int(prefix / rows));
    }
    return UserError("{} valid elements do not fill whole rows of {}", prefix, ShapeText(p, to));
  }
  if (p.IsConstInt(from[f])) {
    for (size_t i = 0; i < to.size(); ++i) {
      if (suffix[i + 1] == trailing && p[from[f]].int_value() <= p[to[i]].int_value()) return filled(i, valid[f]);
    }
  }
  return UserError("the {} valid rows of {} do not match the rows of {}", ExprText(p, valid[f]), ShapeText(p, from),
                   ShapeText(p, to));
}

absl::StatusOr<Shape> PackedStrides(Program& p, absl::Span<const ExprId> shape, TensorLayout layout) {
  if (layout == TensorLayout::kNZ) return UserError("an NZ layout has no strides outside tiles");
  const size_t n = shape.size();
  auto times = [&](ExprId a, ExprId b) {
    if (p.IsConstInt(a, 1)) return b;
    if (p.IsConstInt(b, 1)) return a;
    int64_t product = 0;
    if (p.IsConstInt(a) && p.IsConstInt(b) && !__builtin_mul_overflow(p[a].int_value(), p[b].int_value(), &product)) {
      return p.Int(product);
    }
    return p.Binary(ExprKind::kMul, a, b, DType::kIndex);
  };
  Shape strides(n);
  if (n == 0) return strides;
  if (layout == TensorLayout::kDN && n >= 2) {
    strides[n - 2] = p.Int(1);
    strides[n - 1] = shape[n - 2];
    if (n >= 3) strides[n - 3] = times(shape[n - 2], shape[n - 1]);
    for (size_t i = n - 3; n >= 3 && i-- > 0;) strides[i] = times(strides[i + 1], shape[i + 1]);
    return strides;
  }
  strides[n - 1] = p.Int(1);
  for (size_t i = n - 1; i-- > 0;) strides[i] = times(strides[i + 1], shape[i + 1]);
  return strides;
}

}  // namespace t2t
