// --verify-diagnostics: a program says in comments which findings it must cause, and the tool says which are missing and
// which nobody expected.
//
//   # expected-error@+1: unknown operator       on the next line; @-2: two lines up; no offset: on this line
//   # expected-warning@*: never read            anywhere, findings without a place included
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/support/diagnostics.h"

namespace t2t {

// What is missing and what was not expected, in order of lines and each with its place; "" when every expectation is met
// by a finding of its own whose message (or help) contains the text, and no finding is left over.
std::string CheckExpected(std::string_view source, const std::vector<Diagnostic>& findings, std::string_view file);

}  // namespace t2t
