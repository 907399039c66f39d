// What a picture leaves out: one node for a run of statements, counted by operator.
#include <algorithm>

#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "ir/support/counted.h"
#include "pipeline/graph_builder.h"
#include "pipeline/graph_text.h"

namespace t2t {

void GraphBuilder::LeftOut(const Part& part) {
  GraphNode node;
  node.kind = GraphNode::Kind::kPart;
  node.cluster = Cluster();
  node.title = p_[part.first].HasRegion() && part.first == part.last ? Shortened(RegionText(p_, names_, part.first), 60)
                                                                      : part.title;
  node.what = Counted(part.weight, "statement");
  node.link = part.file;
  const uint32_t id = Add(std::move(node));

  absl::flat_hash_map<std::string_view, uint32_t> counts;
  uint32_t added = 0, changed = 0;
  const auto visit = [&](StmtId stmt) {
    ForEachUse(p_, stmt, [&](ValueId value) {
      const Source source = sources_[value.index()];
      if (!p_.TypeOf(value).IsShaped() || source.node == id) return;
      if (source.node != kNoNode && !linked_.insert((uint64_t{source.node} << 32) | id).second) return;
      Edge(value, id, -1);
    });
    ForEachDef(p_, stmt, [&](ValueId value) { Define(value, id); });
    node_of_.emplace(stmt, id);
    Orders(stmt, id);
    const Mark mark = marks_.Of(stmt);
    added += mark == Mark::kAdded;
    changed += mark == Mark::kChanged;
    const Stmt& s = p_[stmt];
    if ((s.kind == StmtKind::kAssign || s.kind == StmtKind::kEval) && p_.IsOpCall(s.value())) {
      ++counts[Ops()[p_.CallOf(s.value()).op].name];
    }
  };
  for (StmtId stmt = part.first; stmt; stmt = p_[stmt].next) {
    visit(stmt);
    for (BlockId block : p_[stmt].HasRegion() ? std::vector<BlockId>{p_.RegionOf(stmt).body, p_.RegionOf(stmt).else_body}
                                              : std::vector<BlockId>{}) {
      if (block) ForEachStmt(p_, block, visit);
    }
    if (stmt == part.last) break;
  }
  std::vector<std::pair<uint32_t, std::string_view>> most;
  for (const auto& [name, count] : counts) most.emplace_back(count, name);
  std::sort(most.begin(), most.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  GraphNode& done = g_->nodes[id];
  for (size_t i = 0; i < most.size() && i < 4; ++i) {
    done.details.push_back(fmt::format("{} {}", most[i].first, most[i].second));
  }
  if (most.size() > 4) done.details.push_back(fmt::format("and {} more operators", most.size() - 4));
  if (added + changed > 0) {
    done.mark = Mark::kChanged;
    done.details.push_back(fmt::format("{} added, {} changed", added, changed));
  }
}

}  // namespace t2t
