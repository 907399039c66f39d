// What the tool knows, as text and as JSON: the chain, the properties, the operators.
#pragma once

#include <string>

#include "pipeline/runner.h"

namespace t2t {

// With what the plan leaves out.
std::string ListPasses(const RunPlan& plan);
std::string ListPassesJson(const RunPlan& plan);
std::string ListVerifiers();
std::string ListOps();
// An array of {name, category, operands, kwargs, input_memory, output_memory, argument_effects, write_channel,
// core_affinity, converts_to}.
std::string ListOpsJson();

std::string PassesPage();   // docs/passes.md

// --show-language=NAME|PASS|docs and --diff-languages=A,B. False and the usage error in `text` for a name that is none.
bool ShowLanguages(const std::string& name, std::string& text);
bool ShowLanguageDifference(const std::string& names, std::string& text);

}  // namespace t2t
