#include "pipeline/graph_builder.h"

#include <algorithm>

#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "ir/support/counted.h"
#include "pipeline/graph_text.h"

namespace t2t {
namespace {

constexpr uint16_t kManyCounted = 100;  // counting further says nothing more
constexpr size_t kGhosts = 24;          // removed statements drawn per picture

bool IsPrivateCast(const Program& p, ExprId value) {
  return p.IsOpCall(value) && Ops()[p.CallOf(value).op].private_cast;
}

}  // namespace

void GraphBuilder::Draw(Graph& graph, const PartPlan& plan, bool whole) {
  g_ = &graph;
  const FuncId function = plan.part().function;
  Enter(function);
  Forget();
  const Function& f = p_[function];
  GraphCluster cluster;
  cluster.kind = GraphCluster::Kind::kFunction;
  cluster.label = fmt::format("{} ({}){}", p_[f.name], EnumName(f.type),
                              whole ? std::string() : ", " + plan.part().title);
  cluster.mark = marks_.Of(function);
  if (whole) {
    const std::vector<std::string> before = FunctionFacts(p_, marks_.AttrsBefore(function));
    for (const std::string& fact : FunctionFacts(p_, f.attrs)) {
      const bool fresh = std::find(before.begin(), before.end(), fact) == before.end();
      cluster.details.push_back((fresh ? "+ " : "") + fact);
    }
  }
  top_ = g_->Open(std::move(cluster));
  const size_t first_node = g_->nodes.size(), first_edge = g_->edges.size();
  if (whole) Params(function);
  if (plan.part().first) Walk(plan);
  Removed();
  KeepCarriesOnTop(first_node, first_edge);
}

uint32_t GraphBuilder::DrawFunction(Graph& graph, FuncId function, uint32_t statements, const std::string& file) {
  GraphNode node;
  node.kind = GraphNode::Kind::kPart;
  node.mark = marks_.Of(function);
  node.title = std::string(p_[p_[function].name]);
  node.what = std::string(EnumName(p_[function].type));
  node.details.push_back(Counted(statements, "statement"));
  node.link = file;
  return graph.Add(std::move(node));
}

void GraphBuilder::Enter(FuncId function) {
  if (function_ == function) return;
  function_ = function;
  names_.Enter(function);
  order_ = OrderOf(p_, access_, function);
  for (ValueId value : counted_) uses_[value.index()] = 0;
  counted_.clear();
  ForEachStmt(p_, p_[function].body, [&](StmtId stmt) {
    ForEachUse(p_, stmt, [&](ValueId value) {
      uint16_t& uses = uses_[value.index()];
      if (uses == 0) counted_.push_back(value);
      if (uses < kManyCounted) ++uses;
    });
  });
}

void GraphBuilder::Forget() {
  for (ValueId value : touched_) sources_[value.index()] = Source{};
  touched_.clear();
  node_of_.clear();
  cluster_of_.clear();
  blocks_.clear();
  linked_.clear();
  open_.clear();
}

void GraphBuilder::Walk(const PartPlan& plan) {
  StmtId stmt = plan.part().first;
  const StmtId last = plan.part().last;
  const BlockId root = p_[stmt].block;
  if (stmt == p_[root].first && last == p_[root].last) {
    cluster_of_.emplace(root, top_);
    blocks_.push_back(root);
  }
  while (stmt) {
    StmtId end = stmt, inside;
    if (const Part* part = plan.LeftOut(stmt)) {
      LeftOut(*part);
      end = part->last;
    } else {
      EnterStatement(stmt);
      if (p_[stmt].HasRegion()) {
        const Region& r = p_.RegionOf(stmt);
        inside = r.body ? p_[r.body].first : StmtId();
        if (!inside && r.else_body) {
          ElseArm(stmt);
          inside = p_[r.else_body].first;
        }
        if (!inside) LeaveRegion();
      }
    }
    while (!inside) {
      const BlockId block = p_[end].block;
      if (block == root && end == last) return;
      if (p_[end].next) {
        inside = p_[end].next;
        break;
      }
      end = p_[block].parent;
      const Region& r = p_.RegionOf(end);
      if (r.else_body && block == r.body) {
        ElseArm(end);
        inside = p_[r.else_body].first;
      }
      if (!inside) LeaveRegion();
    }
    stmt = inside;
  }
}

void GraphBuilder::Params(FuncId function) {
  const absl::Span<const ValueId> params = p_.Params(function);
  for (uint32_t i = 0; i < params.size(); ++i) {
    const ParamDirection direction = p_.Direction(function, i);
    std::string was;
    const Mark mark = marks_.OfParam(function, params[i], direction, was);
    const std::string name(names_.Name(params[i]));
    if (!p_.TypeOf(params[i]).IsShaped() && mark == Mark::kNone && !DrawsScalar(params[i])) {
      g_->clusters[top_].details.push_back(Shortened(fmt::format("scalar {}", name)));
      continue;
    }
    GraphNode node;
    node.kind = GraphNode::Kind::kParam;
    node.place = PlaceOfType(p_[params[i]].type);
    node.mark = mark;
    node.title = name;
    node.what = std::string(EnumName(direction));
    node.was = was;
    node.details = TypeLines(p_, names_, p_[params[i]].type);
    node.cluster = top_;
    Define(params[i], Add(std::move(node)));
  }
}

void GraphBuilder::EnterStatement(StmtId stmt) {
  const StmtKind kind = p_[stmt].kind;
  if (p_[stmt].HasRegion()) return EnterRegion(stmt);
  if (kind == StmtKind::kYield) return Yield(stmt);
  if (!FoldUnusedCast(stmt)) Plain(stmt);
}

// A cast that nobody reads any more waits for resolve-casts: one line of the node it names.
bool GraphBuilder::FoldUnusedCast(StmtId stmt) {
  const Stmt& s = p_[stmt];
  if (s.kind != StmtKind::kAssign || !IsPrivateCast(p_, s.value()) || uses_[s.var().index()] > 0) return false;
  const ValueId source = AsVar(p_, p_.Args(s.value())[0]);
  const uint32_t node = source ? sources_[source.index()].node : kNoNode;
  if (node == kNoNode) return false;
  if (const int16_t cell = sources_[source.index()].cell; cell >= 0 && marks_.Of(stmt) == Mark::kNone) {
    g_->nodes[node].cells[static_cast<size_t>(cell)].small += fmt::format(", as {}", names_.Name(s.var()));
    node_of_.emplace(stmt, node);
    return true;
  }
  if (g_->nodes[node].kind != GraphNode::Kind::kStatement) return false;
  const std::string_view sign = marks_.Of(stmt) == Mark::kAdded ? "+ " : marks_.Of(stmt) == Mark::kChanged ? "~ " : "";
  g_->nodes[node].details.push_back(Shortened(fmt::format("{}as tensor {}", sign, names_.Name(s.var()))));
  node_of_.emplace(stmt, node);
  return true;
}

void GraphBuilder::Plain(StmtId stmt) {
  const Stmt& s = p_[stmt];
  GraphNode node;
  node.cluster = Cluster();
  node.mark = marks_.Of(stmt);
  switch (s.kind) {
    case StmtKind::kAssign: case StmtKind::kEval: Values(stmt, node); break;
    case StmtKind::kReturn:
      node.kind = GraphNode::Kind::kReturn;
      node.what = "return";
      break;
    default: node.what = s.kind == StmtKind::kBreak ? "break" : "continue"; break;
  }
  const uint32_t id = Add(std::move(node));
  node_of_.emplace(stmt, id);
  Operands(stmt, id);
  if (s.kind == StmtKind::kAssign) Define(s.var(), id);
  Orders(stmt, id);
}

void GraphBuilder::Values(StmtId stmt, GraphNode& node) {
  const Stmt& s = p_[stmt];
  const bool assigns = s.kind == StmtKind::kAssign;
  const ExprKind kind = p_[s.value()].kind;
  const bool calls = kind == ExprKind::kCall || kind == ExprKind::kSubmit;
  if (assigns) node.title = Shortened(std::string(names_.Name(s.var())));
  node.what = WhatText(p_, names_, s.value());
  if (node.mark != Mark::kNone) node.was = marks_.Was(stmt);
  if (node.was == node.what) node.was.clear();
  if (!calls || IsPrivateCast(p_, s.value())) {
    node.kind = GraphNode::Kind::kCast;
    if (!calls) node.what = "= " + node.what;
  }
  const TypeId type = assigns ? p_[s.var()].type : p_[s.value()].type;
  node.place = PlaceOfType(type);
  if (!assigns && calls) {
    // An effect is coloured like the memory it works on.
    for (ExprId arg : p_.Args(s.value())) {
      if (!p_.TypeOf(arg).IsShaped()) continue;
      node.place = PlaceOfType(p_[arg].type);
      break;
    }
  }
  if (node.kind == GraphNode::Kind::kCast) return;
  node.details = TypeLines(p_, names_, type);
  for (std::string& line : CallLines(p_, names_, s.value())) node.details.push_back(std::move(line));
}

void GraphBuilder::Removed() {
  size_t drawn = 0, hidden = 0;
  for (BlockId block : blocks_) {
    for (const GraphMarks::Gone& gone : marks_.RemovedFrom(block)) {
      if (drawn == kGhosts) {
        ++hidden;
        continue;
      }
      ++drawn;
      GraphNode node;
      node.mark = Mark::kRemoved;
      node.cluster = cluster_of_.at(block);
      if (gone.var) node.title = Shortened(std::string(p_[p_[gone.var].name]));
      node.was = Shortened(gone.what);
      const uint32_t id = Add(std::move(node));
      if (!gone.value) continue;
      ForEachUse(p_, gone.value, [&](ValueId value) {
        const Source source = sources_[value.index()];
        if (source.node == kNoNode || !p_.TypeOf(value).IsShaped()) return;
        g_->edges.push_back({source.node, id, source.cell, -1, GraphEdge::Kind::kRemoved, Place::kScalar, {}});
      });
    }
  }
  if (hidden == 0) return;
  GraphNode node;
  node.mark = Mark::kRemoved;
  node.cluster = top_;
  node.was = fmt::format("{} more removed", hidden);
  Add(std::move(node));
}

}  // namespace t2t
