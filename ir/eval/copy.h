// Moving boxes of elements between windows: loads, stores, assembles, moves, padding.
#pragma once

#include "ir/eval/op_context.h"

namespace t2t::eval {

enum class CopyMode : uint8_t { kOverwrite, kAtomicAdd };

// Copies the box [0, extent) of `from` to the origin of `to`; both have the rank of the box. Element types may differ: the
// value is converted as a store does it (floats to even, float to integer truncates, integers wrap). Elements of `from`
// outside its valid region arrive as poison. OutOfRange when a buffer does not hold the box.
absl::Status CopyBox(OpContext& c, const Nd& from, Nd to, absl::Span<const int64_t> extent,
                     CopyMode mode = CopyMode::kOverwrite);

// The window of `nd` that starts at `at` and keeps its strides. OutOfRange for negative starts.
absl::StatusOr<Nd> WindowAt(const OpContext& c, const Nd& nd, absl::Span<const int64_t> at, std::string_view what);

// Stores the valid region of `source` into `target` at `offsets`. With fewer offsets than axes the leading axes of the
// target count as one, which they are in memory. Where the ranks of source and target differ the
// elements keep their row-major order: the region is `shapes` when given, else the last axes of the target, filled from the
// innermost outwards. OutOfRange when the region leaves the target.
absl::Status StoreRegion(OpContext& c, const Nd& source, const Nd& target, absl::Span<const int64_t> offsets,
                         const Dims* shapes, CopyMode mode);

// Sets the box [0, extent) of `to` to one number.
void FillBox(OpContext& c, Nd& to, absl::Span<const int64_t> extent, const Scalar& value);

// Number at one position; the position has been checked.
Scalar ElementAt(const Nd& nd, absl::Span<const int64_t> position);
void SetElementAt(OpContext& c, Nd& nd, absl::Span<const int64_t> position, const Scalar& value);
int64_t OffsetOf(const Nd& nd, absl::Span<const int64_t> position);
absl::Status CheckPosition(const OpContext& c, const Nd& nd, absl::Span<const int64_t> position);

// The element of an index operand; poison and floating types are errors.
absl::StatusOr<int64_t> IndexAt(OpContext& c, const Nd& index, absl::Span<const int64_t> at);

// Fresh storage with the valid elements of `nd` (all of the physical box that exists, poison included), for readers that
// must not see later stores.
Nd Snapshot(const OpContext& c, const Nd& nd);

}  // namespace t2t::eval
