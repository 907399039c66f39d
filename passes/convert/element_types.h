// Element-wise tensor operators that give another element type than their operand has.
//
// tensor.muls of a FP16 tensor and a FP32 number is FP32, tensor.exp of integers too (types-and-ops 6A); tile.muls and
// tile.exp keep the type of the tile (6B). So the operand is cast first, as tensor.div casts its operands (4.3): the value
// stays the one the program asks for, and what is stored has the type of the tensor it is stored to.
//
//   y = tensor.muls(x, 0.1)          muls_cast = tile.cast(x__tile){FP32}
//                                    y__tile   = tile.muls(muls_cast, 0.1)
//
// A result that is only ever stored as what the operand was (returned under that type, assembled into such a tensor) is
// cast back. Where both casts together change no bit, neither is written and the tile operator works in the narrow type.
#pragma once

#include "absl/functional/function_ref.h"
#include "passes/convert/converter.h"

namespace t2t {

// What `compute` makes of operand 0, which is handed to it as a tile of `result`.
absl::StatusOr<ExprId> ComputeAs(ConvertContext& c, DType result,
                                 absl::FunctionRef<absl::StatusOr<ExprId>(ExprId operand)> compute);

// The tile operator on operand 0 in the type that operand 0 and the scalar operand 1 have together.
absl::StatusOr<ExprId> ConvertWithScalar(ConvertContext& c, std::string_view tile_op);

// `tile` as one of `dtype`, bound to `name` where a cast is needed.
absl::StatusOr<ExprId> EmitAs(ConvertContext& c, std::string_view name, ExprId tile, DType dtype);

// Is `scalar` a constant that FP16 or BF16 holds exactly? False for other types and for what is no constant.
bool HoldsConstant(const Program& p, DType dtype, ExprId scalar);

}  // namespace t2t
