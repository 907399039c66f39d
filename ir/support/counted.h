// Counts in messages: "1 result", "2 results".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "fmt/format.h"

namespace t2t {

// `noun` in the singular; the plural adds an s.
inline std::string Counted(size_t n, std::string_view noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

}  // namespace t2t
