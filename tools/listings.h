// What the tool knows, as text and as JSON: the chain, the properties, the operators.
#pragma once

#include <string>

namespace t2t {

std::string ListPasses();
std::string ListPassesJson();
std::string ListVerifiers();
std::string ListOps();
// An array of {name, category, operands, kwargs, input_memory, output_memory, argument_effects, write_channel,
// core_affinity, converts_to}.
std::string ListOpsJson();

std::string PassesPage();   // docs/passes.md

}  // namespace t2t
