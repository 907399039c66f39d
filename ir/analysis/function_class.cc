#include "ir/analysis/function_class.h"

namespace t2t {

bool IsExternal(const Program& program, FuncId function) {
  return program.FindAttr(program[function].attrs, "external_source") != nullptr;
}

bool HasBody(const Program& program, FuncId function) {
  const Function& f = program[function];
  return !f.requires_runtime_binding && !f.declared_only && !f.inline_text && !IsExternal(program, function);
}

bool IsLoweredKernel(const Program& program, FuncId function) {
  const Function& f = program[function];
  return IsInCoreLike(f.type) && f.stage == IrStage::kFunctional && HasBody(program, function);
}

}  // namespace t2t
