// Reads the printed form, formatted dumps of it, and what text-format 7.1 asks for beyond it.
#pragma once

#include <optional>
#include <string_view>

#include "ir/core/program.h"
#include "ir/support/diagnostics.h"

namespace t2t {

// nullopt when anything is wrong; every finding is in `diagnostics`, with its place. Time and memory are linear in the
// text; nesting deeper than kMaxNesting is an error, never a crash.
std::optional<Program> ReadProgram(std::string_view text, Diagnostics& diagnostics);

inline constexpr int kMaxNesting = 200;

}  // namespace t2t
