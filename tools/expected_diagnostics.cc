#include "tools/expected_diagnostics.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "fmt/format.h"

namespace t2t {
namespace {

constexpr int64_t kAnywhere = -1;

struct Expectation {
  Severity severity = Severity::kError;
  int64_t line = kAnywhere;  // where the finding must be
  int64_t written = 0;       // line of the comment
  std::string_view text;
  bool met = false;
};

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::string_view Word(Severity severity) { return severity == Severity::kError ? "error" : "warning"; }

// Reads what follows "expected-error" on line `line`; `error` is set when it makes no sense.
Expectation Parse(std::string_view rest, Severity severity, int64_t line, std::string& error) {
  Expectation e{severity, line, line, {}};
  if (rest.starts_with("@*")) {
    e.line = kAnywhere;
    rest.remove_prefix(2);
  } else if (rest.starts_with("@")) {
    rest.remove_prefix(1);
    if (rest.starts_with("+")) rest.remove_prefix(1);
    int64_t offset = 0;
    const auto [end, status] = std::from_chars(rest.data(), rest.data() + rest.size(), offset);
    if (status != std::errc() || line + offset < 1) {
      error = "the offset behind '@' is +N, -N or *, and stays inside the file";
      return e;
    }
    rest.remove_prefix(static_cast<size_t>(end - rest.data()));
    e.line = line + offset;
  }
  if (!rest.starts_with(":")) {
    error = "there is no ':' behind it";
    return e;
  }
  e.text = Trimmed(rest.substr(1));
  if (e.text.empty()) error = "it names no text";
  return e;
}

std::vector<Expectation> Expectations(std::string_view source, std::string_view file, std::string& errors) {
  std::vector<Expectation> all;
  int64_t number = 0;
  while (!source.empty()) {
    const size_t end = std::min(source.find('\n'), source.size());
    const std::string_view line = source.substr(0, end);
    source.remove_prefix(std::min(end + 1, source.size()));
    ++number;
    for (const Severity severity : {Severity::kError, Severity::kWarning}) {
      const std::string head = fmt::format("# expected-{}", Word(severity));
      const size_t at = line.find(head);
      if (at == std::string_view::npos) continue;
      std::string error;
      all.push_back(Parse(line.substr(at + head.size()), severity, number, error));
      if (!error.empty()) errors += fmt::format("{}:{}: '{}' cannot be understood: {}\n", file, number, head, error);
    }
  }
  return all;
}

}  // namespace

std::string CheckExpected(std::string_view source, const std::vector<Diagnostic>& findings, std::string_view file) {
  std::string errors;
  std::vector<Expectation> expected = Expectations(source, file, errors);
  if (!errors.empty()) return errors;
  std::stable_sort(expected.begin(), expected.end(),
                   [](const Expectation& a, const Expectation& b) { return a.line < b.line; });
  size_t left_out = 0;
  std::vector<std::pair<int64_t, std::string>> wrong;
  const auto meets = [](const Expectation& e, const Diagnostic& d) {
    return !e.met && e.severity == d.severity &&
           (d.message.find(e.text) != std::string::npos || d.help.find(e.text) != std::string::npos);
  };
  for (const Diagnostic* d : ShownFindings(findings, 0, left_out)) {
    const auto line = static_cast<int64_t>(d->span.line);
    auto it = std::lower_bound(expected.begin(), expected.end(), line,
                               [](const Expectation& e, int64_t at) { return e.line < at; });
    while (it != expected.end() && it->line == line && !meets(*it, *d)) ++it;
    if (it == expected.end() || it->line != line) {
      it = expected.begin();  // those that may be met anywhere come first
      while (it != expected.end() && it->line == kAnywhere && !meets(*it, *d)) ++it;
      if (it != expected.end() && it->line != kAnywhere) it = expected.end();
    }
    if (it != expected.end()) {
      it->met = true;
      continue;
    }
    wrong.emplace_back(line, fmt::format("{}:{}: unexpected {}: {} [{}]\n", file, line, Word(d->severity), d->message,
                                         d->kind));
  }
  for (const Expectation& e : expected) {
    if (e.met) continue;
    const std::string where = e.line == kAnywhere ? std::string("anywhere") : fmt::format("on line {}", e.line);
    wrong.emplace_back(e.written, fmt::format("{}:{}: missing {} {}: {}\n", file, e.written, Word(e.severity), where, e.text));
  }
  std::stable_sort(wrong.begin(), wrong.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string out;
  for (const auto& [line, text] : wrong) out += text;
  return out;
}

}  // namespace t2t
