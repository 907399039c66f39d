// AivSplitValid: values cross between the cube lane and the vector lanes only through shard and gather. Rules 1 to 11 are the
// letters a to k of the specification.
#include <algorithm>
#include <string_view>
#include <vector>

#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a cube operator inside a split region (a)"},
    {2, "a reduction over the split axis inside a data-parallel region (b)"},
    {3, "a shard or gather outside every region (c)"},
    {4, "a shard that does not take Acc to Vec, a gather that does not take Vec to Mat (d)"},
    {5, "a vector operator outside the regions of a function that has some (e)"},
    {6, "a value of a region reaches the cube lane without a gather (f)"},
    {7, "a cube value reaches a region without a shard (g)"},
    {8, "a region in an InCore function that was not outlined from one (h)"},
    {9, "a shard or gather result is carried by a loop (i)"},
    {10, "a data-parallel region reads a boundary value of another region (j)"},
    {11, "a function mixes split and unsplit crossings (k)"},
};

enum class Lane : uint8_t { kShared, kCube, kVector, kMixed };

struct Boundary {
  OpId tile_shard = Ops().Find("tile.aiv_shard"), tile_gather = Ops().Find("tile.aic_gather");
  OpId tensor_shard = Ops().Find("tensor.aiv_shard"), tensor_gather = Ops().Find("tensor.aic_gather");
  OpId load = Ops().Find("tile.load"), store = Ops().Find("tile.store"), move = Ops().Find("tile.move");

  bool Shard(OpId op) const { return op == tile_shard || op == tensor_shard; }
  bool Gather(OpId op) const { return op == tile_gather || op == tensor_gather; }
  bool Crosses(OpId op) const { return Shard(op) || Gather(op); }
  bool Transfers(OpId op) const { return op == load || op == store; }
};

Lane LaneOfSpace(MemorySpace space) {
  switch (space) {
    case MemorySpace::kVec: return Lane::kVector;
    case MemorySpace::kMat: case MemorySpace::kLeft: case MemorySpace::kRight: case MemorySpace::kAcc:
    case MemorySpace::kBias: case MemorySpace::kLeftScale: case MemorySpace::kRightScale: return Lane::kCube;
    default: return Lane::kShared;
  }
}

class Checker {
 public:
  explicit Checker(VerifyContext& c) : c_(c), p_(c.program), region_(p_.num_values()), lane_(p_.num_values(), Lane::kShared),
                                       op_(p_.num_values()) {}

  void Function(FuncId f) {
    function_ = f;
    bool regions = false, crossings = false;
    ForEachStmt(p_, p_[f].body, [&](StmtId stmt) {
      regions |= IsRegion(stmt);
      const ExprId call = CallOf(stmt);
      crossings |= call && b_.Crosses(p_.CallOf(call).op);
    });
    if (!regions && !crossings) return;
    has_regions_ = regions;
    first_split_ = first_whole_ = StmtId();
    std::vector<StmtId> open;
    WalkStructured(p_, p_[f].body, [&](WalkEvent event, StmtId stmt) {
      if (event == WalkEvent::kEnter) {
        const StmtId region = open.empty() ? StmtId() : open.back();
        if (const ExprId call = CallOf(stmt)) {
          OneCall(stmt, call, region);
        } else if (p_[stmt].kind == StmtKind::kAssign) {
          Rename(p_[stmt].var(), p_[stmt].value());
        }
        if (p_[stmt].kind == StmtKind::kFor || p_[stmt].kind == StmtKind::kWhile) Carries(stmt);
        if (IsRegion(stmt)) {
          Placement(stmt);
          open.push_back(stmt);
        }
      } else if (event == WalkEvent::kLeave) {
        if (IsRegion(stmt)) open.pop_back();
        Results(stmt);
        if (p_[stmt].kind == StmtKind::kFor || p_[stmt].kind == StmtKind::kWhile) YieldedCrossings(stmt);
      }
    });
  }

 private:
  bool IsRegion(StmtId stmt) const {
    return p_[stmt].kind == StmtKind::kScope && p_.RegionOf(stmt).scope_kind == ScopeKind::kSplitAiv;
  }
  // The operator call a statement consists of; invalid for anything else.
  ExprId CallOf(StmtId stmt) const {
    const Stmt& s = p_[stmt];
    const bool has_value = s.kind == StmtKind::kAssign || s.kind == StmtKind::kEval;
    return has_value && p_.IsOpCall(s.value()) ? s.value() : ExprId();
  }
  bool DataParallel(StmtId region) const { return region && p_.RegionOf(region).split != SplitMode::kNone; }
  std::string_view Name(ValueId v) const { return p_[p_[v].name]; }

