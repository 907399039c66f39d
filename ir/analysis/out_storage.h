// The mark on an allocation that stands for an added output until it becomes a parameter. Analyses know it, too: what such a
// call gives is GM storage, no computed value.
#pragma once

#include <string_view>

namespace t2t {

inline constexpr std::string_view kOutStorage = "t2t.out";

}  // namespace t2t
