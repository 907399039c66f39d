// EffectSet (verifiers 9.4): what the program does behind a pass is what it did in front of it.
//
// Effects are compared as numbers (verifiers/effects/effects.h). Where they agree nothing changed. Behind a pass that promises
// to keep the numbers (Stage::keeps_effects) a difference is a fault. Behind the others most are but suspicions, since a rewrite may
// mean the same by a rule that the numbers do not know: the function is executed on both sides, and its values decide.
#pragma once

#include <string>

#include "pipeline/check_values.h"
#include "pipeline/stage_table.h"
#include "verifiers/effects/effects.h"

namespace t2t {

// Across the conversion to tiles operators change their names.
EffectNames EffectNamesAcross(absl::Span<const Stage> stages, int ordinal);

class KeptEffects {
 public:
  // `before` is the program in front of pass `ordinal` of `stages`; both must outlive the object.
  KeptEffects(Program& before, absl::Span<const Stage> stages, int ordinal, const ValueCheckOptions& limits)
      : before_(before), stage_(stages[static_cast<size_t>(ordinal - 1)]), names_(EffectNamesAcross(stages, ordinal)),
        limits_(limits) {}

  // What `after` no longer does as `before` does, "" for nothing. A function that cannot be run, or not within the limits,
  // is believed.
  std::string Lost(Program& after);

 private:
  Program& before_;
  const Stage& stage_;
  EffectNames names_;
  ValueCheckOptions limits_;
};

// Two inputs for each suspect, small enough for the middle of a run. What the plan leaves out is not judged.
ValueCheckOptions SuspicionLimits(const RunPlan& plan);

}  // namespace t2t
