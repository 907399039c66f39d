// OutParamWriteDropped: giving the name of an output a new value does not write the caller's buffer. Lenient: an assignment
// whose value reads anything that depends on the parameter counts as one that writes through it.
#include <algorithm>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "fmt/format.h"
#include "ir/core/walk.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1003, "the name of an Out or InOut parameter is given a value that does not come from it"},
};

// Values that depend on a parameter, over all definitions of each. Edges run from what is read to what is defined.
class Flow {
 public:
  Flow(const Program& p, FuncId f) : p_(p) {
    ForEachStmt(p, p[f].body, [&](StmtId stmt) {
      const Stmt& s = p[stmt];
      if (s.kind == StmtKind::kAssign) {
        ForEachUse(p, s.value(), [&](ValueId from) { edges_.emplace_back(from, s.var()); });
      }
      if (!s.HasRegion()) return;
      const Region& r = p.RegionOf(stmt);
      // A carry or result depends on the seed and on the yields at its position.
      Feed(r, r.inits);
      for (BlockId block : {r.body, r.else_body}) {
        if (const StmtId yield = TrailingYield(p, block)) Feed(r, p[yield].values());
      }
    });
    std::stable_sort(edges_.begin(), edges_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  }

  absl::flat_hash_set<ValueId> ReachedFrom(ValueId start) const {
    absl::flat_hash_set<ValueId> reached = {start};
    std::vector<ValueId> work = {start};
    while (!work.empty()) {
      const ValueId v = work.back();
      work.pop_back();
      const auto less = [](const std::pair<ValueId, ValueId>& e, ValueId x) { return e.first < x; };
      for (auto it = std::lower_bound(edges_.begin(), edges_.end(), v, less); it != edges_.end() && it->first == v; ++it) {
        if (reached.insert(it->second).second) work.push_back(it->second);
      }
    }
    return reached;
  }

 private:
  void Feed(const Region& r, ExprList sources) {
    for (ValueList targets : {r.iter_args, r.results}) {
      for (size_t i = 0; i < std::min<size_t>(sources.size, targets.size); ++i) {
        ForEachUse(p_, p_[sources][i], [&](ValueId from) { edges_.emplace_back(from, p_[targets][i]); });
      }
    }
  }

  const Program& p_;
  std::vector<std::pair<ValueId, ValueId>> edges_;
};

void VerifyOutParamWriteDropped(VerifyContext& c) {
  const Program& p = c.program;
  for (FuncId f : c.functions) {
    std::vector<StmtId> rebinds;
    ForEachStmt(p, p[f].body, [&](StmtId stmt) {
      if (p[stmt].kind == StmtKind::kAssign && p[p[stmt].var()].kind == ValueKind::kParam) rebinds.push_back(stmt);
    });
    if (rebinds.empty()) continue;
    const Flow flow(p, f);
    for (uint32_t i = 0; i < p.Params(f).size(); ++i) {
      const ValueId param = p.Params(f)[i];
      if (p.Direction(f, i) == ParamDirection::kIn || !p.TypeOf(param).IsShaped()) continue;
      absl::flat_hash_set<ValueId> reached;
      for (StmtId stmt : rebinds) {
        if (p[stmt].var() != param) continue;
        if (reached.empty()) reached = flow.ReachedFrom(param);
        bool flows = false;
        ForEachUse(p, p[stmt].value(), [&](ValueId v) { flows |= reached.contains(v); });
        if (flows) continue;
        c.Warning(1003, stmt, fmt::format("{} parameter {} of {} is given a new value, and the caller's buffer stays unwritten",
                                          EnumName(p.Direction(f, i)), p[p[param].name], p[p[f].name]),
                  fmt::format("write through it: {}[:] = ...", p[p[param].name]));
      }
    }
  }
}

}  // namespace

constinit const Verifier kOutParamWriteDropped = {
    .property = "OutParamWriteDropped",
    .kind = VerifierKind::kAdvice,
    .phase = VerifierPhase::kInput,
    .summary = "what is assigned to the name of an output comes from it",
    .source = "verifiers 8.6",
    .rules = kRules,
    .run = VerifyOutParamWriteDropped,
};

}  // namespace t2t
