#include "ir/core/call_operands.h"

namespace t2t {

uint32_t TrailingContexts(const Program& p, absl::Span<const ValueId> params) {
  uint32_t n = 0;
  while (n < params.size() && p.TypeOf(params[params.size() - 1 - n]).kind == TypeKind::kCommCtx) ++n;
  return n;
}

std::optional<uint32_t> OperandsByParameter::PositionOf(uint32_t param) const {
  const auto count = static_cast<uint32_t>(args_.size());
  if (count < contexts_) return std::nullopt;
  if (param < count - contexts_) return param;
  const uint32_t from_end = num_params_ - param;
  return from_end <= contexts_ ? std::optional(count - from_end) : std::nullopt;
}

}  // namespace t2t
