// The comment lines at the top of every file the chain writes: what it is, and the command that makes it again. The
// reader of the file checks what it says before the chain goes on from it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pipeline/stage_table.h"

namespace t2t {

inline constexpr std::string_view kVersion = "0.1.0";

struct Provenance {
  std::string input;    // file name as the user gave it
  std::string toggles;  // flags that change what the chain does, as one would type them; "" = none
  int start = 0;        // the input stands behind this many passes
};

enum class DumpKind : uint8_t { kAfter, kBefore, kFailed };

// "# t2t <version> stage NN <pass>", the toggles, the command; every line is a comment to the reader. Ordinal 0 is the
// input of a whole chain.
std::string StageHeader(const Provenance& provenance, int ordinal, DumpKind kind);

// What the leading comments of a dump state: how many passes it stands behind. nullopt when they state nothing.
struct StatedStage {
  int behind = 0;
  bool failed = false;   // left by a failing pass: nothing can go on from it
  std::string error;     // the statement fits no pass of this version; "" = it does
};
std::optional<StatedStage> StageInHeader(std::string_view text);

// A value that is safe inside one comment line and one shell word.
std::string ShellWord(std::string_view text);
// Writes through a temporary file beside `path` that is renamed, so that a reader never sees half of it. "" or the error.
std::string WriteFileAtomically(const std::string& path, std::string_view text);

}  // namespace t2t
