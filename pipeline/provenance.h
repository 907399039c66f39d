// The comment lines at the top of every file the chain writes: what it is, and the command that makes it again.
#pragma once

#include <string>
#include <string_view>

#include "pipeline/stage_table.h"

namespace t2t {

inline constexpr std::string_view kVersion = "0.1.0";

struct Provenance {
  std::string input;    // file name as the user gave it
  std::string toggles;  // flags that change what the chain does, as one would type them; "" = none
};

// "# t2t <version> stage NN <pass>", the toggles, the command; every line is a comment to the reader.
std::string StageHeader(const Provenance& provenance, int ordinal, std::string_view when);
// A value that is safe inside one comment line and one shell word.
std::string ShellWord(std::string_view text);
// Writes through a temporary file beside `path` that is renamed, so that a reader never sees half of it. "" or the error.
std::string WriteFileAtomically(const std::string& path, std::string_view text);

}  // namespace t2t
