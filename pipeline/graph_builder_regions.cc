// Loops, branches and scopes of the graph builder, and the edges.
#include <algorithm>

#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "pipeline/graph_builder.h"
#include "pipeline/graph_text.h"

namespace t2t {

namespace {
constexpr uint16_t kManyUses = 3;  // a scalar read more often is named by its readers, not linked to them
}  // namespace

uint32_t GraphBuilder::Add(GraphNode node) { return g_->Add(std::move(node)); }

void GraphBuilder::Define(ValueId value, uint32_t node, int16_t cell) {
  Source& source = sources_[value.index()];
  if (source.node == kNoNode) touched_.push_back(value);
  source = {node, cell};
}

Place GraphBuilder::PlaceOfType(TypeId id) const {
  TypeId type = id;
  while (p_[type].kind == TypeKind::kTuple && !p_[type].elements.empty()) type = p_[p_[type].elements][0];
  return PlaceOf(p_[type]);
}

// Loop indices and symbols are named where they are used; so are scalars that half the function reads.
bool GraphBuilder::DrawsScalar(ValueId value) const {
  const ValueKind kind = p_[value].kind;
  if (kind == ValueKind::kLoopVar || kind == ValueKind::kSymbol || kind == ValueKind::kUndefined) return false;
  const uint16_t uses = uses_[value.index()];
  return uses > 0 && uses <= kManyUses;
}

GraphNode::Cell GraphBuilder::ValueCell(ValueId value) {
  const std::vector<std::string> lines = TypeLines(p_, names_, p_[value].type);
  return {Shortened(std::string(names_.Name(value))), lines.empty() ? std::string() : lines[0],
          PlaceOfType(p_[value].type), false};
}

void GraphBuilder::EnterRegion(StmtId stmt) {
  const Region& r = p_.RegionOf(stmt);
  const StmtKind kind = p_[stmt].kind;
  GraphCluster cluster;
  cluster.kind = kind == StmtKind::kIf      ? GraphCluster::Kind::kBranch
                 : kind == StmtKind::kScope ? GraphCluster::Kind::kScope
                                            : GraphCluster::Kind::kLoop;
  cluster.parent = Cluster();
  cluster.mark = marks_.Of(stmt);
  cluster.label = Shortened(RegionText(p_, names_, stmt), 70);
  Open open{stmt, g_->Open(std::move(cluster)), 0, kNoNode, {}};
  open.inside = open.cluster;
  if (r.iter_args.size > 0) {
    GraphNode node;
    node.kind = GraphNode::Kind::kCells;
    node.what = "carried";
    node.mark = marks_.Of(stmt);
    node.cluster = open.cluster;
    for (ValueId value : p_[r.iter_args]) node.cells.push_back(ValueCell(value));
    open.carries = Add(std::move(node));
    const uint32_t n = std::min(r.iter_args.size, r.inits.size);
    for (uint32_t i = 0; i < n; ++i) UsesOf(p_[r.inits][i], open.carries, static_cast<int16_t>(i));
    for (uint32_t i = 0; i < r.iter_args.size; ++i) {
      Define(p_[r.iter_args][i], open.carries, static_cast<int16_t>(i));
    }
    node_of_.emplace(stmt, open.carries);
  }
  if (kind == StmtKind::kIf && r.else_body) {
    GraphCluster arm;
    arm.kind = GraphCluster::Kind::kArm;
    arm.parent = open.cluster;
    arm.label = "then";
    open.inside = g_->Open(std::move(arm));
  }
  cluster_of_.emplace(r.body, open.inside);
  blocks_.push_back(r.body);
  open_.push_back(std::move(open));
}

void GraphBuilder::ElseArm(StmtId stmt) {
  GraphCluster arm;
  arm.kind = GraphCluster::Kind::kArm;
  arm.parent = open_.back().cluster;
  arm.label = "else";
  open_.back().inside = g_->Open(std::move(arm));
  const BlockId block = p_.RegionOf(stmt).else_body;
  cluster_of_.emplace(block, open_.back().inside);
  blocks_.push_back(block);
}

void GraphBuilder::Yield(StmtId stmt) {
  GraphNode node;
  node.kind = GraphNode::Kind::kCells;
  node.what = "yield";
  node.mark = marks_.Of(stmt);
  node.cluster = Cluster();
  // A yield inside a scope belongs to the loop or branch around the scope.
  Open* owner = nullptr;
  for (auto open = open_.rbegin(); open != open_.rend() && owner == nullptr; ++open) {
    if (p_[open->stmt].kind != StmtKind::kScope) owner = &*open;
  }
  const absl::Span<const ExprId> values = p_[p_[stmt].values()];
  const absl::Span<const ValueId> results = owner != nullptr ? p_[p_.RegionOf(owner->stmt).results]
                                                             : absl::Span<const ValueId>();
  for (size_t i = 0; i < values.size(); ++i) {
    GraphNode::Cell cell;
    if (i < results.size() && p_[owner->stmt].kind != StmtKind::kIf) {
      cell = ValueCell(results[i]);
    } else {
      cell.text = ShortExpr(p_, names_, values[i]);
      cell.place = PlaceOfType(p_[values[i]].type);
    }
    node.cells.push_back(std::move(cell));
  }
  const uint32_t id = Add(std::move(node));
  node_of_.emplace(stmt, id);
  for (size_t i = 0; i < values.size(); ++i) UsesOf(values[i], id, static_cast<int16_t>(i));
  if (owner == nullptr) return;
  owner->yields.push_back(id);
  if (owner->carries != kNoNode) {
    g_->edges.push_back({id, owner->carries, -1, -1, GraphEdge::Kind::kNextRound, Place::kScalar, {}});
  }
}

void GraphBuilder::LeaveRegion() {
  Open open = std::move(open_.back());
  open_.pop_back();
  const Region& r = p_.RegionOf(open.stmt);
  if (r.results.empty()) return;
  const bool branch = p_[open.stmt].kind == StmtKind::kIf;
  uint32_t from = branch ? kNoNode : open.yields.empty() ? open.carries : open.yields.back();
  if (from == kNoNode) {
    GraphNode node;
    node.kind = GraphNode::Kind::kCells;
    node.what = branch ? "either" : "results";
    node.mark = marks_.Of(open.stmt);
    node.cluster = open.cluster;
    for (ValueId value : p_[r.results]) node.cells.push_back(ValueCell(value));
    from = Add(std::move(node));
    for (uint32_t yield : open.yields) {
      for (uint32_t i = 0; i < std::min<size_t>(r.results.size, g_->nodes[yield].cells.size()); ++i) {
        const auto cell = static_cast<int16_t>(i);
        g_->edges.push_back(
            {yield, from, cell, cell, GraphEdge::Kind::kData, g_->nodes[yield].cells[i].place, {}});
      }
    }
  }
  for (uint32_t i = 0; i < r.results.size; ++i) Define(p_[r.results][i], from, static_cast<int16_t>(i));
}

// A loop reads from top to bottom: what it carries in, what it does, what it yields.
void GraphBuilder::KeepCarriesOnTop(size_t first_node, size_t first_edge) {
  const size_t count = g_->nodes.size();
  std::vector<bool> fed(count, false), read(count, false);
  for (size_t i = first_edge; i < g_->edges.size(); ++i) {
    const GraphEdge& edge = g_->edges[i];
    if (edge.kind == GraphEdge::Kind::kNextRound) continue;
    if (g_->nodes[edge.from].cluster != g_->nodes[edge.to].cluster) continue;
    read[edge.from] = fed[edge.to] = true;
  }
  std::vector<uint32_t> carries(g_->clusters.size(), kNoNode), yields(g_->clusters.size(), kNoNode);
  for (size_t i = first_node; i < count; ++i) {
    const GraphNode& node = g_->nodes[i];
    if (node.kind != GraphNode::Kind::kCells || g_->clusters[node.cluster].kind != GraphCluster::Kind::kLoop) continue;
    (node.what == "carried" ? carries : yields)[node.cluster] = static_cast<uint32_t>(i);
  }
  for (size_t i = first_node; i < count; ++i) {
    const auto id = static_cast<uint32_t>(i);
    const uint32_t top = carries[g_->nodes[i].cluster], bottom = yields[g_->nodes[i].cluster];
    if (top == kNoNode || id == top || id == bottom || g_->nodes[i].mark == Mark::kRemoved) continue;
    if (!fed[i]) g_->edges.push_back({top, id, -1, -1, GraphEdge::Kind::kAbove, Place::kScalar, {}});
    if (!read[i] && bottom != kNoNode) {
      g_->edges.push_back({id, bottom, -1, -1, GraphEdge::Kind::kAbove, Place::kScalar, {}});
    }
  }
}

void GraphBuilder::Operands(StmtId stmt, uint32_t node) {
  const Stmt& s = p_[stmt];
  if (s.kind == StmtKind::kAssign || s.kind == StmtKind::kEval) {
    const ExprKind kind = p_[s.value()].kind;
    if (kind == ExprKind::kCall || kind == ExprKind::kSubmit) return CallOperands(s.value(), node);
    return UsesOf(s.value(), node, -1);
  }
  if (s.kind == StmtKind::kReturn) {
    for (ExprId value : p_[s.values()]) UsesOf(value, node, -1);
  }
}

void GraphBuilder::CallOperands(ExprId value, uint32_t node) {
  const Call& call = p_.CallOf(value);
  const absl::Span<const ExprId> args = p_[call.args];
  const OpDef* op = call.op ? &Ops()[call.op] : nullptr;
  std::vector<size_t> shaped;
  for (size_t i = 0; i < args.size(); ++i) {
    if (p_.TypeOf(args[i]).IsShaped()) shaped.push_back(i);
  }
  const bool cells = shaped.size() > 1;
  for (size_t i : shaped) {
    GraphNode::Cell cell;
    if (op != nullptr) {
      const OperandDef* operand = op->Operand(i);
      cell.text = operand != nullptr ? operand->name : fmt::format("{}", i);
      cell.written = op->declares_effects && Writes(EffectOn(p_, call, i));
    } else if (i < p_.Params(call.callee).size()) {
      cell.text = p_[p_[p_.Params(call.callee)[i]].name];
      cell.written = p_.Direction(call.callee, static_cast<uint32_t>(i)) != ParamDirection::kIn;
    }
    cell.text = Shortened(cell.text.empty() ? fmt::format("{}", i) : cell.text, 16);
    if (cells) {
      g_->nodes[node].cells.push_back(std::move(cell));
      UsesOf(args[i], node, static_cast<int16_t>(g_->nodes[node].cells.size() - 1));
    } else {
      UsesOf(args[i], node, -1);
    }
  }
  for (ExprId arg : args) {
    if (!p_.TypeOf(arg).IsShaped()) UsesOf(arg, node, -1);
  }
}

void GraphBuilder::UsesOf(ExprId expr, uint32_t node, int16_t cell) {
  ForEachUse(p_, expr, [&](ValueId value) { Edge(value, node, cell); });
}

void GraphBuilder::Edge(ValueId value, uint32_t to, int16_t cell) {
  const Type& type = p_.TypeOf(value);
  const bool data = type.IsShaped() || type.kind == TypeKind::kTuple || type.kind == TypeKind::kArray;
  if (!data && !DrawsScalar(value)) return;
  Source source = sources_[value.index()];
  if (source.node == kNoNode) {
    if (!data) return;
    GraphNode node;
    node.kind = GraphNode::Kind::kElsewhere;
    node.cluster = top_;
    node.title = Shortened(std::string(names_.Name(value)));
    node.place = PlaceOfType(p_[value].type);
    Define(value, Add(std::move(node)));
    source = sources_[value.index()];
  }
  if (source.node == to) return;
  linked_.insert((uint64_t{source.node} << 32) | to);
  g_->edges.push_back({source.node, to, source.cell, cell, data ? GraphEdge::Kind::kData : GraphEdge::Kind::kScalar,
                       PlaceOfType(p_[value].type), {}});
}

void GraphBuilder::Orders(StmtId stmt, uint32_t node) {
  const auto it = order_.find(stmt);
  if (it == order_.end()) return;
  for (const OrderEdge& order : it->second) {
    const auto from = node_of_.find(order.from);
    if (from == node_of_.end() || from->second == node) continue;
    if (!linked_.insert((uint64_t{from->second} << 32) | node).second) continue;
    g_->edges.push_back({from->second, node, -1, -1, GraphEdge::Kind::kOrder, Place::kGm,
                         fmt::format("{}{}", names_.Name(order.memory), order.reads ? "" : " (over)")});
  }
}

}  // namespace t2t
