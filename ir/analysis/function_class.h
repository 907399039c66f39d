// Which functions the lowering touches. Passes and verifiers ask here, so that a function the lowering leaves alone is
// also one that no property of lowered code is demanded of (verifiers 2; lowering a).
#pragma once

#include "ir/core/program.h"

namespace t2t {

// Body is not IR: hand-written source named by the function attribute `external_source`.
bool IsExternal(const Program& program, FuncId function);
// There is an IR body to look at: not external, not bound at run time, not a verbatim Python body, not a mere name.
bool HasBody(const Program& program, FuncId function);
// InCore, AIC or AIV with an IR body at the functional stage: exactly what the lowering converts.
bool IsLoweredKernel(const Program& program, FuncId function);

}  // namespace t2t
