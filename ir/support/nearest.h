// "Did you mean": the known name closest in spelling to one that is not known.
#pragma once

#include <string>
#include <string_view>

#include "absl/types/span.h"

namespace t2t {

// Number of single-character edits between two names; more than `limit` may be reported as limit + 1.
size_t EditDistance(std::string_view a, std::string_view b, size_t limit);
// "" when nothing is within three edits and within half of the name: any two letters resemble each other.
std::string_view NearestName(std::string_view name, absl::Span<const std::string_view> known);
// " (did you mean 'nearest'?)", to put behind what is not known; "" for "".
std::string DidYouMean(std::string_view nearest);

}  // namespace t2t
