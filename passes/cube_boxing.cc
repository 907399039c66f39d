#include "passes/cube_boxing.h"

#include <algorithm>

namespace t2t {
namespace {

bool ReadTransposed(const Program& p, const Call& call, const OperandRequirement& requirement) {
  if (requirement.transpose_kwarg.empty()) return false;
  const Attr* flag = p.FindAttr(call.kwargs, requirement.transpose_kwarg);
  return flag != nullptr && flag->bool_value();
}

Box RequiredMBox(const Program& p, const Call& call, const Conversion& conversion,
                 const OperandRequirement& requirement) {
  const size_t decider = requirement.m_align_from_operand.value_or(requirement.operand);
  const OperandRequirement* deciding = conversion.Requirement(decider);
  if (deciding == nullptr || decider >= call.args.size) return {};
  const Type& type = p.TypeOf(p[call.args][decider]);
  if (!type.IsShaped() || type.rank() != 2) return {};
  const Granularity granule = FractalBox(deciding->space.Get(), type.dtype);
  const uint32_t own = ReadTransposed(p, call, *deciding) ? granule.cols : granule.rows;
  if (own <= 1) return {};
  return {ReadTransposed(p, call, requirement) ? 1u : 0u, std::max(own, kFractalRows)};
}

Box RequiredNBox(const Program& p, const Call& call, const OperandRequirement& requirement) {
  const Type& type = p.TypeOf(p[call.args][requirement.operand]);
  if (!type.IsShaped() || type.rank() != 2) return {};
  const Granularity granule = FractalBox(requirement.space.Get(), type.dtype);
  if (granule.rows == 0) return {};
  return {ReadTransposed(p, call, requirement) ? 0u : 1u, std::max({granule.rows, granule.cols, kFractalRows})};
}

}  // namespace

Box RequiredBox(const Program& p, const Call& call, const Conversion& conversion,
                const OperandRequirement& requirement) {
  if (requirement.operand >= call.args.size) return {};
  switch (AxisOf(requirement)) {
    case CubeAxis::kM: return RequiredMBox(p, call, conversion, requirement);
    case CubeAxis::kN: return RequiredNBox(p, call, requirement);
    case CubeAxis::kNone: return {};
  }
  return {};
}

}  // namespace t2t
