#include "ir/support/diagnostics.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "fmt/format.h"
#include "ir/support/counted.h"

namespace t2t {
namespace {

constexpr size_t kMaxExcerpt = 160;  // bytes of a source line that are shown
constexpr size_t kLead = 60;         // bytes kept in front of the caret when a line is cut

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// Finds lines by number, in ascending order, in one sweep over the text.
class LineFinder {
 public:
  explicit LineFinder(std::string_view text) : rest_(text) {}

  std::string_view Line(uint32_t number) {
    while (line_ < number && !rest_.empty()) {
      const size_t end = std::min(rest_.find('\n'), rest_.size());
      current_ = rest_.substr(0, end);
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      ++line_;
    }
    return line_ == number ? current_ : std::string_view();
  }

 private:
  std::string_view rest_, current_;
  uint32_t line_ = 0;
};

// What a terminal can show of a piece of source: one column per code point, no control characters.
void AppendClean(std::string& out, std::string_view piece) {
  for (char c : piece) {
    const auto u = static_cast<unsigned char>(c);
    out += u < 0x20 || u == 0x7f ? (c == '\t' ? ' ' : '?') : c;
  }
}

void AppendExcerpt(std::string& out, std::string_view line, Span span) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  const size_t column = span.column > 0 ? span.column - size_t{1} : 0;
  if (line.empty() || column > line.size()) return;
  size_t begin = 0, end = line.size();
  if (line.size() > kMaxExcerpt) {
    begin = column > kLead ? column - kLead : 0;
    end = std::min(line.size(), begin + kMaxExcerpt);
    while (begin > 0 && IsContinuation(line[begin])) --begin;
    while (end < line.size() && IsContinuation(line[end])) ++end;
  }
  const std::string_view left = begin > 0 ? "..." : "";
  const std::string number = fmt::format("{:>5}", span.line);
  fmt::format_to(std::back_inserter(out), "{} | {}", number, left);
  AppendClean(out, line.substr(begin, end - begin));
  out += end < line.size() ? "...\n" : "\n";
  out.append(number.size(), ' ');
  out += " | ";
  out.append(left.size(), ' ');
  for (size_t i = begin; i < column; ++i) {
    if (!IsContinuation(line[i])) out += ' ';
  }
  out += '^';
  const size_t stop = std::min(end, column + span.length);
  for (size_t i = column + 1; i < stop; ++i) {
    if (!IsContinuation(line[i])) out += '~';
  }
  out += '\n';
}

// Messages and help quote types and expressions, which may be as long as the input.
void AppendMessage(std::string& out, std::string_view message) {
  constexpr size_t kMaxMessage = 4000;
  if (message.size() <= kMaxMessage) {
    out += message;
    return;
  }
  size_t end = kMaxMessage;
  while (end > 0 && IsContinuation(message[end])) --end;
  out.append(message.substr(0, end));
  out += "...";
}

bool SameFinding(const Diagnostic& a, const Diagnostic& b) {
  return a.span == b.span && a.severity == b.severity && a.kind == b.kind && a.rule == b.rule &&
         a.message == b.message && a.help == b.help && a.function == b.function;
}

}  // namespace

std::vector<const Diagnostic*> ShownFindings(const std::vector<Diagnostic>& diagnostics, size_t error_limit,
                                             size_t& left_out) {
  std::vector<const Diagnostic*> order;
  order.reserve(diagnostics.size());
  for (const Diagnostic& d : diagnostics) order.push_back(&d);
  std::stable_sort(order.begin(), order.end(), [](const Diagnostic* a, const Diagnostic* b) {
    return std::pair(a->span.line, a->span.column) < std::pair(b->span.line, b->span.column);
  });

  std::set<Span> wrong;  // places of errors
  for (const Diagnostic& d : diagnostics) {
    if (d.severity == Severity::kError && d.span.known()) wrong.insert(d.span);
  }
  std::vector<const Diagnostic*> shown;
  size_t place = 0;  // where findings with the place of the current one begin
  size_t errors = 0;
  left_out = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    const Diagnostic& d = *order[i];
    if (order[place]->span.line != d.span.line || order[place]->span.column != d.span.column) place = i;
    // One place rarely has more than a few findings; the cap keeps a pathological list linear.
    const size_t from = std::max(place, i > 64 ? i - 64 : 0);
    if (std::any_of(order.begin() + static_cast<std::ptrdiff_t>(from), order.begin() + static_cast<std::ptrdiff_t>(i),
                    [&](const Diagnostic* e) { return SameFinding(*e, d); })) {
      continue;
    }
    if (d.severity == Severity::kWarning && wrong.count(d.span) > 0) continue;
    if (d.severity == Severity::kError && error_limit > 0 && ++errors > error_limit) {
      ++left_out;
      continue;
    }
    shown.push_back(&d);
  }
  return shown;
}

std::string RenderDiagnostics(const std::vector<Diagnostic>& diagnostics, std::string_view file,
                              std::string_view source, size_t error_limit) {
  std::string out;
  LineFinder lines(source);
  size_t left_out = 0;
  for (const Diagnostic* shown : ShownFindings(diagnostics, error_limit, left_out)) {
    const Diagnostic& d = *shown;
    out += file;
    if (d.span.known()) fmt::format_to(std::back_inserter(out), ":{}:{}", d.span.line, d.span.column);
    out += d.severity == Severity::kError ? ": error: " : ": warning: ";
    AppendMessage(out, d.message);
    if (!d.function.empty() && d.message.find(d.function) == std::string::npos) {
      fmt::format_to(std::back_inserter(out), " (in function '{}')", d.function);
    }
    out += " [" + d.kind;
    if (d.rule != 0) fmt::format_to(std::back_inserter(out), ".{}", d.rule);
    out += "]\n";
    if (d.span.known() && !source.empty()) AppendExcerpt(out, lines.Line(d.span.line), d.span);
    if (d.help.empty()) continue;
    out += "help: ";
    AppendMessage(out, d.help);
    out += '\n';
  }
  if (left_out > 0) {
    fmt::format_to(std::back_inserter(out), "{}: {} not shown\n", file, Counted(left_out, "more error"));
  }
  return out;
}

}  // namespace t2t
