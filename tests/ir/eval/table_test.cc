// Every operator can be run, or says why not. The list of those that cannot is here in full, so it only changes on purpose.
#include <set>

#include "eval_test_util.h"

namespace t2t::eval {
namespace {

TEST(EvalTable, EveryOperatorRunsOrSaysWhyNot) {
  const std::set<std::string> cannot = {
      "tile.tpush_to_aiv", "tile.tpush_to_aic", "tile.tpop_from_aic", "tile.tpop_from_aiv",  // two cores at once
      "pld.tensor.all_to_all_v",
  };
  for (const OpDef& op : Ops().all()) {
    const EvalEntry& entry = Evaluators()[Ops().Find(op.name)];
    EXPECT_NE(entry.run != nullptr, !entry.cannot.empty()) << op.name;
    const bool named = cannot.contains(op.name) || op.name.starts_with("dist.") || op.name.starts_with("builtin.") ||
                       op.name.starts_with("test.");
    EXPECT_EQ(entry.run == nullptr, named) << op.name;
  }
}

TEST(EvalTable, ARefusalNamesTheOperatorAndTheReason) {
  Bench bench({{"x", "pl.Tensor[[16, 16], pl.FP32]", {1}}}, "",
              "t = pl.tile.load(x, [0, 0], [16, 16], [16, 16])\npl.tile.tpush_to_aic(t, split=0)", "AIV");
  EXPECT_EQ(bench.Error(), "tile.tpush_to_aic: needs two cores running side by side, one pushing and one popping");
}

}  // namespace
}  // namespace t2t::eval
