#include "pipeline/function_filter.h"

#include <algorithm>

#include "fmt/format.h"
#include "ir/support/nearest.h"

namespace t2t {

bool GlobMatches(std::string_view pattern, std::string_view text) {
  size_t p = 0, t = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t]) && pattern[p] != '*') {
      ++p;
      ++t;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

void FunctionFilter::Add(std::string_view patterns) {
  while (true) {
    const size_t comma = patterns.find(',');
    patterns_.emplace_back(patterns.substr(0, comma));
    if (comma == std::string_view::npos) return;
    patterns.remove_prefix(comma + 1);
  }
}

bool FunctionFilter::Wants(std::string_view function) const {
  return all() || std::any_of(patterns_.begin(), patterns_.end(),
                              [&](const std::string& pattern) { return GlobMatches(pattern, function); });
}

std::string FunctionFilter::Unmatched(const Program& program) const {
  constexpr size_t kShown = 20;
  std::vector<std::string_view> names;
  for (uint32_t i = 0; i < program.num_functions(); ++i) {
    const Function& f = program[FuncId(i)];
    if (!f.declared_only) names.push_back(program[f.name]);
  }
  for (const std::string& pattern : patterns_) {
    if (std::any_of(names.begin(), names.end(), [&](std::string_view name) { return GlobMatches(pattern, name); })) {
      continue;
    }
    const std::string_view nearest = NearestName(pattern, names);
    const size_t more = names.size() > kShown ? names.size() - kShown : 0;
    names.resize(names.size() - more);
    return fmt::format("no function is called '{}'{}; there are {}{}", pattern,
                       DidYouMean(nearest),
                       fmt::join(names, ", "), more > 0 ? fmt::format(" and {} more", more) : std::string());
  }
  return {};
}

std::string FunctionFilter::Text() const { return fmt::format("{}", fmt::join(patterns_, ",")); }

}  // namespace t2t
