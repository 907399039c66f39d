#include "verifiers/aiv_crossing.h"

#include <string_view>

#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"

namespace t2t {
namespace {

// How a crossing divides its tile; null when it does not say.
const Attr* SplitOf(const Program& p, const Call& call) { return p.FindAttr(call.kwargs, "split"); }

}  // namespace

bool OutlinedFromRegion(const Program& p, FuncId f) {
  if (p[f].type != FunctionType::kInCore) return false;
  const Attr* stamp = p.FindAttr(p[f].attrs, "split_aiv");
  return stamp != nullptr && stamp->bool_value();
}

void AivCrossings::Begin(FuncId f) {
  function_ = f;
  first_split_ = first_whole_ = StmtId();
}

void AivCrossings::Check(StmtId stmt, ExprId expr, StmtId region) {
  const Call& call = p_.CallOf(expr);
  if (!region) Flat(stmt, call);
  Alike(stmt, call);
  if (call.op == ops_.tile_shard || call.op == ops_.tile_gather) Memories(stmt, expr);
}

void AivCrossings::Flat(StmtId stmt, const Call& call) {
  const std::string_view name = Ops()[call.op].name;
  if (form_ == AivForm::kLowered && OutlinedFromRegion(p_, function_)) {
    const Attr* split = SplitOf(p_, call);
    if (split != nullptr && split->int_value() >= 0 && split->int_value() <= 2) return;
    c_.Error(3, stmt, fmt::format("{} stands outside every split_aiv region and does not say how it splits", name),
             "give it split=0 (whole), 1 (rows) or 2 (columns)");
    return;
  }
  c_.Error(3, stmt, fmt::format("{} stands outside every split_aiv region", name),
           "put it at the top (shard) or the end (gather) of a pl.split_aiv region");
}

void AivCrossings::Alike(StmtId stmt, const Call& call) {
  const Attr* split = SplitOf(p_, call);
  if (split == nullptr) return;
  StmtId& same = split->int_value() == 0 ? first_whole_ : first_split_;
  const StmtId other = split->int_value() == 0 ? first_split_ : first_whole_;
  if (other && !same) {
    c_.Error(11, stmt, fmt::format("{} crosses {}, but the crossing in line {} does not", Ops()[call.op].name,
                                   split->int_value() == 0 ? "unsplit" : "split", p_[other].span.line),
             "use one kind of crossing per function");
  }
  if (!same) same = stmt;
}

void AivCrossings::Memories(StmtId stmt, ExprId expr) {
  const Call& call = p_.CallOf(expr);
  const std::string_view name = Ops()[call.op].name;
  const MemorySpace from = call.op == ops_.tile_shard ? MemorySpace::kAcc : MemorySpace::kVec;
  const MemorySpace to = call.op == ops_.tile_shard ? MemorySpace::kVec : MemorySpace::kMat;
  if (call.args.empty()) return;  // TypesDeduced says so
  const ExprId operand = p_[call.args][0];
  // Where the lowering has cut a function in two, the value to cross comes from the other half.
  const ValueId v = AsVar(p_, operand);
  const bool made_elsewhere = form_ == AivForm::kLowered && v && !p_[v].def;
  const Type& source = p_.TypeOf(operand);
  if (!made_elsewhere && source.IsTile() && source.space != MemorySpace::kUnset && source.space != from) {
    c_.Error(4, stmt, fmt::format("{} takes a tile in {}, but its operand is in {}", name, EnumName(from),
                                  EnumName(source.space)),
             call.op == ops_.tile_shard ? "shard the matrix product itself" : "gather a value of the vector lanes");
  }
  const Type& result = p_.TypeOf(expr);
  if (result.IsTile() && result.space != MemorySpace::kUnset && result.space != to) {
    c_.Error(4, stmt, fmt::format("{} gives a tile in {}, but its result is in {}", name, EnumName(to),
                                  EnumName(result.space)));
  }
}

}  // namespace t2t
