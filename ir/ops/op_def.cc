#include "ir/ops/op_def.h"

namespace t2t {

size_t OpDef::min_operands() const {
  size_t n = 0;
  for (const OperandDef& operand : operands) n += operand.optional || operand.variadic ? 0 : 1;
  return n;
}

size_t OpDef::max_operands() const {
  return !operands.empty() && operands.back().variadic ? SIZE_MAX : operands.size();
}

const KwargDef* OpDef::FindKwarg(std::string_view key) const {
  for (const KwargDef& kwarg : kwargs) {
    if (kwarg.name == key) return &kwarg;
  }
  return nullptr;
}

const OperandDef* OpDef::Operand(size_t i) const {
  if (i < operands.size()) return &operands[i];
  return !operands.empty() && operands.back().variadic ? &operands.back() : nullptr;
}

}  // namespace t2t
