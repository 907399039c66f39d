// Manual pages, made from the text and the flags that a tool shows under --help. A test compares the files in docs/.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "absl/types/span.h"
#include "tools/flags.h"

namespace t2t {

// `brief` is what stands behind the name in the index of pages. `head` is the text in front of the flags: a line "usage: TOOL
// ARGUMENTS", paragraphs, and one that begins with "Exit status: ".
std::string ManPage(std::string_view brief, std::string_view head, absl::Span<const Flag> flags);

// What --help or --help-docs=man of a tool prints; nullopt when neither is given.
std::optional<std::string> AnswerHelp(std::string_view brief, std::string_view head, absl::Span<const Flag> flags,
                                      const CommandLine& line);

}  // namespace t2t
