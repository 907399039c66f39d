#include "ir/eval/families.h"

namespace t2t::eval {

void AddRefused(EvalTable& t) {
  constexpr std::string_view kCrossCore = "needs two cores running side by side, one pushing and one popping";
  for (const char* op : {"tile.tpush_to_aiv", "tile.tpush_to_aic", "tile.tpop_from_aic", "tile.tpop_from_aiv"}) {
    t.Cannot(op, kCrossCore);
  }
  constexpr std::string_view kHost = "a host-side task call with no described result";
  for (const OpDef& op : Ops().all()) {
    if (op.name.starts_with("dist.")) t.Cannot(op.name, kHost);
    if (op.name.starts_with("test.")) t.Cannot(op.name, "exists to be refused by the lowering; it computes nothing");
    if (op.name.starts_with("builtin.")) t.Cannot(op.name, "internal twin of a collective, made by a later stage");
  }
}

const EvalTable& Evaluators() {
  static const EvalTable* const table = [] {
    auto* t = new EvalTable;
    for (void (*add)(EvalTable&) : {AddElementwise, AddUnary, AddSelect, AddBroadcast, AddReduce, AddCreate, AddMemory,
                                    AddViews, AddMatmul, AddGather, AddGatherRows, AddScatter, AddSort, AddSystem,
                                    AddDistributed, AddRefused}) {
      add(*t);
    }
    return t;
  }();
  return *table;
}

}  // namespace t2t::eval
