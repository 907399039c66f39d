// The functions the chain lowers, as select-kernels marked them.
#pragma once

#include "ir/core/program.h"
#include "passes/facts.h"

namespace t2t {

inline bool IsKernel(const Program& p, FuncId f) {
  const Attr* mark = p.FindAttr(p[f].attrs, facts::kKernel);
  return mark != nullptr && mark->bool_value();
}

// f(FuncId) for every kernel, in program order.
template <class F>
void ForEachKernel(const Program& p, F&& f) {
  for (uint32_t i = 0; i < p.num_functions(); ++i) {
    if (IsKernel(p, FuncId(i))) f(FuncId(i));
  }
}

inline void SetFunctionAttr(Program& p, FuncId f, const Attr& attr) {
  Function function = p[f];
  function.attrs = p.SetAttr(function.attrs, attr);
  p.SetFunction(f, function);
}

}  // namespace t2t
