// Rules about valid regions that several operators share (types-and-ops 5.1, 5.4 to 5.7).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "ir/core/program.h"
#include "ir/support/status.h"

namespace t2t {

using Shape = std::vector<ExprId>;

// Right-aligned broadcast (5.1). UserError shows both shapes.
absl::StatusOr<Shape> Broadcast(Program& program, absl::Span<const ExprId> a, absl::Span<const ExprId> b);

struct WindowRead {
  absl::Span<const ExprId> physical, valid, offsets, window;
  absl::Span<const ExprId> requested;  // empty = none
  bool clamped = false;                // kind; otherwise exact
  bool clamp = false;                  // the clamp flag of the call
  bool materialize = false;
  std::string_view remedy;             // appended to the error about a window that leaves its source
};
// Valid shape of a window read (5.4).
absl::StatusOr<Shape> WindowReadValid(Program& program, const WindowRead& read);

struct WriteUnion {
  absl::Span<const ExprId> target, target_valid, source, source_valid, offsets;
  bool reach_valid = false;            // kind validRegion; otherwise exact
  std::string_view remedy;
};
// Valid shape of the target after a write (5.5).
absl::StatusOr<Shape> WriteUnionValid(Program& program, const WriteUnion& write);

// Valid shape after a reshape (5.6).
absl::StatusOr<Shape> ReshapeValid(Program& program, absl::Span<const ExprId> valid, absl::Span<const ExprId> from,
                                   absl::Span<const ExprId> to, bool contiguous);

// Packed strides for a layout (2.7); UserError for NZ.
absl::StatusOr<Shape> PackedStrides(Program& program, absl::Span<const ExprId> shape, TensorLayout layout);

}  // namespace t2t
