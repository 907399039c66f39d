// AivSplitValid: values cross between the cube lane and the vector lanes only through shard and gather. AivSplitLoweredValid
// asks the same behind the lowering of automatic splits, where a crossing may have lost the region around it. Rules 1 to 11 are
// the letters a to k of the specification.
#include <array>
#include <string_view>
#include <vector>

#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "verifiers/aiv_crossing.h"
#include "verifiers/aiv_lanes.h"
#include "verifiers/aiv_origins.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr std::array<Rule, 11> RulesWith(std::string_view placement) {
  return {{
      {1, "a cube operator inside a split region (a)"},
      {2, "a reduction over the split axis inside a data-parallel region (b)"},
      {3, placement},
      {4, "a shard that does not take Acc to Vec, a gather that does not take Vec to Mat (d)"},
      {5, "a vector operator outside the regions of a function that has some (e)"},
      {6, "a value of a region reaches the cube lane without a gather (f)"},
      {7, "a cube value reaches a region without a shard (g)"},
      {8, "a region in an InCore function that was not outlined from one (h)"},
      {9, "a shard or gather result is carried by a loop (i)"},
      {10, "a data-parallel region reads a boundary value of another region (j)"},
      {11, "a function mixes split and unsplit crossings (k)"},
  }};
}
constexpr auto kRules = RulesWith("a shard or gather outside every region (c)");
constexpr auto kLoweredRules =
    RulesWith("a shard or gather outside every region, in a function not outlined from one or without its split (c)");

bool IsLoop(const Stmt& s) { return s.kind == StmtKind::kFor || s.kind == StmtKind::kWhile; }

class Checker {
 public:
  Checker(VerifyContext& c, AivForm form)
      : c_(c), p_(c.program), crossings_(c, ops_, form), origins_(c, ops_) {}

  void Function(FuncId f) {
    function_ = f;
    bool regions = false, crossings = false;
    ForEachStmt(p_, p_[f].body, [&](StmtId stmt) {
      regions |= IsSplitRegion(p_, stmt);
      const ExprId call = CallOf(stmt);
      crossings |= call && ops_.Crosses(p_.CallOf(call).op);
    });
    if (!regions && !crossings) return;
    has_regions_ = regions;
    crossings_.Begin(f);
    std::vector<StmtId> open;
    WalkStructured(p_, p_[f].body, [&](WalkEvent event, StmtId stmt) {
      if (event == WalkEvent::kEnter) {
        Enter(stmt, open.empty() ? StmtId() : open.back());
        if (IsSplitRegion(p_, stmt)) open.push_back(stmt);
      } else if (event == WalkEvent::kLeave) {
        if (IsSplitRegion(p_, stmt)) open.pop_back();
        origins_.Results(stmt);
        if (IsLoop(p_[stmt])) origins_.Yields(stmt);
      }
    });
  }

 private:
  // The operator call a statement consists of; invalid for anything else.
  ExprId CallOf(StmtId stmt) const {
    const Stmt& s = p_[stmt];
    const bool has_value = s.kind == StmtKind::kAssign || s.kind == StmtKind::kEval;
    return has_value && p_.IsOpCall(s.value()) ? s.value() : ExprId();
  }

  void Enter(StmtId stmt, StmtId region) {
    if (const ExprId call = CallOf(stmt)) {
      OneCall(stmt, call, region);
    } else if (p_[stmt].kind == StmtKind::kAssign) {
      origins_.Rename(p_[stmt].var(), p_[stmt].value());
    }
    if (IsLoop(p_[stmt])) origins_.Carries(stmt);
    if (IsSplitRegion(p_, stmt)) Outlined(stmt);
  }

  void OneCall(StmtId stmt, ExprId expr, StmtId region) {
    const Call& call = p_.CallOf(expr);
    const Lane lane = LaneOf(p_, ops_, expr);
    if (ops_.Crosses(call.op)) {
      crossings_.Check(stmt, expr, region);
    } else {
      Place(stmt, call, lane, region);
      if (IsDataParallel(p_, region)) Reduction(stmt, call, region);
      // A move across is judged on the side that it delivers to.
      const bool across = call.op == ops_.move && lane == Lane::kMixed;
      origins_.Reads(stmt, call, across ? LaneOfSpace(p_.TypeOf(expr).space) : lane, region);
    }
    if (p_[stmt].kind == StmtKind::kAssign) origins_.Bind(p_[stmt].var(), region, lane, call.op);
  }

  void Place(StmtId stmt, const Call& call, Lane lane, StmtId region) {
    const OpDef& op = Ops()[call.op];
    if (region && lane == Lane::kCube) {
      c_.Error(1, stmt, fmt::format("{} runs on the cube core and cannot stand inside a split_aiv region{}", op.name,
                                    IsDataParallel(p_, region) ? ", where each lane holds half a tile" : ""),
               "move it out of the region; gather its operand with pl.aic_gather first");
    }
    // What stands for a value does nothing: its store, which may stand outside, takes its place.
    const bool stated = op.affinity != CoreAffinity::kDerived || op.category == OpCategory::kSync || op.private_cast;
    if (!region && has_regions_ && lane == Lane::kVector && !ops_.Transfers(call.op) && !stated) {
      c_.Error(5, stmt, fmt::format("{} runs on the vector cores, but stands outside every split_aiv region", op.name),
               "move it into the region, or into a CORE_GROUP scope of its own");
    }
  }

  void Reduction(StmtId stmt, const Call& call, StmtId region) {
    const std::string_view name = Ops()[call.op].name;
    const bool rows = name.starts_with("tile.row_") && !name.starts_with("tile.row_expand");
    const bool cols = name.starts_with("tile.col_") && !name.starts_with("tile.col_expand");
    const SplitMode split = p_.RegionOf(region).split;
    if (!(rows && split == SplitMode::kLeftRight) && !(cols && split == SplitMode::kUpDown)) return;
    c_.Error(2, stmt, fmt::format("{} reduces the axis that the region splits: each lane sees only its half", name),
             "gather first, or split the other axis");
  }

  void Outlined(StmtId region) {
    if (p_[function_].type != FunctionType::kInCore || OutlinedFromRegion(p_, function_)) return;
    c_.Error(8, region, fmt::format("function {} was not outlined from a split region", p_[p_[function_].name]),
             "write the region in the caller's pl.at scope, not in the core function");
  }

  VerifyContext& c_;
  const Program& p_;
  const AivOps ops_;
  AivCrossings crossings_;
  AivOrigins origins_;
  FuncId function_;
  bool has_regions_ = false;
};

template <AivForm form>
void VerifyAivSplit(VerifyContext& c) {
  Checker checker(c, form);
  for (FuncId f : c.functions) checker.Function(f);
}

}  // namespace

constinit const Verifier kAivSplitValid = {
    .property = "AivSplitValid",
    .kind = VerifierKind::kProperty,
    .summary = "values cross between cube and vector lanes only through shard and gather",
    .source = "verifiers 7.3",
    .rules = kRules,
    .whole_program_table = true,
    .run = VerifyAivSplit<AivForm::kRegions>,
};

// The pass that it is named after stands behind this lowering.
constinit const Verifier kAivSplitLoweredValid = {
    .property = "AivSplitLoweredValid",
    .kind = VerifierKind::kProperty,
    .phase = VerifierPhase::kOnDemand,
    .summary = "where automatic splits are lowered, values cross only through shard and gather, in a region or without",
    .source = "verifiers 7.3, last paragraph",
    .rules = kLoweredRules,
    .whole_program_table = true,
    .run = VerifyAivSplit<AivForm::kLowered>,
};

}  // namespace t2t
