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

// What stands there already is no change.
inline void SetFunctionAttrs(Program& p, FuncId f, AttrsId attrs) {
  Function function = p[f];
  if (function.attrs == attrs) return;
  function.attrs = attrs;
  p.SetFunction(f, function);
}
inline void SetFunctionAttr(Program& p, FuncId f, const Attr& attr) {
  SetFunctionAttrs(p, f, p.SetAttr(p[f].attrs, attr));
}

}  // namespace t2t
