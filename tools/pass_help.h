// The header comments of the passes, embedded when t2t is built (embed_headers.cmake).
#pragma once

#include <string>
#include <string_view>

#include "absl/types/span.h"

namespace t2t {

struct PassHelp {
  std::string_view pass;
  std::string_view comment;  // as it stands in the header, slashes included
};
absl::Span<const PassHelp> PassHelps();  // in order of file names

// What a pass does, its row in the chain and the example of its header. False and the usage error when there is none.
bool HelpOfPass(std::string_view name_or_number, std::string& text);

}  // namespace t2t
