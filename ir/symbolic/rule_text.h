// The little language that the tables of rules are written in: the notation of rules.h for patterns, with the operators of
// the printed text and neg(x), min(x,y), max(x,y), true, false.
#pragma once

#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "ir/symbolic/rules.h"

namespace t2t::symbolic {

struct RuleText {
  std::string_view lhs, rhs;
  bool (*condition)(Bindings&) = nullptr;
};

// In the same order. A text that is no pattern ends the process: the tables are part of the program.
std::vector<Rule> CompileRules(absl::Span<const RuleText> texts);

}  // namespace t2t::symbolic
