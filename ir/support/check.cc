#include "ir/support/check.h"

#include <cstdio>
#include <cstdlib>

namespace t2t {

void CheckFailed(std::string_view condition, std::string_view file, int line) {
  std::fprintf(stderr, "t2t: internal check failed: %.*s (%.*s:%d)\n", static_cast<int>(condition.size()),
               condition.data(), static_cast<int>(file.size()), file.data(), line);
  std::abort();
}

}  // namespace t2t
