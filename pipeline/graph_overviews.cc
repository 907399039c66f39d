#include "pipeline/graph_overviews.h"

#include "absl/container/flat_hash_map.h"
#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/support/counted.h"
#include "passes/call_sites.h"
#include "pipeline/graph_marks.h"
#include "pipeline/graph_text.h"

namespace t2t {
namespace {

constexpr size_t kParams = 14;  // listed per function

std::string ParamLine(const Program& p, const GraphMarks& marks, FuncId f, uint32_t i) {
  const ValueId param = p.Params(f)[i];
  std::string was;
  const Mark mark = marks.OfParam(f, param, p.Direction(f, i), was);
  std::string line = fmt::format("{}{} {}", mark == Mark::kAdded ? "+ " : mark == Mark::kChanged ? "~ " : "",
                                 EnumName(p.Direction(f, i)), p[p[param].name]);
  if (!was.empty()) line += fmt::format(" (was {})", was);
  return Shortened(std::move(line));
}

uint32_t DrawFunction(const Program& p, const GraphMarks& marks, FuncId f, Graph& graph) {
  GraphNode node;
  node.mark = marks.Of(f);
  node.place = IsInCoreLike(p[f].type) ? Place::kVec : IsWrapper(p[f].type) ? Place::kMat : Place::kGm;
  node.title = Shortened(std::string(p[p[f].name]));
  node.what = p[f].declared_only ? "not in the program" : std::string(EnumName(p[f].type));
  const auto params = static_cast<uint32_t>(p.Params(f).size());
  size_t listed = 0;
  for (uint32_t i = 0; i < params; ++i) {
    // What changed is always listed.
    std::string line = ParamLine(p, marks, f, i);
    const bool changed = line.starts_with("+ ") || line.starts_with("~ ");
    if (!changed && listed >= kParams) continue;
    ++listed;
    node.details.push_back(std::move(line));
  }
  if (listed < params) node.details.push_back(fmt::format("and {} more parameters", params - listed));
  return graph.Add(std::move(node));
}

}  // namespace

Graph CallGraphOf(const Program& p, const StageChanges* changes) {
  Graph graph;
  graph.sideways = true;
  graph.legend = false;
  const GraphMarks marks(p, changes);
  for (uint32_t f = 0; f < p.num_functions(); ++f) DrawFunction(p, marks, FuncId(f), graph);
  for (uint32_t caller = 0; caller < p.num_functions(); ++caller) {
    std::vector<FuncId> order;
    absl::flat_hash_map<FuncId, std::pair<uint32_t, bool>> counts;  // calls, and whether one is a submit
    ForEachFunctionCall(p, FuncId(caller), [&](StmtId, ExprId call) {
      const FuncId callee = p.CallOf(call).callee;
      auto [it, fresh] = counts.try_emplace(callee, 0u, false);
      if (fresh) order.push_back(callee);
      ++it->second.first;
      it->second.second |= p[call].kind == ExprKind::kSubmit;
    });
    for (FuncId callee : order) {
      const auto [count, submits] = counts.at(callee);
      GraphEdge edge{caller, callee.index(), -1, -1, GraphEdge::Kind::kData, Place::kScalar, {}};
      edge.label = submits ? "submit" : "call";
      if (count > 1) edge.label += fmt::format(" \u00d7{}", count);
      graph.edges.push_back(std::move(edge));
    }
  }
  return graph;
}

std::string ChangesText(const StageChanges& c) {
  if (!c.ran) return "left out";
  if (c.failed) return "failed";
  if (!c.changed) return "unchanged";
  const size_t made = c.made(), removed = c.removed(), changed = c.stmts.size() - made - removed;
  std::string text;
  const auto put = [&](size_t n, std::string_view what) {
    if (n > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", n, what);
  };
  put(made, "added");
  put(changed, "changed");
  put(removed, "removed");
  put(c.functions.size(), c.functions.size() == 1 ? "function re-declared" : "functions re-declared");
  put(text.empty() ? c.values.size() : 0, "values re-typed");
  return text;
}

Graph StagesGraphOf(const Program& p, const Journal& journal) {
  Graph graph;
  graph.title = fmt::format("{}: what each pass did", p[p.name()]);
  graph.legend = false;
  GraphNode read;
  read.title = "as read";
  read.details.push_back(Counted(journal.statements_read(), "statement"));
  read.link = "00_frontend";
  uint32_t before = graph.Add(std::move(read));
  Language language = Language::kSource;
  uint32_t cluster = 0;
  for (const StageChanges& stage : journal.stages()) {
    const Stage& row = StageAt(stage.ordinal);
    if (cluster == 0 || row.after != language) {
      language = row.after;
      GraphCluster box;
      box.kind = GraphCluster::Kind::kScope;
      box.label = fmt::format("language: {}", LanguageName(language));
      cluster = graph.Open(std::move(box));
    }
    GraphNode node;
    node.cluster = cluster;
    node.mark = stage.changed ? Mark::kChanged : Mark::kNone;
    node.title = fmt::format("{:02} {}", stage.ordinal, row.name);
    node.what = std::string(row.summary);
    node.details.push_back(stage.ran ? fmt::format("{}; {}", ChangesText(stage), Counted(stage.statements, "statement"))
                                     : ChangesText(stage));
    node.link = fmt::format("{:02}_after_{}", stage.ordinal, row.name);
    const uint32_t id = graph.Add(std::move(node));
    graph.edges.push_back({before, id, -1, -1, GraphEdge::Kind::kData, Place::kScalar, {}});
    before = id;
  }
  return graph;
}

}  // namespace t2t
