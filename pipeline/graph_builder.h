// Statements into nodes, data flow into edges. One builder draws many parts of one program; what it remembers per value
// and per function is cleared by touching only what was used, so all parts together cost time linear in the program.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "ir/analysis/gm_access.h"
#include "ir/text/names.h"
#include "pipeline/graph.h"
#include "pipeline/graph_marks.h"
#include "pipeline/graph_order.h"
#include "pipeline/graph_parts.h"

namespace t2t {

class GraphBuilder {
 public:
  // `changes`: what the pass of this stage did; null = mark nothing. Both must outlive the builder.
  GraphBuilder(const Program& program, const StageChanges* changes)
      : p_(program), names_(program), access_(program), marks_(program, changes), sources_(program.num_values()),
        uses_(program.num_values(), 0) {}

  // Draws what `plan` shows. `whole`: the part is the whole body, so parameters belong to it.
  void Draw(Graph& graph, const PartPlan& plan, bool whole);
  // One node for a function that is drawn elsewhere.
  uint32_t DrawFunction(Graph& graph, FuncId function, uint32_t statements, const std::string& file);

 private:
  struct Source {
    uint32_t node = kNoNode;
    int16_t cell = -1;
  };
  // A loop or branch whose inside is being drawn.
  struct Open {
    StmtId stmt;
    uint32_t cluster = 0;            // of the region itself
    uint32_t inside = 0;             // of the arm at hand
    uint32_t carries = kNoNode;
    std::vector<uint32_t> yields;
  };

  void Enter(FuncId function);
  void Forget();
  void Walk(const PartPlan& plan);
  void Params(FuncId function);
  void EnterStatement(StmtId stmt);
  void EnterRegion(StmtId stmt);
  void ElseArm(StmtId stmt);
  void LeaveRegion();
  void Plain(StmtId stmt);
  void Values(StmtId stmt, GraphNode& node);
  void Yield(StmtId stmt);
  void LeftOut(const Part& part);
  void Operands(StmtId stmt, uint32_t node);
  void CallOperands(ExprId value, uint32_t node);
  void UsesOf(ExprId expr, uint32_t node, int16_t cell);
  void Edge(ValueId from, uint32_t to, int16_t cell);
  void Orders(StmtId stmt, uint32_t node);
  bool FoldUnusedCast(StmtId stmt);
  void Removed();
  void KeepCarriesOnTop(size_t first_node, size_t first_edge);

  uint32_t Add(GraphNode node);
  void Define(ValueId value, uint32_t node, int16_t cell = -1);
  GraphNode::Cell ValueCell(ValueId value);
  Place PlaceOfType(TypeId type) const;
  bool DrawsScalar(ValueId value) const;
  uint32_t Cluster() const { return open_.empty() ? top_ : open_.back().inside; }

  const Program& p_;
  NameTable names_;
  GmAccess access_;
  const GraphMarks marks_;

  Graph* g_ = nullptr;
  FuncId function_;
  MemoryOrder order_;                     // of function_
  std::vector<Source> sources_;           // by value: the node it comes from in this picture
  std::vector<uint16_t> uses_;            // by value: how often it is read in function_
  std::vector<ValueId> touched_, counted_;
  absl::flat_hash_map<StmtId, uint32_t> node_of_;
  absl::flat_hash_map<BlockId, uint32_t> cluster_of_;
  std::vector<BlockId> blocks_;           // keys of cluster_of_, in order
  absl::flat_hash_set<uint64_t> linked_;  // node pairs that have an edge
  std::vector<Open> open_;
  uint32_t top_ = 0;
};

}  // namespace t2t
