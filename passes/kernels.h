// The functions the chain lowers, as select-kernels marked them.
#pragma once

#include <vector>

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

// The declared type of each value of the trailing return; the value's own type where none is declared. One returned
// tuple may stand for several declared results (lowering m.6).
std::vector<TypeId> ReturnTypesPerValue(Program& program, FuncId kernel);

inline void SetFunctionAttr(Program& p, FuncId f, const Attr& attr) {
  Function function = p[f];
  function.attrs = p.SetAttr(function.attrs, attr);
  p.SetFunction(f, function);
}

}  // namespace t2t
