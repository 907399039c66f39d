// The kinds of diagnostics that are not properties of verifiers, in one list. A kind is the word in brackets behind a
// message; scripts and tests rely on it, so it does not change. A test reads the sources for kinds that are not listed.
#pragma once

#include <string_view>

#include "absl/types/span.h"

namespace t2t {

struct DiagnosticKind {
  std::string_view name;
  std::string_view what;  // what is wrong, as a phrase
};

absl::Span<const DiagnosticKind> DiagnosticKinds();

}  // namespace t2t
