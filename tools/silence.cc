#include "tools/silence.h"

#include <algorithm>
#include <charconv>

#include "fmt/format.h"
#include "ir/support/nearest.h"
#include "verifiers/verifier.h"

namespace t2t {

std::string UnknownProperty(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Verifier& v : AllVerifiers()) names.push_back(v.property);
  const std::string_view nearest = NearestName(name, names);
  return fmt::format("no property is called '{}'{}; --list-verifiers shows all", name,
                     DidYouMean(nearest));
}

std::string Silence::Add(std::string_view name) {
  const size_t dot = name.find('.');
  const std::string_view property = name.substr(0, dot);
  const Verifier* verifier = FindVerifier(property);
  if (verifier == nullptr) return UnknownProperty(property);
  int number = 0;
  if (dot != std::string_view::npos) {
    const std::string_view text = name.substr(dot + 1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    const auto is_it = [&](const Rule& rule) { return rule.id == number; };
    if (!whole || std::none_of(verifier->rules.begin(), verifier->rules.end(), is_it)) {
      return fmt::format("{} has no rule {}; --list-verifiers shows all", property, text);
    }
  }
  rules_.emplace_back(property, number);
  return {};
}

std::vector<Diagnostic> Silence::Apply(const std::vector<Diagnostic>& findings) const {
  std::vector<Diagnostic> left;
  for (const Diagnostic& d : findings) {
    const auto covers = [&](const std::pair<std::string, int>& rule) {
      return rule.first == d.kind && (rule.second == 0 || rule.second == d.rule);
    };
    if (d.severity == Severity::kError || std::none_of(rules_.begin(), rules_.end(), covers)) left.push_back(d);
  }
  return left;
}

}  // namespace t2t
