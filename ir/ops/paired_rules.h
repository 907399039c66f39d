// What a tensor operator and the tile operator it becomes check alike (types-and-ops 6A, 6B).
#pragma once

#include "ir/ops/shared_rules.h"

namespace t2t {

// ---- shapes ----

// Constant element counts of two shapes are equal, where both are positive.
absl::Status CheckSameCount(const DeduceContext& c, absl::Span<const ExprId> from, absl::Span<const ExprId> to);
// concat: operands 0 and 1 side by side; two dimensions, one element type, constant rows equal.
absl::StatusOr<Shape> ConcatShape(const DeduceContext& c);
// set_validshape: operands 1 and 2 are index-like, constants between 0 and the extents of operand 0, which has rank 2.
absl::Status CheckValidExtents(const DeduceContext& c);
// fillpad_expand: operand 1, constants, none smaller than the constant extent of operand 0.
absl::StatusOr<Shape> ExpandedShape(const DeduceContext& c);
// transpose: operands 1 and 2 are two different axes of operand 0.
struct AxisPair {
  uint32_t first = 0, second = 0;
};
absl::StatusOr<AxisPair> TransposedAxes(const DeduceContext& c);

// ---- windows of operand 0, and what is written into a region ----

// Valid region of a window that may reach over the end of its source: tensor.slice, tile.load. `requested` may be empty;
// the clamp kwarg counts.
absl::StatusOr<Shape> OuterWindow(const DeduceContext& c, absl::Span<const ExprId> offsets,
                                  absl::Span<const ExprId> window, absl::Span<const ExprId> requested);
// The same of a window that lies inside: tile.slice, tile.extract.
absl::StatusOr<Shape> InnerWindow(const DeduceContext& c, absl::Span<const ExprId> offsets,
                                  absl::Span<const ExprId> window, absl::Span<const ExprId> requested);
// Valid region of operand `target` after operand `source` was written at `offsets`. Either all of the source has to fit or
// only what is valid of it.
enum class Reach : uint8_t { kAll, kValid };
absl::StatusOr<Shape> WrittenRegion(const DeduceContext& c, size_t target, size_t source,
                                    absl::Span<const ExprId> offsets, Reach reach, std::string_view remedy);

// ---- broadcasts ----

// Operand 1 has a last extent of 1 and as many rows as operand 0.
absl::Status CheckRowVector(const DeduceContext& c);

// ---- creation ----

// ci: one row of more than one element, where its extents are constant; an integer type that start has too.
absl::Status CheckArange(const DeduceContext& c, absl::Span<const ExprId> shape);
// full: operand 1 is a constant that elements of type `dtype` can hold. A floating type takes any number, rounded;
// an integer has no nearest value that one would expect, so it must hold the very number; BOOL asks whether it is zero.
absl::Status CheckFullValue(const DeduceContext& c, DType dtype);
// random: six INT32 scalars, rounds and element type; the shape (operand 6) has rank 2.
absl::StatusOr<DType> CheckRandom(const DeduceContext& c, absl::Span<const ExprId> shape);

// ---- elements and kwargs ----

// The list operand i has one integer for each dimension of operand 0.
absl::Status CheckIndices(const DeduceContext& c, size_t i);
// target_type of a cast: another type than operand 0 has; mode is given.
absl::StatusOr<DType> CastTarget(const DeduceContext& c);
// atomic: a known code, and for an add an element type of operand i that can be added.
absl::Status CheckAtomicAdd(const DeduceContext& c, size_t i);
// Effect on the destination of an operator with an atomic kwarg: an add reads it too.
Effect AtomicEffect(const Program& p, AttrsId kwargs);

}  // namespace t2t
