// The refusal of mixed store channels: one wording, whether a verifier finds it or the last pass refuses it.
#pragma once

#include <string>
#include <string_view>

#include "ir/core/program.h"

namespace t2t {

std::string MixedStoresMessage(const Program& program, ValueId param);
std::string_view MixedStoresHelp();

}  // namespace t2t
