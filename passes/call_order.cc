#include "passes/call_order.h"

#include <algorithm>
#include <utility>

#include "ir/analysis/function_class.h"
#include "ir/analysis/strong_components.h"
#include "passes/call_sites.h"

namespace t2t {

std::vector<CallComponent> CalleesFirst(const Program& p, absl::FunctionRef<bool(FuncId)> take) {
  const uint32_t n = p.num_functions();
  std::vector<bool> taken(n, false), calls_itself(n, false);
  for (uint32_t i = 0; i < n; ++i) taken[i] = HasBody(p, FuncId(i)) && take(FuncId(i));
  std::vector<std::pair<uint32_t, uint32_t>> calls;  // caller, callee
  for (uint32_t i = 0; i < n; ++i) {
    if (!taken[i]) continue;
    ForEachFunctionCall(p, FuncId(i), [&](StmtId, ExprId call) {
      const uint32_t callee = p.CallOf(call).callee.index();
      if (taken[callee]) calls.emplace_back(i, callee);
      if (callee == i) calls_itself[i] = true;
    });
  }
  std::vector<CallComponent> components;
  ForEachComponent(GraphOf(n, calls), [&](absl::Span<const uint32_t> members) {
    if (!taken[members[0]]) return;
    CallComponent component;
    for (uint32_t member : members) component.members.push_back(FuncId(member));
    std::sort(component.members.begin(), component.members.end());
    component.recursive = members.size() > 1 || calls_itself[members[0]];
    components.push_back(std::move(component));
  });
  return components;
}

}  // namespace t2t
