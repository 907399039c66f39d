#include "verifiers/effects/effects.h"

#include <algorithm>
#include <string_view>

#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/analysis/gm_access.h"
#include "ir/support/counted.h"
#include "verifiers/effects/digester.h"
#include "verifiers/effects/hash.h"

namespace t2t {
namespace {

// A direction is raised where the body writes, and never otherwise; what the user declared Out or InOut stays (lowering n).
void Directions(const Program& before, const Program& after, FuncId f, const Effects& now, std::vector<EffectDifference>& out) {
  GmAccess access(after);
  access.Analyze(f);
  const std::string_view name = before[before[f].name];
  for (uint32_t k = 0; k < after.Params(f).size() && k < now.params.size(); ++k) {
    const ParamDirection to = after.Direction(f, k);
    const std::string_view param = after[after[after.Params(f)[k]].name];
    if (!after.TypeOf(after.Params(f)[k]).IsTensorLike()) continue;
    if (k >= before.Params(f).size()) {
      if (to == ParamDirection::kIn) out.push_back({f, fmt::format("{} got parameter {} ({}) without writing it", name, k, param), true});
      continue;
    }
    const ParamDirection from = before.Direction(f, k);
    if (from == to) continue;
    // The digest does not follow memory through carries that change places.
    const bool written = now.params[k] != effects::Digest("param", uint64_t{k}) || access.root(k).written;
    const bool raised = from == ParamDirection::kIn && written &&
                        (to == ParamDirection::kInOut || !access.root(k).read);
    if (!raised) {
      out.push_back({f, fmt::format("{} declares parameter {} ({}) {} instead of {}", name, k, param, EnumName(to), EnumName(from)),
                     true});
    }
  }
}

}  // namespace

Effects EffectsOf(const Program& program, FuncId function, EffectNames names) {
  return effects::Digester(program, names).Function(function);
}

std::vector<EffectDifference> EffectDifferences(const Program& before, const Program& after, EffectNames names) {
  std::vector<EffectDifference> out;
  for (uint32_t i = 0; i < before.num_functions() && i < after.num_functions(); ++i) {
    const FuncId f(i);
    if (!HasBody(before, f)) continue;
    const Effects a = EffectsOf(before, f, names), b = EffectsOf(after, f, names);
    const std::string_view name = before[before[f].name];
    if (a.results.size() != b.results.size()) {
      out.push_back({f, fmt::format("{} returned {} and now returns {}", name, Counted(a.results.size(), "value"),
                                b.results.size()), true});
    }
    for (size_t k = 0; k < std::min(a.results.size(), b.results.size()); ++k) {
      if (a.results[k] != b.results[k]) out.push_back({f, fmt::format("result {} of {} is computed differently", k, name)});
    }
    for (size_t k = 0; k < std::min(a.params.size(), b.params.size()); ++k) {
      if (a.params[k] == b.params[k]) continue;
      out.push_back({f, fmt::format("{} leaves something else in parameter {} ({})", name, k,
                                before[before[before.Params(f)[k]].name])});
    }
    if (IsLoweredKernel(before, f)) Directions(before, after, f, b, out);
    if (a.trace != b.trace) {
      out.push_back({f, fmt::format("{} sends other signals, or calls otherwise", name), a.trace_names != b.trace_names});
    }
  }
  return out;
}

}  // namespace t2t
