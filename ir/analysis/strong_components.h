// Strongly connected components of a directed graph, every component behind those its edges lead to.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"

namespace t2t {

// Edges of node v lead to targets[first[v]] .. targets[first[v + 1] - 1].
struct DirectedGraph {
  std::vector<uint32_t> first;
  std::vector<uint32_t> targets;

  uint32_t num_nodes() const { return first.empty() ? 0 : static_cast<uint32_t>(first.size() - 1); }
  absl::Span<const uint32_t> From(uint32_t v) const {
    return absl::MakeConstSpan(targets).subspan(first[v], first[v + 1] - first[v]);
  }
};
// Edges as pairs (from, to), sorted by `from`.
DirectedGraph GraphOf(uint32_t num_nodes, absl::Span<const std::pair<uint32_t, uint32_t>> edges);

// Calls f(members) for every component, callees first; members in order of discovery. Tarjan's algorithm with an explicit
// path, since the input decides how deep edges chain; linear in nodes and edges.
void ForEachComponent(const DirectedGraph& graph, absl::FunctionRef<void(absl::Span<const uint32_t>)> f);

}  // namespace t2t
