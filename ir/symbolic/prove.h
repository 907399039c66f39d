// Three-valued proofs about index expressions (types-and-ops 5.2, 7.6).
#pragma once

#include <cstdint>

#include "ir/core/program.h"

namespace t2t {

enum class Proof : uint8_t { kFalse, kTrue, kUnknown };

// Unknown unless both are integer scalars of the same signedness.
Proof ProveEq(Program& program, ExprId a, ExprId b);
Proof ProveLe(Program& program, ExprId a, ExprId b);
inline bool ProvenEq(Program& p, ExprId a, ExprId b) { return ProveEq(p, a, b) == Proof::kTrue; }
inline bool ProvenLe(Program& p, ExprId a, ExprId b) { return ProveLe(p, a, b) == Proof::kTrue; }
// a > b is proven.
inline bool ProvenGt(Program& p, ExprId a, ExprId b) { return ProveLe(p, a, b) == Proof::kFalse; }
inline bool ProvenNe(Program& p, ExprId a, ExprId b) { return ProveEq(p, a, b) == Proof::kFalse; }

// 7.6: same node, or the bound of Simplify(a - b) is exactly 0.
bool CanProveEqual(Program& program, ExprId a, ExprId b);
// 5.1: same node; both constants: by value; else CanProveEqual.
bool DimEq(Program& program, ExprId a, ExprId b);
// Constant 0, or provably equal to 0.
bool IsEmptyExtent(Program& program, ExprId e);
// Valid extent v covers the physical extent s: constants by value, else proven equal.
bool IsFullExtent(Program& program, ExprId v, ExprId s);
// The provably smaller (larger) of the two, else Simplify(Min/Max).
ExprId MinExpr(Program& program, ExprId a, ExprId b);
ExprId MaxExpr(Program& program, ExprId a, ExprId b);

}  // namespace t2t
