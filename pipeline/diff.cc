#include "pipeline/diff.h"

#include <algorithm>

#include "fmt/format.h"

namespace t2t {

Lines SplitLines(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// Myers' greedy algorithm. Keeps one frontier per edit count, so memory is the square of the edits and bounded.
LinePairs MatchLines(const Lines& a, const Lines& b) {
  int head = 0, n = static_cast<int>(a.size()), m = static_cast<int>(b.size());
  const auto at = [](const Lines& lines, int i) { return lines[static_cast<size_t>(i)]; };
  while (head < n && head < m && at(a, head) == at(b, head)) ++head;
  int tail = 0;
  while (tail < n - head && tail < m - head && at(a, n - 1 - tail) == at(b, m - 1 - tail)) ++tail;
  n -= head + tail;
  m -= head + tail;

  LinePairs middle;
  const int limit = std::min(n + m, kMaxEdits);
  std::vector<std::vector<int>> frontiers;
  std::vector<int> v(static_cast<size_t>(2 * limit + 3), 0);
  const auto slot = [&](int k) { return static_cast<size_t>(k + limit + 1); };
  for (int d = 0; d <= limit; ++d) {
    frontiers.emplace_back(v.begin() + static_cast<std::ptrdiff_t>(slot(-d - 1)),
                           v.begin() + static_cast<std::ptrdiff_t>(slot(d + 1)) + 1);
    bool done = false;
    for (int k = -d; k <= d && !done; k += 2) {
      int x = k == -d || (k != d && v[slot(k - 1)] < v[slot(k + 1)]) ? v[slot(k + 1)] : v[slot(k - 1)] + 1;
      int y = x - k;
      while (x < n && y < m && at(a, head + x) == at(b, head + y)) {
        ++x;
        ++y;
      }
      v[slot(k)] = x;
      done = x >= n && y >= m;
    }
    if (!done) continue;
    for (int x = n, y = m, e = d; e >= 0; --e) {
      const std::vector<int>& f = frontiers[static_cast<size_t>(e)];
      const auto from = [&](int k) { return f[static_cast<size_t>(k + e + 1)]; };
      const int k = x - y;
      const int previous = k == -e || (k != e && from(k - 1) < from(k + 1)) ? k + 1 : k - 1;
      const int px = e == 0 ? 0 : from(previous), py = e == 0 ? 0 : px - previous;
      while (x > px && y > py) middle.push_back({head + --x, head + --y});
      x = px;
      y = py;
    }
    std::reverse(middle.begin(), middle.end());
    break;
  }
  LinePairs pairs;
  for (int i = 0; i < head; ++i) pairs.push_back({i, i});
  pairs.insert(pairs.end(), middle.begin(), middle.end());
  for (int i = 0; i < tail; ++i) pairs.push_back({head + n + i, head + m + i});
  return pairs;
}

std::string LineDiff(std::string_view before, std::string_view after) {
  if (before == after) return {};
  constexpr int kContext = 3;
  const Lines a = SplitLines(before), b = SplitLines(after);
  LinePairs pairs = MatchLines(a, b);
  pairs.push_back({static_cast<int>(a.size()), static_cast<int>(b.size())});

  std::string out, hunk;
  int i = 0, j = 0, hunk_i = 0, hunk_j = 0, quiet = 0;
  const auto flush = [&] {
    if (hunk.empty()) return;
    out += fmt::format("@@ -{},{} +{},{} @@\n", hunk_i + 1, i - hunk_i, hunk_j + 1, j - hunk_j) + hunk;
    hunk.clear();
  };
  Lines lead;  // equal lines that may become context in front of a change
  for (const auto& [x, y] : pairs) {
    if (i < x || j < y) {
      if (hunk.empty()) {
        hunk_i = i - static_cast<int>(lead.size());
        hunk_j = j - static_cast<int>(lead.size());
        for (std::string_view line : lead) hunk += fmt::format(" {}\n", line);
      }
      lead.clear();
      for (; i < x; ++i) hunk += fmt::format("-{}\n", a[static_cast<size_t>(i)]);
      for (; j < y; ++j) hunk += fmt::format("+{}\n", b[static_cast<size_t>(j)]);
      quiet = 0;
    }
    if (x == static_cast<int>(a.size())) break;
    const std::string_view line = a[static_cast<size_t>(x)];
    if (!hunk.empty()) {
      if (quiet == kContext) {
        flush();
      } else {
        hunk += fmt::format(" {}\n", line);
        ++quiet;
      }
    }
    if (hunk.empty()) {
      lead.push_back(line);
      if (lead.size() > kContext) lead.erase(lead.begin());
    }
    ++i;
    ++j;
  }
  flush();
  return out;
}

}  // namespace t2t
