#include "verifiers/cross_core_pipes.h"

#include <algorithm>
#include <string_view>

#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"

namespace t2t {
namespace {

constexpr int kCubeToVector = 1, kVectorToCube = 2;

}  // namespace

CrossCorePipes::CrossCorePipes(VerifyContext& c)
    : c_(c), p_(c.program), ops_{
          {Ops().Find("system.aic_initialize_pipe"), Does::kSetUp, true},
          {Ops().Find("system.aiv_initialize_pipe"), Does::kSetUp, false},
          {Ops().Find("tile.tpush_to_aiv"), Does::kPush, true, kCubeToVector},
          {Ops().Find("tile.tpush_to_aic"), Does::kPush, false, kVectorToCube},
          {Ops().Find("tile.tpop_from_aiv"), Does::kPop, true, kVectorToCube},
          {Ops().Find("tile.tpop_from_aic"), Does::kPop, false, kCubeToVector},
          {Ops().Find("system.tfree_to_aiv"), Does::kFree, true, kVectorToCube},
          {Ops().Find("system.tfree_to_aic"), Does::kFree, false, kCubeToVector},
      } {}

void CrossCorePipes::Function(FuncId f) {
  set_up_.clear();
  popped_.clear();
  by_value_.clear();
  ForEachStmt(p_, p_[f].body, [&](StmtId stmt) {
    const Stmt& s = p_[stmt];
    if ((s.kind != StmtKind::kAssign && s.kind != StmtKind::kEval) || !p_.IsOpCall(s.value())) return;
    const Call& call = p_.CallOf(s.value());
    if (const PipeOp* pipe = Find(call.op)) One(stmt, *pipe, call);
  });
  for (const Popped& pop : popped_) {
    if (pop.freed) continue;
    c_.Error(4, pop.stmt, fmt::format("what {} takes is never given back", Ops()[pop.by->op].name),
             fmt::format("free it with pl.system.tfree_to_{} behind its last reader", pop.by->on_cube ? "aiv" : "aic"));
  }
}

const CrossCorePipes::PipeOp* CrossCorePipes::Find(OpId op) const {
  if (Ops()[op].category != OpCategory::kCrossCore) return nullptr;
  const auto it = std::find_if(ops_.begin(), ops_.end(), [&](const PipeOp& pipe) { return pipe.op == op; });
  return it == ops_.end() ? nullptr : &*it;
}

int64_t CrossCorePipes::IntKwarg(const Call& call, std::string_view name) const {
  const Attr* attr = p_.FindAttr(call.kwargs, name);
  return attr == nullptr ? 0 : attr->int_value();
}

void CrossCorePipes::One(StmtId stmt, const PipeOp& pipe, const Call& call) {
  const int64_t id = IntKwarg(call, "id");
  int64_t& directions = set_up_[{pipe.on_cube, id}];
  if (pipe.does == Does::kSetUp) {
    directions |= IntKwarg(call, "dir_mask");
    return;
  }
  if (pipe.does == Does::kFree) return Free(stmt, pipe, call);
  if ((directions & pipe.direction) == 0) {
    c_.Error(3, stmt, fmt::format("{} uses pipe {}, which this kernel has not set up for that direction", Ops()[call.op].name, id),
             fmt::format("call pl.system.{}_initialize_pipe with id={} and dir_mask={} first", pipe.on_cube ? "aic" : "aiv", id,
                         pipe.direction));
    directions |= pipe.direction;  // one report per pipe and direction
  }
  if (pipe.does == Does::kPop) {
    Place(stmt, pipe);
    if (p_[stmt].kind == StmtKind::kAssign) by_value_[p_[stmt].var()] = popped_.size();
    popped_.push_back({stmt, &pipe});
  }
}

void CrossCorePipes::Place(StmtId stmt, const PipeOp& pop) {
  if (p_[stmt].kind != StmtKind::kAssign) return;
  const Type& type = p_.TypeOf(p_[stmt].var());
  const MemorySpace wanted = pop.on_cube ? MemorySpace::kMat : MemorySpace::kVec;
  if (type.IsTile() && type.space == wanted) return;
  c_.Error(2, stmt, fmt::format("{} delivers to {}, but {} is {}", Ops()[pop.op].name, EnumName(wanted),
                                p_[p_[p_[stmt].var()].name],
                                !type.IsTile() ? "no tile"
                                : type.space == MemorySpace::kUnset ? "in no memory"
                                                                    : fmt::format("in {}", EnumName(type.space))),
           fmt::format("annotate it as a tile in pl.Mem.{}", EnumName(wanted)));
}

void CrossCorePipes::Free(StmtId stmt, const PipeOp& pipe, const Call& call) {
  const ValueId v = call.args.empty() ? ValueId() : AsVar(p_, p_[call.args][0]);
  const auto it = v ? by_value_.find(v) : by_value_.end();
  const std::string_view name = Ops()[call.op].name;
  if (it == by_value_.end() || popped_[it->second].by->on_cube != pipe.on_cube) {
    c_.Error(5, stmt, fmt::format("{} gives back what was not taken from there", name),
             "free the variable that the tpop of the same side is assigned to");
    return;
  }
  Popped& pop = popped_[it->second];
  const Call& taken = p_.CallOf(p_[pop.stmt].value());
  if (pop.freed) {
    c_.Error(5, stmt, fmt::format("{} gives {} back for the second time", name, p_[p_[v].name]), "free a slot once");
  } else if (p_[stmt].block != p_[pop.stmt].block) {
    c_.Error(5, stmt, fmt::format("{} gives {} back in another block than the one that takes it", name, p_[p_[v].name]),
             "free it in the block of its tpop: once each time it is taken, on every path");
  } else if (IntKwarg(taken, "id") != IntKwarg(call, "id")) {
    c_.Error(5, stmt, fmt::format("{} gives {} back to pipe {}, but it was taken from pipe {}", name, p_[p_[v].name],
                                  IntKwarg(call, "id"), IntKwarg(taken, "id")),
             "state the id of the tpop");
  }
  pop.freed = true;
}

}  // namespace t2t
