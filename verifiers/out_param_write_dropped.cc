// OutParamWriteDropped: giving the name of an output a new value does not write the caller's buffer. Lenient: an assignment
// whose value reads anything that depends on the parameter, or on its name, counts as one that writes through it.
//
// In single assignment form the name lives on in the versions `out__ssa_v1`, `out__ssa_v2` behind the parameter
// `out__ssa_v0`: what assigns one of them assigned the name in the source.
#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
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

  absl::flat_hash_set<ValueId> ReachedFrom(std::vector<ValueId> work) const {
    absl::flat_hash_set<ValueId> reached(work.begin(), work.end());
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

// `out` of `out__ssa_v3`; empty for names of other kinds.
std::string_view VersionedName(std::string_view name) {
  constexpr std::string_view kVersion = "__ssa_v";
  const size_t at = name.rfind(kVersion);
  if (at == std::string_view::npos || at + kVersion.size() == name.size()) return {};
  const std::string_view number = name.substr(at + kVersion.size());
  return std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; }) ? name.substr(0, at)
                                                                                                : std::string_view();
}

// A shaped output and the assignments to its name.
struct Output {
  ValueId param;
  ParamDirection direction;
  std::vector<StmtId> rebinds;
};

std::vector<Output> OutputsOf(const Program& p, FuncId f) {
  std::vector<Output> outputs;
  absl::flat_hash_map<ValueId, size_t> by_value;
  absl::flat_hash_map<std::string_view, size_t> by_name;
  for (uint32_t i = 0; i < p.Params(f).size(); ++i) {
    const ValueId param = p.Params(f)[i];
    if (p.Direction(f, i) == ParamDirection::kIn || !p.TypeOf(param).IsShaped()) continue;
    by_value.emplace(param, outputs.size());
    if (const std::string_view name = VersionedName(p[p[param].name]); !name.empty()) by_name.emplace(name, outputs.size());
    outputs.push_back({param, p.Direction(f, i), {}});
  }
  if (outputs.empty()) return outputs;
  ForEachStmt(p, p[f].body, [&](StmtId stmt) {
    if (p[stmt].kind != StmtKind::kAssign || !p.TypeOf(p[stmt].var()).IsShaped()) return;
    const ValueId var = p[stmt].var();
    if (const auto it = by_value.find(var); it != by_value.end()) {
      outputs[it->second].rebinds.push_back(stmt);
    } else if (const auto named = by_name.find(VersionedName(p[p[var].name])); named != by_name.end()) {
      outputs[named->second].rebinds.push_back(stmt);
    }
  });
  return outputs;
}

void VerifyOutParamWriteDropped(VerifyContext& c) {
  const Program& p = c.program;
  for (FuncId f : c.functions) {
    std::optional<Flow> flow;
    for (const Output& output : OutputsOf(p, f)) {
      if (output.rebinds.empty()) continue;
      if (!flow) flow.emplace(p, f);
      std::vector<ValueId> carriers = {output.param};
      for (StmtId rebind : output.rebinds) carriers.push_back(p[rebind].var());
      const absl::flat_hash_set<ValueId> reached = flow->ReachedFrom(std::move(carriers));
      const std::string_view written = p[p[output.param].name], versioned = VersionedName(written);
      const std::string_view name = versioned.empty() ? written : versioned;
      for (StmtId rebind : output.rebinds) {
        bool flows = false;
        ForEachUse(p, p[rebind].value(), [&](ValueId v) { flows |= reached.contains(v); });
        if (flows) continue;
        c.Warning(1003, rebind,
                  fmt::format("{} parameter {} of {} is given a new value, and the caller's buffer stays unwritten",
                              EnumName(output.direction), name, p[p[f].name]),
                  fmt::format("write through it: {}[:] = ...", name));
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
