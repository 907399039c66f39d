// The auto-name scheme `<base>__<qualifier>_<role>_v<version>` (text-format 6.3), as far as the lowering needs it.
#pragma once

#include <string>
#include <string_view>

namespace t2t {

// Part before the first "__"; the whole name when there is none.
inline std::string_view BaseName(std::string_view name) { return name.substr(0, name.find("__")); }
// auto(base(name), role): `y__ssa_v3`, "tile" -> `y__tile`.
inline std::string AutoName(std::string_view name, std::string_view role) {
  std::string result(BaseName(name));
  result += "__";
  result += role;
  return result;
}

}  // namespace t2t
