// T2T_CHECK: for what cannot happen unless t2t itself is wrong. Stays on in release builds; never for user input.
#pragma once

#include <string_view>

namespace t2t {

[[noreturn]] void CheckFailed(std::string_view condition, std::string_view file, int line);

}  // namespace t2t

#define T2T_CHECK(cond) ((cond) ? static_cast<void>(0) : ::t2t::CheckFailed(#cond, __FILE__, __LINE__))
#define T2T_UNREACHABLE() ::t2t::CheckFailed("unreachable", __FILE__, __LINE__)