  Lane LaneOf(ExprId expr) const {
    const Call& call = p_.CallOf(expr);
    const OpDef& op = Ops()[call.op];
    if (op.affinity == CoreAffinity::kCube) return Lane::kCube;
    if (op.affinity == CoreAffinity::kVector) return Lane::kVector;
    if (b_.Crosses(call.op)) return Lane::kMixed;
    if (op.affinity == CoreAffinity::kShared) return Lane::kShared;
    const Type& result = p_.TypeOf(expr);
    const ExprId first = FirstTile(call);
    if (call.op == b_.move && first && result.IsTile()) {
      const Lane from = LaneOfSpace(p_.TypeOf(first).space), to = LaneOfSpace(result.space);
      if (from != to && from != Lane::kShared && to != Lane::kShared) return Lane::kMixed;
    }
    if (result.IsTile() && LaneOfSpace(result.space) != Lane::kShared) return LaneOfSpace(result.space);
    return first ? LaneOfSpace(p_.TypeOf(first).space) : Lane::kShared;
  }
  ExprId FirstTile(const Call& call) const {
    for (ExprId arg : p_[call.args]) {
      if (p_.TypeOf(arg).IsTile()) return arg;
    }
    return {};
  }

  void OneCall(StmtId stmt, ExprId expr, StmtId region) {
    const Call& call = p_.CallOf(expr);
    const OpDef& op = Ops()[call.op];
    const Lane lane = LaneOf(expr);
    if (b_.Crosses(call.op)) {
      Crossing(stmt, expr, region);
    } else {
      if (region && lane == Lane::kCube) {
        c_.Error(1, stmt, fmt::format("{} runs on the cube core and cannot stand inside a split_aiv region{}", op.name,
                                      DataParallel(region) ? ", where each lane holds half a tile" : ""),
                 "move it out of the region; gather its operand with pl.aic_gather first");
      }
      const bool stated = op.affinity != CoreAffinity::kDerived || op.category == OpCategory::kSync;
      if (!region && has_regions_ && lane == Lane::kVector && !b_.Transfers(call.op) && !stated) {
        c_.Error(5, stmt, fmt::format("{} runs on the vector cores, but stands outside every split_aiv region", op.name),
                 "move it into the region, or into a CORE_GROUP scope of its own");
      }
      if (DataParallel(region)) Reduction(stmt, call, region);
      // A move across is judged on the side that it delivers to.
      const bool across = call.op == b_.move && lane == Lane::kMixed;
      Operands(stmt, call, across ? LaneOfSpace(p_.TypeOf(expr).space) : lane, region);
    }
    if (p_[stmt].kind != StmtKind::kAssign) return;
    const ValueId var = p_[stmt].var();
    region_[var.index()] = region;
    lane_[var.index()] = lane;
    op_[var.index()] = call.op;
  }

  // Another name of a value: bound where that was bound.
  void Rename(ValueId to, ExprId value) {
    const ValueId from = AsVar(p_, value);
    if (!from) return;
    region_[to.index()] = region_[from.index()];
    lane_[to.index()] = lane_[from.index()];
    op_[to.index()] = op_[from.index()];
  }
  void Results(StmtId stmt) {
    const Region& r = p_.RegionOf(stmt);
    for (BlockId block : {r.body, r.else_body}) {
      const StmtId yield = block ? TrailingYield(p_, block) : StmtId();
      for (size_t i = 0; yield && i < r.results.size && i < p_[yield].values().size; ++i) {
        const ValueId result = p_[r.results][i];
        if (!region_[result.index()]) Rename(result, p_[p_[yield].values()][i]);  // one side of the lanes is enough
      }
    }
  }

