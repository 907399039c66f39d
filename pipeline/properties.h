// Which properties are in force at which point of the chain, from the contracts in the stage table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/stage_table.h"

namespace t2t {

struct Verifier;

// A finding of one of these in the input is the user's error; of any other a warning (lowering s; verifiers 9.1).
bool RefusedOnEntry(std::string_view property);
bool RefusedOnEntry(std::string_view property, int rule);  // some of their rules are warnings all the same
// Of those, the rules that only --verify=strict looks at, as warnings: two provers, or two versions of an operator, may
// describe one value more or less tightly.
bool OnlyStrictOnEntry(std::string_view property, int rule);

// Properties that hold behind the first `ordinal` rows (0: in front of the chain), in the order of the verifier list:
// the structural ones, those the chain starts with, and what the rows establish and do not break. `ran[i]` says whether
// row i + 1 did its work; a disabled pass establishes nothing. `strict`: also those of VerifierPhase::kStrict.
std::vector<std::string_view> PropertiesInForce(absl::Span<const Stage> stages, int ordinal,
                                                const std::vector<bool>& ran, bool strict = false);

// Which rows to count as run before anything is: all, but for optional ones among the first `ordinal`. A program that stands
// behind those may have been made without them.
std::vector<bool> RowsTakenAsRun(absl::Span<const Stage> stages, int ordinal);

// Points of the chain at which a property is looked at, in words (docs/verifiers.md).
std::string WhereChecked(const Verifier& verifier);

}  // namespace t2t
