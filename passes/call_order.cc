#include "passes/call_order.h"

#include <algorithm>

#include "ir/analysis/function_class.h"
#include "passes/call_sites.h"

namespace t2t {

// Tarjan's algorithm with an explicit path: the input decides how deep calls nest.
std::vector<CallComponent> CalleesFirst(const Program& p, absl::FunctionRef<bool(FuncId)> take) {
  const uint32_t n = p.num_functions();
  std::vector<std::vector<uint32_t>> callees(n);
  std::vector<bool> taken(n, false), done(n, false), calls_itself(n, false);
  for (uint32_t i = 0; i < n; ++i) taken[i] = HasBody(p, FuncId(i)) && take(FuncId(i));
  for (uint32_t i = 0; i < n; ++i) {
    if (!taken[i]) continue;
    ForEachFunctionCall(p, FuncId(i), [&](StmtId, ExprId call) {
      const uint32_t callee = p.CallOf(call).callee.index();
      if (taken[callee]) callees[i].push_back(callee);
      if (callee == i) calls_itself[i] = true;
    });
  }

  std::vector<CallComponent> components;
  std::vector<uint32_t> order(n, 0), low(n, 0), stack, path;
  std::vector<size_t> cursor(n, 0);
  uint32_t clock = 0;
  for (uint32_t start = 0; start < n; ++start) {
    if (!taken[start] || order[start] != 0) continue;
    path.push_back(start);
    while (!path.empty()) {
      const uint32_t v = path.back();
      if (order[v] == 0) {
        order[v] = low[v] = ++clock;
        stack.push_back(v);
      }
      if (cursor[v] < callees[v].size()) {
        const uint32_t w = callees[v][cursor[v]++];
        if (order[w] == 0) {
          path.push_back(w);
        } else if (!done[w]) {
          low[v] = std::min(low[v], order[w]);
        }
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back()] = std::min(low[path.back()], low[v]);
      if (low[v] != order[v]) continue;
      CallComponent component;
      uint32_t member = n;
      while (member != v) {
        member = stack.back();
        stack.pop_back();
        done[member] = true;
        component.members.push_back(FuncId(member));
      }
      std::sort(component.members.begin(), component.members.end());
      component.recursive = component.members.size() > 1 || calls_itself[v];
      components.push_back(std::move(component));
    }
  }
  return components;
}

}  // namespace t2t
