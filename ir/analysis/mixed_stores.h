// The refusal of mixed store channels: one wording, whether a verifier finds the mix or the last pass refuses it.
#pragma once

#include <string>

#include "ir/analysis/gm_access.h"
#include "ir/core/program.h"

namespace t2t {

// Sentence about one root that MixesChannels(), and what to do about it (lowering d).
std::string MixedStoresMessage(const Program& program, FuncId kernel, const GmAccess::Root& root);
std::string MixedStoresHelp();

}  // namespace t2t
