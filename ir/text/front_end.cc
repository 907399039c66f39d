#include "ir/text/front_end.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "absl/strings/ascii.h"

namespace t2t {
namespace {

bool IsWordByte(char c) { return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_'; }

bool LineAssigns(std::string_view line) {
  const auto skip_blanks = [&] {
    const size_t n = line.find_first_not_of(" \t");
    line.remove_prefix(n == std::string_view::npos ? line.size() : n);
  };
  skip_blanks();
  bool several = false;
  while (true) {
    size_t n = 0;
    while (n < line.size() && IsWordByte(line[n])) ++n;
    if (n == 0) return false;
    line.remove_prefix(n);
    if (!line.starts_with(',')) break;
    several = true;
    line.remove_prefix(1);
    skip_blanks();
  }
  if (line.starts_with(" = ")) return !several || line.substr(3).find(".yield_(") == std::string_view::npos;
  if (line.starts_with('[')) {  // `a[0:4] = b`: the bracket closes in front of an equals sign
    int depth = 0;
    size_t i = 0;
    do {
      depth += line[i] == '[' ? 1 : line[i] == ']' ? -1 : 0;
      ++i;
    } while (i < line.size() && depth > 0);
    line.remove_prefix(i);
    return line.starts_with(" = ");
  }
  if (line.size() < 4 || line[0] != ' ') return false;  // `a += b`, `a //= b`
  const bool infix = std::string_view("+-*/%&|^").find(line[1]) != std::string_view::npos;
  return infix && (line[2] == '=' || (line[2] == line[1] && line[3] == '='));
}

}  // namespace

NameParts PartsOf(std::string_view name) {
  NameParts whole{std::string(name), ""};
  const size_t split = name.find("__");
  if (split == std::string_view::npos || split == 0) return whole;
  std::string_view suffix = name.substr(split + 2);
  bool scheme = false;
  const auto last = [&] {
    const size_t bar = suffix.rfind('_');
    return bar == std::string_view::npos ? suffix : suffix.substr(bar + 1);
  };
  const auto drop = [&](size_t n) {
    suffix.remove_suffix(std::min(n + 1, suffix.size()));
    scheme = true;
  };
  const std::string_view version = last();
  if (version.size() > 1 && version[0] == 'v' &&
      std::all_of(version.begin() + 1, version.end(), [](char c) { return absl::ascii_isdigit(static_cast<unsigned char>(c)); })) {
    drop(version.size());
  }
  constexpr std::string_view kRoles[] = {"ssa", "iter", "rv", "phi", "tile", "tmp", "out", "store", "idx"};
  const std::string_view role = last();
  if (std::find(std::begin(kRoles), std::end(kRoles), role) != std::end(kRoles)) drop(role.size());
  if (!scheme) return whole;
  return {std::string(name.substr(0, split)), std::string(suffix)};
}

bool HasPrintedHeader(std::string_view text) {
  while (text.starts_with('#')) {
    if (text.starts_with("# pypto.program:")) return true;
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  }
  return false;
}

bool LooksHandWritten(std::string_view body) {
  while (!body.empty()) {
    const void* newline = std::memchr(body.data(), '\n', body.size());
    const size_t end = newline == nullptr ? body.size() : static_cast<size_t>(static_cast<const char*>(newline) - body.data());
    if (LineAssigns(body.substr(0, end))) return true;
    body.remove_prefix(std::min(end + 1, body.size()));
  }
  return false;
}

}  // namespace t2t
