// Diffs and pictures as parts of a page.
#include <algorithm>
#include <vector>

#include "fmt/format.h"
#include "pipeline/dot_text.h"
#include "pipeline/report.h"

namespace t2t {
namespace {

// How far two texts agree from the front and, in what is left, from the back; cut between characters.
struct Agreement {
  size_t front = 0, back = 0;
};
Agreement Agree(std::string_view a, std::string_view b) {
  const auto continues = [](std::string_view text, size_t i) {
    return i < text.size() && (static_cast<unsigned char>(text[i]) & 0xc0) == 0x80;
  };
  Agreement same;
  const size_t shorter = std::min(a.size(), b.size());
  while (same.front < shorter && a[same.front] == b[same.front]) ++same.front;
  while (same.front > 0 && (continues(a, same.front) || continues(b, same.front))) --same.front;
  while (same.back < shorter - same.front && a[a.size() - 1 - same.back] == b[b.size() - 1 - same.back]) ++same.back;
  while (same.back > 0 && (continues(a, a.size() - same.back) || continues(b, b.size() - same.back))) --same.back;
  return same;
}

std::string Escaped(std::string_view text) { return text.empty() ? std::string() : HtmlText(text); }

void PutLine(std::string& out, char sign, std::string_view text, const Agreement* same) {
  const std::string_view kind = sign == '+' ? "a" : sign == '-' ? "d" : sign == '@' ? "h" : "c";
  std::string inner = Escaped(text);
  if (same != nullptr && same->front + same->back > 0) {
    const std::string_view middle = text.substr(same->front, text.size() - same->front - same->back);
    inner = Escaped(text.substr(0, same->front));
    if (!middle.empty()) inner += fmt::format("<mark>{}</mark>", Escaped(middle));
    inner += Escaped(text.substr(text.size() - same->back));
  }
  out += fmt::format("<span class=\"l {}\">{}{}</span>", kind, sign == '@' ? ' ' : sign, inner);
}

// Removed lines and the added ones behind them: the first with the first, and so on. One group, so that the page can show
// them side by side.
void PutChange(std::string& out, const std::vector<std::string_view>& removed, const std::vector<std::string_view>& added) {
  if (removed.empty() && added.empty()) return;
  out += "<span class=\"chg\">";
  const size_t pairs = std::min(removed.size(), added.size());
  for (size_t i = 0; i < removed.size(); ++i) {
    const Agreement same = i < pairs ? Agree(removed[i], added[i]) : Agreement();
    PutLine(out, '-', removed[i], &same);
  }
  for (size_t i = 0; i < added.size(); ++i) {
    const Agreement same = i < pairs ? Agree(removed[i], added[i]) : Agreement();
    PutLine(out, '+', added[i], &same);
  }
  out += "</span>";
}

}  // namespace

std::string DiffHtml(std::string_view diff) {
  std::string out = "<pre class=\"diff\">";
  std::vector<std::string_view> removed, added;
  const auto flush = [&] {
    PutChange(out, removed, added);
    removed.clear();
    added.clear();
  };
  while (!diff.empty()) {
    const size_t end = std::min(diff.find('\n'), diff.size());
    const std::string_view line = diff.substr(0, end);
    diff.remove_prefix(std::min(end + 1, diff.size()));
    const char sign = line.empty() ? ' ' : line[0];
    if (sign == '-') {
      if (!added.empty()) flush();
      removed.push_back(line.substr(1));
    } else if (sign == '+') {
      added.push_back(line.substr(1));
    } else {
      flush();
      PutLine(out, sign, sign == '@' ? line : line.substr(std::min<size_t>(1, line.size())), nullptr);
    }
  }
  flush();
  return out + "</pre>";
}

std::string InlineSvg(std::string_view svg) {
  const size_t start = svg.find("<svg");
  if (start == std::string_view::npos) return {};
  svg.remove_prefix(start);
  std::string out;
  while (!svg.empty()) {
    const size_t tag = svg.find('<');
    out += svg.substr(0, tag);
    if (tag == std::string_view::npos) break;
    svg.remove_prefix(tag);
    if (svg.starts_with("<!--")) {
      const size_t end = svg.find("-->");
      svg.remove_prefix(end == std::string_view::npos ? svg.size() : end + 3);
      continue;
    }
    if (svg.starts_with("<title>")) {
      const size_t end = svg.find("</title>");
      svg.remove_prefix(end == std::string_view::npos ? svg.size() : end + 8);
      continue;
    }
    const size_t close = std::min(svg.find('>'), svg.size() - 1);
    std::string element(svg.substr(0, close + 1));
    svg.remove_prefix(close + 1);
    // Identifiers would repeat between pictures; links would lead to files that are not there.
    const bool link = element.starts_with("<a ") || element == "</a>";
    if (const size_t id = element.find(" id=\""); id != std::string::npos) {
      element.erase(id, element.find('"', id + 5) + 1 - id);
    }
    if (!link) out += element;
  }
  return out;
}

}  // namespace t2t
