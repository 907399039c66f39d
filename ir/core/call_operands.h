// How the operands of a call of a function meet the parameters of the function (lowering m.5, p.3).
#pragma once

#include <optional>

#include "absl/types/span.h"
#include "ir/core/program.h"

namespace t2t {

// Number of parameters in the trailing run of communication contexts.
uint32_t TrailingContexts(const Program& program, absl::Span<const ValueId> params);

// Operands of one Call or Submit by parameter of its callee: a Submit may leave out outputs, which then stand in front of
// the trailing contexts.
class OperandsByParameter {
 public:
  OperandsByParameter(const Program& program, FuncId callee, absl::Span<const ExprId> args)
      : args_(args), num_params_(program[callee].params.size), contexts_(TrailingContexts(program, program.Params(callee))) {}
  OperandsByParameter(const Program& program, const Call& call)
      : OperandsByParameter(program, call.callee, program[call.args]) {}

  uint32_t num_params() const { return num_params_; }
  // Position of the operand among those of the call; none when the call leaves the parameter out.
  std::optional<uint32_t> PositionOf(uint32_t param) const;
  // Invalid when the call leaves the parameter out.
  ExprId operator[](uint32_t param) const {
    const std::optional<uint32_t> position = PositionOf(param);
    return position ? args_[*position] : ExprId();
  }

 private:
  absl::Span<const ExprId> args_;
  uint32_t num_params_;
  uint32_t contexts_;
};

}  // namespace t2t
