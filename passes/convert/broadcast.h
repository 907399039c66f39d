// Which operand of a tile operator comes first. The element-wise tile operators broadcast, but their result has the valid
// region and the layout of the left operand (types-and-ops 6B.1), so `bias + x` with a [1, N] bias would call one row of
// the sum valid and a store would lose the others. The operand that has the shape of the result goes to the left.
#pragma once

#include "passes/convert/converter.h"

namespace t2t {

// True when the right operand is the one with the shape of the result. Fails when neither has it.
absl::StatusOr<bool> RightIsWide(ConvertContext& c);

// Same rank, and extents that are provably equal.
bool SameShape(Program& p, absl::Span<const ExprId> a, absl::Span<const ExprId> b);

// `narrow`, which is [M, 1] or [1, N], stretched to shape and valid region of the two-dimensional `wide`.
absl::StatusOr<ExprId> EmitStretched(ConvertContext& c, const std::string& name, ExprId narrow, ExprId wide);

}  // namespace t2t
