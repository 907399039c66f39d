// What the consumers of a value ask of the load or allocation that produces it, and how that is written into the program.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "ir/analysis/fractal_box.h"
#include "ir/core/program.h"

namespace t2t {

struct Demand {
  MemorySpace space = MemorySpace::kUnset;  // unset = nobody asked
  Box box;
};

// `shape` with the extent on box.axis rounded up to a whole multiple of box.align; the same shape when the rule does not
// apply: rank other than 2, dynamic extent, already a multiple (lowering k.1).
std::vector<ExprId> BoxedShape(Program& program, absl::Span<const ExprId> shape, Box box);

// The demands recorded in one kernel: t2t.param_space and t2t.param_box on the function, t2t.space and t2t.box on calls.
class Demands {
 public:
  Demands(const Program& program, FuncId kernel);

  // Of a GM value read by a default operand, seed or yield: its parameter's, its defining call's, or through plain
  // aliases that of what it names. A demand for Acc is dropped: no load reaches it.
  Demand Of(ExprId value) const;
  static Demand OfCall(const Program& program, const Call& call);

 private:
  const Program& p_;
  absl::flat_hash_map<ValueId, Demand> params_;
};

// The attributes of a kernel with the demands of its parameters; nothing is written where nothing is demanded.
AttrsId WithParamDemands(Program& program, AttrsId attrs, const std::vector<Demand>& demands);

}  // namespace t2t
