#include "pipeline/properties.h"

#include <algorithm>
#include <string>
#include <utility>

#include "fmt/format.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

// The chain's contract in front, and what the passes take for granted without naming it: calls are flat, types and
// carries agree, values handed over are not used again, arrays stay inside (verifiers 9.1).
constexpr std::string_view kEntry[] = {
    "SSAForm",         "SplitIncoreOrch", "NormalizedStmtStructure", "NoNestedCalls", "TypeChecked",
    "AivSplitValid",   "InOutUseValid",   "OutParamNotShadowed",     "ArrayNotEscaped",
    "BreakContinueValid", "OrchestrationReferencesResolved", "AtomicAddDtypeValid", "TypesDeduced", "AssignTypeSymmetry",
    "SubmitInputs", "CallArity", "CallResults", "ReturnTypes"};
// In force from some pass on, and refused in a program that goes on behind it.
constexpr std::string_view kLater[] = {"CarryKinds", "OutTypeClosed"};
// Recorded kernels return another element type than they declare, which their store converts; and who proves less describes
// a valid region more loosely.
constexpr std::pair<std::string_view, int> kOnlyWarned[] = {{"ReturnTypes", 3}, {"CallResults", 4}};
constexpr std::pair<std::string_view, int> kOnlyStrict[] = {{"TypesDeduced", 2}, {"AssignTypeSymmetry", 2}};

template <class R, class T>
bool Contains(const R& list, const T& item) {
  return std::find(std::begin(list), std::end(list), item) != std::end(list);
}

// " (the input is refused; only warned about: rule 3)", of one that is looked at from the entry on.
std::string AtEntry(const Verifier& v) {
  if (!RefusedOnEntry(v.property)) return " (a warning in the input)";
  std::string rules;
  for (const Rule& rule : v.rules) {
    if (!RefusedOnEntry(v.property, rule.id)) rules += fmt::format("{}rule {}", rules.empty() ? "" : ", ", rule.id);
  }
  return rules.empty() ? " (the input is refused)"
                       : fmt::format(" (the input is refused; only warned about: {})", rules);
}

}  // namespace

bool RefusedOnEntry(std::string_view property) { return Contains(kEntry, property); }
bool RefusedOnEntry(std::string_view property, int rule) {
  return Contains(kLater, property) || (RefusedOnEntry(property) && !Contains(kOnlyWarned, std::pair(property, rule)));
}

bool OnlyStrictOnEntry(std::string_view property, int rule) { return Contains(kOnlyStrict, std::pair(property, rule)); }

std::vector<std::string_view> PropertiesInForce(absl::Span<const Stage> stages, int ordinal,
                                                const std::vector<bool>& ran, bool strict) {
  std::vector<std::string_view> result;
  for (const Verifier& v : AllVerifiers()) {
    if (v.phase != VerifierPhase::kChain) {
      const bool here = (v.phase == VerifierPhase::kStrict && strict) ||
                        (v.phase == VerifierPhase::kInput && ordinal == 0) ||
                        (v.phase == VerifierPhase::kResult && ordinal == static_cast<int>(stages.size()));
      if (here) result.push_back(v.property);
      continue;
    }
    bool holds = v.kind == VerifierKind::kStructural || RefusedOnEntry(v.property);
    for (int i = 0; i < ordinal; ++i) {
      const Stage& stage = stages[static_cast<size_t>(i)];
      if (Contains(stage.breaks, v.property)) holds = false;
      if (ran[static_cast<size_t>(i)] && Contains(stage.establishes, v.property)) holds = true;
    }
    if (holds) result.push_back(v.property);
  }
  return result;
}

std::vector<bool> RowsTakenAsRun(absl::Span<const Stage> stages, int ordinal) {
  std::vector<bool> ran(stages.size(), true);
  for (size_t i = 0; i < static_cast<size_t>(ordinal); ++i) ran[i] = !stages[i].optional;
  return ran;
}

std::string WhereChecked(const Verifier& v) {
  switch (v.phase) {
    case VerifierPhase::kStrict: return "of the input, which is refused, and behind every pass under --verify=strict";
    case VerifierPhase::kOnDemand: return "on demand only";
    case VerifierPhase::kInput: return RefusedOnEntry(v.property) ? "of the input, which is refused" : "of the input, as a warning";
    case VerifierPhase::kResult: return "of the final program, as a warning";
    case VerifierPhase::kChain: break;
  }
  const bool from_entry = v.kind == VerifierKind::kStructural || RefusedOnEntry(v.property);
  std::string out = from_entry ? "of the input and behind every pass that changes something" : "";
  if (from_entry) out += AtEntry(v);
  for (int i = 1; i <= NumStages(); ++i) {
    const Stage& stage = StageAt(i);
    if (Contains(stage.breaks, v.property)) out += fmt::format("{}not from {:02} {} on", out.empty() ? "" : ", ", i, stage.name);
    if (Contains(stage.establishes, v.property)) {
      out += fmt::format("{}from {:02} {} on", out.empty() ? "" : ", ", i, stage.name);
    }
  }
  return out.empty() ? "on demand only" : out;
}

}  // namespace t2t
