// --no-warn: warnings that their reader knows about. Errors are always shown.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/support/diagnostics.h"

namespace t2t {

class Silence {
 public:
  // A property, or one of its rules as "PROPERTY.N"; "" or why there is no such thing.
  std::string Add(std::string_view name);
  // The findings that are left, in their order.
  std::vector<Diagnostic> Apply(const std::vector<Diagnostic>& findings) const;

 private:
  std::vector<std::pair<std::string, int>> rules_;  // property and rule; 0 = all of its rules
};

// What is wrong with the name of a property, with the nearest one.
std::string UnknownProperty(std::string_view name);

}  // namespace t2t
