// Selecting by a packed predicate: a compare on tiles yields one bit per element, and tile.sel picks by those bits
// (op-conversions 0.5, 8, 10).
#pragma once

#include "passes/convert/converter.h"

namespace t2t {

// Scratch operand of tile.sel, the same for every backend: tile.create([1, 32]){dtype=UINT8, target_memory=Vec}.
absl::StatusOr<ExprId> EmitSelectScratch(ConvertContext& c, std::string_view name);

// Element type of a tile that marks elements of `dtype` data and is moved by the same instruction: equally wide.
DType MarkerDType(DType dtype);

// `keep` where `marks` is zero, `values` elsewhere. The predicate and the scratch are bound to the given names.
absl::StatusOr<ExprId> SelectMarked(ConvertContext& c, std::string_view pred_name, std::string_view scratch_name,
                                    ExprId marks, ExprId values, ExprId keep);

}  // namespace t2t
