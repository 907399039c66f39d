// What the operands of matrix products ask of whoever makes them: whole fractal boxes along M or N (lowering k.3, k.4).
#pragma once

#include <cstdint>

#include "ir/analysis/fractal_box.h"
#include "ir/core/program.h"
#include "passes/convert/registry.h"
#include "passes/demand.h"

namespace t2t {

enum class CubeAxis : uint8_t { kNone, kM, kN };

// Boxing that operand `requirement.operand` of `call` asks for; align 0 when it asks for none. For the M axis the
// deciding operand sets the granule, so that all tiles M runs through agree; for the N axis Mat, Right and Acc are
// reconciled (all granules are powers of two: the maximum is their least common multiple).
Box RequiredBox(const Program& program, const Call& call, const Conversion& conversion,
                const OperandRequirement& requirement);
inline CubeAxis AxisOf(const OperandRequirement& requirement) {
  return requirement.cube_m_axis ? CubeAxis::kM : requirement.cube_n_axis ? CubeAxis::kN : CubeAxis::kNone;
}

}  // namespace t2t