  void Crossing(StmtId stmt, ExprId expr, StmtId region) {
    const Call& call = p_.CallOf(expr);
    const std::string_view name = Ops()[call.op].name;
    if (!region) {
      c_.Error(3, stmt, fmt::format("{} stands outside every split_aiv region", name),
               "put it at the top (shard) or the end (gather) of a pl.split_aiv region");
    }
    if (const Attr* split = p_.FindAttr(call.kwargs, "split")) {
      StmtId& same = split->int_value() == 0 ? first_whole_ : first_split_;
      const StmtId other = split->int_value() == 0 ? first_split_ : first_whole_;
      if (other && !same) {
        c_.Error(11, stmt, fmt::format("{} crosses {}, but the crossing in line {} does not", name,
                                       split->int_value() == 0 ? "unsplit" : "split", p_[other].span.line),
                 "use one kind of crossing per function");
      }
      if (!same) same = stmt;
    }
    if (call.op != b_.tile_shard && call.op != b_.tile_gather) return;
    const MemorySpace from = call.op == b_.tile_shard ? MemorySpace::kAcc : MemorySpace::kVec;
    const MemorySpace to = call.op == b_.tile_shard ? MemorySpace::kVec : MemorySpace::kMat;
    if (call.args.empty()) return;  // TypesDeduced says so
    const Type& source = p_.TypeOf(p_[call.args][0]);
    if (source.IsTile() && source.space != MemorySpace::kUnset && source.space != from) {
      c_.Error(4, stmt, fmt::format("{} takes a tile in {}, but its operand is in {}", name, EnumName(from),
                                    EnumName(source.space)),
               call.op == b_.tile_shard ? "shard the matrix product itself" : "gather a value of the vector lanes");
    }
    const Type& result = p_.TypeOf(expr);
    if (result.IsTile() && result.space != MemorySpace::kUnset && result.space != to) {
      c_.Error(4, stmt, fmt::format("{} gives a tile in {}, but its result is in {}", name, EnumName(to),
                                    EnumName(result.space)));
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

  void Operands(StmtId stmt, const Call& call, Lane lane, StmtId region) {
    std::vector<ValueId> reported;
    for (ExprId arg : p_[call.args]) {
      ForEachUse(p_, arg, [&](ValueId v) {
        const OpId definer = op_[v.index()];
        if (!definer || std::find(reported.begin(), reported.end(), v) != reported.end()) return;
        const StmtId bound = region_[v.index()];
        if (b_.Crosses(definer) && DataParallel(region) && bound && bound != region) {
          reported.push_back(v);
          c_.Error(10, stmt, fmt::format("{} belongs to the split_aiv region in line {}", Name(v), p_[bound].span.line),
                   "shard or gather it again in this region, or use an own NONE region");
          return;
        }
        if (b_.Transfers(call.op) || b_.Transfers(definer)) return;
        if (bound && !region && lane == Lane::kCube && !b_.Gather(definer)) {
          reported.push_back(v);
          c_.Error(6, stmt, fmt::format("{} is a value of the vector lanes and reaches the cube core without a gather",
                                        Name(v)),
                   "gather it with pl.aic_gather at the end of its region");
        }
        if (!bound && region && lane == Lane::kVector && lane_[v.index()] == Lane::kCube) {
          reported.push_back(v);
          c_.Error(7, stmt, fmt::format("{} is a value of the cube core and reaches the vector lanes without a shard",
                                        Name(v)),
                   "shard it with pl.aiv_shard at the top of the region");
        }
      });
    }
  }

  void Placement(StmtId stmt) {
    if (p_[function_].type != FunctionType::kInCore) return;
    const Attr* stamp = p_.FindAttr(p_[function_].attrs, "split_aiv");
    if (stamp != nullptr && stamp->bool_value()) return;
    c_.Error(8, stmt, fmt::format("function {} was not outlined from a split region", p_[p_[function_].name]),
             "write the region in the caller's pl.at scope, not in the core function");
  }

  void Carries(StmtId stmt) {
    for (ExprId init : p_[p_.RegionOf(stmt).inits]) Carried(stmt, init);
  }
  void YieldedCrossings(StmtId stmt) {
    const StmtId yield = TrailingYield(p_, p_.RegionOf(stmt).body);
    if (!yield || p_[yield].values().size != p_.RegionOf(stmt).iter_args.size) return;
    for (ExprId value : p_[p_[yield].values()]) Carried(yield, value);
  }
  void Carried(StmtId stmt, ExprId value) {
    const ValueId v = AsVar(p_, value);
    if (!v || !op_[v.index()] || !b_.Crosses(op_[v.index()])) return;
    c_.Error(9, stmt, fmt::format("{}, the result of {}, is carried by a loop", Name(v), Ops()[op_[v.index()]].name),
             "carry the value behind it, and cross the boundary in each iteration");
  }

  VerifyContext& c_;
  const Program& p_;
  const Boundary b_;
  FuncId function_;
  bool has_regions_ = false;
  StmtId first_split_, first_whole_;
  std::vector<StmtId> region_;  // by value: the region it is bound in
  std::vector<Lane> lane_;      // by value: of the operator that binds it
  std::vector<OpId> op_;        // by value: that operator
};

void VerifyAivSplit(VerifyContext& c) {
  Checker checker(c);
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
    .run = VerifyAivSplit,
};

}  // namespace t2t
