#include "ir/analysis/strong_components.h"

#include <algorithm>
#include <utility>

namespace t2t {

DirectedGraph GraphOf(uint32_t num_nodes, absl::Span<const std::pair<uint32_t, uint32_t>> edges) {
  DirectedGraph graph;
  graph.first.assign(num_nodes + 1, 0);
  graph.targets.reserve(edges.size());
  for (const auto& [from, to] : edges) {
    ++graph.first[from + 1];
    graph.targets.push_back(to);
  }
  for (uint32_t i = 0; i < num_nodes; ++i) graph.first[i + 1] += graph.first[i];
  return graph;
}

void ForEachComponent(const DirectedGraph& graph, absl::FunctionRef<void(absl::Span<const uint32_t>)> f) {
  const uint32_t n = graph.num_nodes();
  std::vector<uint32_t> order(n, 0), low(n, 0), stack, path;
  std::vector<uint32_t> cursor(graph.first.begin(), graph.first.end());
  std::vector<bool> done(n, false);
  uint32_t clock = 0;
  for (uint32_t start = 0; start < n; ++start) {
    if (order[start] != 0) continue;
    path.push_back(start);
    while (!path.empty()) {
      const uint32_t v = path.back();
      if (order[v] == 0) {
        order[v] = low[v] = ++clock;
        stack.push_back(v);
      }
      if (cursor[v] < graph.first[v + 1]) {
        const uint32_t w = graph.targets[cursor[v]++];
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
      const size_t from = static_cast<size_t>(std::find(stack.rbegin(), stack.rend(), v).base() - stack.begin()) - 1;
      for (size_t i = from; i < stack.size(); ++i) done[stack[i]] = true;
      f(absl::MakeConstSpan(stack).subspan(from));
      stack.resize(from);
    }
  }
}

}  // namespace t2t
