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
    // What a loaded pass may do to signals, nobody here knows.
    const bool certain = d.certain && stage_.library.empty();
    if (certain || stage_.keeps_effects) lost += "\n  EffectSet: " + d.text;
  }
  if (!lost.empty()) return "changed what the program does:" + lost;
  FuncId judged;
  for (const EffectDifference& d : differences) {
    if (d.function == judged) continue;
    judged = d.function;
    ValueChecker values(limits_);
    values.BeginUnchanging(before_, {judged});
    if (std::string why = values.Compare(after, judged); !why.empty()) return why;
  }
  return {};
}

}  // namespace t2t
