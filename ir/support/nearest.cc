#include "ir/support/nearest.h"

#include <algorithm>
#include <vector>

#include "fmt/format.h"

namespace t2t {

size_t EditDistance(std::string_view a, std::string_view b, size_t limit) {
  if (a.size() > b.size() + limit || b.size() > a.size() + limit) return limit + 1;
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replace = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replace, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

std::string_view NearestName(std::string_view name, absl::Span<const std::string_view> known) {
  const size_t limit = std::min<size_t>(3, name.size() / 2);
  size_t best = limit + 1;
  std::string_view nearest;
  for (std::string_view candidate : known) {
    const size_t distance = EditDistance(name, candidate, limit);
    if (distance >= best) continue;
    best = distance;
    nearest = candidate;
  }
  return nearest;
}

std::string DidYouMean(std::string_view nearest) {
  return nearest.empty() ? std::string() : fmt::format(" (did you mean '{}'?)", nearest);
}

}  // namespace t2t
