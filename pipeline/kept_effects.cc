#include "pipeline/kept_effects.h"

#include <vector>

namespace t2t {

EffectNames EffectNamesAcross(absl::Span<const Stage> stages, int ordinal) {
  const Language after = stages[static_cast<size_t>(ordinal - 1)].after;
  const Language before = ordinal == 1 ? Language::kSource : stages[static_cast<size_t>(ordinal - 2)].after;
  return before != after && after == Language::kTiled ? EffectNames::kFamily : EffectNames::kExact;
}

ValueCheckOptions SuspicionLimits(const RunPlan& plan) {
  ValueCheckOptions limits = OptionsFor(plan);
  limits.seeds = 2;
  limits.max_work = 2'000'000;
  limits.max_steps = 200'000;
  return limits;
}

std::string KeptEffects::Lost(Program& after) {
  const std::vector<EffectDifference> differences = EffectDifferences(before_, after, names_);
  std::string lost;
  for (const EffectDifference& d : differences) {
    if (d.certain || stage_.keeps_effects) lost += "\n  EffectSet: " + d.text;
  }
  if (!lost.empty()) return "changed what the program does:" + lost;
  FuncId judged;
  for (const EffectDifference& d : differences) {
    if (d.function == judged) continue;
    judged = d.function;
    if (std::string why = ByExecution(after, judged); !why.empty()) return why;
  }
  return {};
}

std::string KeptEffects::ByExecution(Program& after, FuncId suspect) {
  const auto [entry, added] = checkers_.try_emplace(suspect, limits_);
  ValueChecker& checker = entry->second;
  if (added) checker.Begin(before_, {suspect});
  return checker.Compare(after, suspect);
}

}  // namespace t2t
