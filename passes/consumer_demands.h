// What every value's consumers demand of it (lowering f): the memory space, and for cube operands the boxing of one axis.
//
// Demands start at required operands, travel backwards through values that share storage - aliases, the private casts,
// operators whose output memory inherits their input, and from a carry to its seed - and merge where several consumers
// meet: a special space beats Vec, and boxing survives only where all who read the tile ask for the same. An accumulator is
// the exception: it must have the physical extent of the product it is added to, whoever else reads it.
#pragma once

#include <utility>
#include <vector>

#include "ir/core/program.h"
#include "passes/cube_boxing.h"
#include "passes/demand.h"
#include "passes/tile_values.h"

namespace t2t {

class ConsumerDemands {
 public:
  // Analyses all kernels at once; linear in the program.
  explicit ConsumerDemands(const Program& program);

  // kUnset space when nobody demands anything. The box is only there when all consumers agree on it.
  Demand Of(ValueId value) const { return value.index() < facts_.size() ? facts_[value.index()].Settled() : Demand{}; }
  CubeAxis AxisOf(ValueId value) const {
    return value.index() < facts_.size() && facts_[value.index()].Boxed() ? facts_[value.index()].axis : CubeAxis::kNone;
  }

 private:
  struct Fact {
    Demand demand;
    CubeAxis axis = CubeAxis::kNone;
    bool other_use = false;  // read as a tile by somebody who does not ask for padding
    bool conflict = false;   // two readers ask for different padding
    bool read = false;

    bool Boxed() const { return !conflict && (!other_use || demand.space == MemorySpace::kAcc); }
    Demand Settled() const { return Boxed() ? demand : Demand{demand.space, {}}; }
  };
  struct Edge {
    ValueId to, from;
    bool shares_tile;  // `to` reads the very tile that `from` is (as opposed to loading for itself)
  };

  void Kernel(FuncId kernel);
  void Statement(StmtId stmt);
  void CallUses(StmtId stmt, const Call& call);
  void AddEdge(ValueId to, ExprId from, bool shares_tile);
  void OtherUse(ExprId expr);
  static void Merge(Fact& existing, const Fact& incoming);
  void Propagate();

  const Program& p_;
  TileValues tiles_;
  std::vector<Fact> facts_;
  std::vector<Edge> edges_;   // of the kernel at hand, in program order
};

}  // namespace t2t
