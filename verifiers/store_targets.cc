// StoreTargets: a computed result reaches its added output by one store of the whole tile at the end, or by a store in every
// round of the loop that is returned (lowering m.3, m.7). What allocations of the program's own become is the program's
// business: how it fills them, nobody promises.
#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/core/show.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "ir/symbolic/prove.h"
#include "verifiers/all.h"
#include "verifiers/recorded_results.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a computed result is not stored into its added output on every path to the return"},
    {2, "the store of a whole result does not begin at the origin of its output"},
    {3, "what is stored provably leaves its output"},
    {4, "an added output is stored atomically"},
};

class Targets {
 public:
  explicit Targets(VerifyContext& c) : c_(c), p_(c.program), store_(Ops().Find("tile.store")) {}

  void Kernel(FuncId f) {
    const ResultsOnRecord record(p_, f);
    if (!record.recorded()) return;
    for (size_t i = 0; i < record.size(); ++i) {
      if (record.words()[i].Is(ReturnWord::Kind::kNew)) Result(f, i, record.words()[i].output, record.results()[i]);
    }
  }

 private:
  void Result(FuncId f, size_t i, uint32_t output, ExprId result) {
    const ValueId v = AsVar(p_, result);
    if (const ExprId store = StoreOf(v)) return Store(f, output, store, /*whole=*/true);
    const std::optional<CarriedResult> carried = v ? CarriedIn(p_, v) : std::nullopt;
    const ExprId store = carried ? StoreOf(AsVar(p_, carried->yielded)) : ExprId();
    if (store && AsVar(p_, p_.Args(store)[2]) == carried->carry) return Store(f, output, store, /*whole=*/false);
    c_.Error(1, p_[p_[f].body].last,
             fmt::format("result {} of {} is to be found in added output {}, but {} is not what a store leaves", i,
                         p_[p_[f].name], output, ExprText(p_, result)),
             "store the result and return what the store gives");
  }

  // The store that defines `v`; invalid for everything else.
  ExprId StoreOf(ValueId v) const {
    const ExprId def = v ? DefiningOpCall(p_, v) : ExprId();
    return def && p_.CallOf(def).op == store_ && p_.CallOf(def).args.size >= 3 ? def : ExprId();
  }

  void Store(FuncId f, uint32_t output, ExprId store, bool whole) {
    const auto args = p_.Args(store);
    const StmtId at = p_[p_[f].body].last;
    if (whole && !IsOrigin(args[1])) {
      c_.Error(2, at, fmt::format("added output {} of {} is stored at {}", output, p_[p_[f].name], ExprText(p_, args[1])),
               "a whole result is stored at zero offsets");
    }
    const auto valid = p_.ValidShape(p_[args[0]].type), room = p_.Shape(p_[args[2]].type);
    for (size_t d = 0; d < valid.size() && valid.size() == room.size(); ++d) {
      if (!ProvenGt(p_, valid[d], room[d])) continue;
      c_.Error(3, at, fmt::format("added output {} of {} has {} elements in dimension {}, the store moves {}", output,
                                  p_[p_[f].name], ExprText(p_, room[d]), d, ExprText(p_, valid[d])),
               "only the valid region is stored, and the output has room for it");
      break;
    }
    if (Reads(EffectOn(p_, p_.CallOf(store), 2))) {
      c_.Error(4, at, fmt::format("added output {} of {} is added to what nobody has written", output, p_[p_[f].name]),
               "a result is stored, not accumulated");
    }
  }

  bool IsOrigin(ExprId offsets) const {
    if (p_[offsets].kind != ExprKind::kTuple) return false;
    for (ExprId offset : p_.Elements(offsets)) {
      if (!p_.IsConstInt(offset, 0)) return false;
    }
    return true;
  }

  VerifyContext& c_;
  Program& p_;
  const OpId store_;
};

void VerifyStoreTargets(VerifyContext& c) {
  Targets targets(c);
  for (FuncId f : c.functions) {
    if (IsLoweredKernel(c.program, f)) targets.Kernel(f);
  }
}

}  // namespace

constinit const Verifier kStoreTargets = {
    .property = "StoreTargets",
    .kind = VerifierKind::kProperty,
    .summary = "every computed result is stored into the output that was added for it",
    .source = "verifiers 9.4; lowering m.3, m.7",
    .rules = kRules,
    .run = VerifyStoreTargets,
};

}  // namespace t2t
