#include "pipeline/properties.h"

#include <algorithm>

#include "verifiers/verifier.h"

namespace t2t {
namespace {

// The chain's contract in front, and what the passes take for granted without naming it: calls are flat, types and
// carries agree, values handed over are not used again, arrays stay inside (verifiers 9.1).
constexpr std::string_view kEntry[] = {
    "SSAForm",         "SplitIncoreOrch", "NormalizedStmtStructure", "NoNestedCalls", "TypeChecked",
    "AivSplitValid",   "InOutUseValid",   "OutParamNotShadowed",     "ArrayNotEscaped",
    "BreakContinueValid", "OrchestrationReferencesResolved"};

template <class R>
bool Contains(const R& list, std::string_view name) {
  return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

}  // namespace

bool RefusedOnEntry(std::string_view property) { return Contains(kEntry, property); }

std::vector<std::string_view> PropertiesInForce(absl::Span<const Stage> stages, int ordinal,
                                                const std::vector<bool>& ran) {
  std::vector<std::string_view> result;
  for (const Verifier& v : AllVerifiers()) {
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

}  // namespace t2t
