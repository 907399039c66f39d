#include "pipeline/program_diff.h"

#include <unistd.h>

#include <algorithm>
#include <map>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "fmt/format.h"
#include "ir/support/counted.h"
#include "ir/text/printer.h"
#include "pipeline/diff.h"

namespace t2t {
namespace {

constexpr int kContext = 3;

// A function as printed, decorators included; the lines in front of the first one form a section without name.
struct Section {
  std::string_view name;
  int first = 0;  // line in the whole text
  Lines lines;
};

std::vector<Section> SplitFunctions(std::string_view text) {
  std::vector<Section> sections(1);
  int number = 0;
  bool decorated = false;
  for (std::string_view line : SplitLines(text)) {
    const bool decorator = line.starts_with("    @");
    if (decorator && !decorated) sections.push_back({{}, number, {}});
    decorated = decorator;
    Section& section = sections.back();
    constexpr std::string_view kDef = "    def ";
    if (sections.size() > 1 && section.name.empty() && line.starts_with(kDef)) {
      section.name = line.substr(kDef.size(), line.find('(') - kDef.size());
    }
    section.lines.push_back(line);
    ++number;
  }
  return sections;
}

size_t Indent(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }
std::string_view Trimmed(std::string_view line) { return line.substr(Indent(line)); }

// The name a statement defines: what stands in front of ':' or '='. A statement that defines nothing is its own key.
std::string_view Key(std::string_view line) {
  line = Trimmed(line);
  const size_t end = line.find_first_of(":= ");
  return end == std::string_view::npos || end == 0 ? line : line.substr(0, end);
}

// "k, for i in pl.range(4)": the function and the regions that `line` stands in.
std::string Place(const Section& section, int line) {
  std::vector<std::string_view> regions;
  size_t indent = line < static_cast<int>(section.lines.size()) ? Indent(section.lines[static_cast<size_t>(line)]) : 8;
  for (int i = std::min(line, static_cast<int>(section.lines.size())) - 1; i >= 0 && indent > 8; --i) {
    const std::string_view above = section.lines[static_cast<size_t>(i)];
    if (Indent(above) >= indent || above.empty()) continue;
    indent = Indent(above);
    regions.push_back(Trimmed(above).substr(0, 60));
  }
  std::string out(section.name);
  for (auto region = regions.rbegin(); region != regions.rend(); ++region) out += fmt::format(", {}", *region);
  return out;
}

class FunctionDiff {
 public:
  FunctionDiff(const Section& before, const Section& after, DiffCounts& counts) : a_(before), b_(after), counts_(counts) {}

  std::string Run() {
    LinePairs pairs = MatchLines(a_.lines, b_.lines);
    FindMoved(pairs);
    pairs.push_back({static_cast<int>(a_.lines.size()), static_cast<int>(b_.lines.size())});
    for (const auto& [x, y] : pairs) {
      if (i_ < x || j_ < y) Change(x, y);
      if (x < static_cast<int>(a_.lines.size())) Equal();
    }
    Flush();
    return std::move(out_);
  }

 private:
  // Statements that only changed their place: as many as were removed here and added there with the same text.
  void FindMoved(const LinePairs& pairs) {
    std::vector<bool> kept_a(a_.lines.size(), false), kept_b(b_.lines.size(), false);
    for (const auto& [x, y] : pairs) kept_a[static_cast<size_t>(x)] = kept_b[static_cast<size_t>(y)] = true;
    std::map<std::string_view, int> gone, come;
    for (size_t i = 0; i < kept_a.size(); ++i) {
      if (!kept_a[i]) ++gone[Trimmed(a_.lines[i])];
    }
    for (size_t j = 0; j < kept_b.size(); ++j) {
      if (!kept_b[j]) ++come[Trimmed(b_.lines[j])];
    }
    for (const auto& [line, n] : gone) {
      const auto it = come.find(line);
      if (it == come.end() || line.empty()) continue;
      moved_a_[line] = moved_b_[line] = std::min(n, it->second);
      counts_.moved += std::min(n, it->second);
    }
  }
  static bool TakeMoved(absl::flat_hash_map<std::string_view, int>& moved, std::string_view line) {
    const auto it = moved.find(Trimmed(line));
    if (it == moved.end() || it->second == 0) return false;
    --it->second;
    return true;
  }

  // Lines i_ to x of the old function became lines j_ to y of the new one.
  void Change(int x, int y) {
    if (hunk_.empty()) {
      hunk_i_ = i_ - static_cast<int>(lead_.size());
      hunk_j_ = j_ - static_cast<int>(lead_.size());
      place_ = i_ < x ? Place(a_, i_) : Place(b_, j_);
      for (std::string_view line : lead_) hunk_ += fmt::format(" {}\n", line);
    }
    lead_.clear();
    quiet_ = 0;
    Lines old_keys, new_keys;
    for (int i = i_; i < x; ++i) old_keys.push_back(Key(a_.lines[static_cast<size_t>(i)]));
    for (int j = j_; j < y; ++j) new_keys.push_back(Key(b_.lines[static_cast<size_t>(j)]));
    const int i0 = i_, j0 = j_;
    for (const auto& [i, j] : MatchLines(old_keys, new_keys)) {
      while (i_ < i0 + i) Removed();
      while (j_ < j0 + j) Added();
      ++counts_.rewritten;
      hunk_ += fmt::format("-{}\n+{}\n", a_.lines[static_cast<size_t>(i_++)], b_.lines[static_cast<size_t>(j_++)]);
    }
    while (i_ < x) Removed();
    while (j_ < y) Added();
  }
  void Removed() {
    const std::string_view line = a_.lines[static_cast<size_t>(i_++)];
    counts_.removed += !line.empty() && !TakeMoved(moved_a_, line);
    hunk_ += fmt::format("-{}\n", line);
  }
  void Added() {
    const std::string_view line = b_.lines[static_cast<size_t>(j_++)];
    counts_.added += !line.empty() && !TakeMoved(moved_b_, line);
    hunk_ += fmt::format("+{}\n", line);
  }

  void Equal() {
    const std::string_view line = a_.lines[static_cast<size_t>(i_)];
    if (!hunk_.empty()) {
      if (quiet_ == kContext) {
        Flush();
      } else {
        hunk_ += fmt::format(" {}\n", line);
        ++quiet_;
      }
    }
    if (hunk_.empty()) {
      lead_.push_back(line);
      if (lead_.size() > kContext) lead_.erase(lead_.begin());
    }
    ++i_;
    ++j_;
  }

  void Flush() {
    if (hunk_.empty()) return;
    out_ += fmt::format("@@ -{},{} +{},{} @@ {}\n", a_.first + hunk_i_ + 1, i_ - hunk_i_, b_.first + hunk_j_ + 1,
                        j_ - hunk_j_, place_);
    out_ += hunk_;
    hunk_.clear();
  }

  const Section& a_;
  const Section& b_;
  DiffCounts& counts_;
  absl::flat_hash_map<std::string_view, int> moved_a_, moved_b_;  // moved lines not yet shown
  std::string out_, hunk_, place_;
  Lines lead_;  // equal lines that may become context in front of a change
  int i_ = 0, j_ = 0, hunk_i_ = 0, hunk_j_ = 0, quiet_ = 0;
};

std::string Coloured(std::string_view diff) {
  std::string out;
  for (std::string_view line : SplitLines(diff)) {
    const char first = line.empty() ? ' ' : line[0];
    const std::string_view colour = first == '+' ? "\x1b[32m" : first == '-' ? "\x1b[31m" : first == '@' ? "\x1b[36m" : "";
    out += fmt::format("{}{}{}\n", colour, line, colour.empty() ? "" : "\x1b[0m");
  }
  return out;
}

}  // namespace

std::string DiffCounts::Text() const {
  std::string out;
  for (const auto& [n, word] : {std::pair(added, "added"), std::pair(removed, "removed"),
                                std::pair(rewritten, "rewritten"), std::pair(moved, "moved")}) {
    if (n == 0) continue;
    out += out.empty() ? fmt::format("{} {}", Counted(static_cast<size_t>(n), "statement"), word) : fmt::format(", {} {}", n, word);
  }
  return fmt::format("{} in {}", out.empty() ? "layout only" : out, Counted(static_cast<size_t>(functions), "function"));
}

std::string ProgramDiff(std::string_view before, std::string_view after, const FunctionFilter& filter,
                        DiffCounts& counts) {
  if (before == after) return {};
  const std::vector<Section> a = SplitFunctions(before), b = SplitFunctions(after);
  std::map<std::string_view, const Section*> by_name;
  for (const Section& section : b) by_name.emplace(section.name, &section);
  std::string out;
  const auto one = [&](const Section& x, const Section& y) {
    const std::string_view name = x.name.empty() ? y.name : x.name;
    if (x.lines == y.lines || (!name.empty() && !filter.Wants(name))) return;
    ++counts.functions;
    out += FunctionDiff(x, y, counts).Run();
  };
  for (const Section& section : a) {
    const auto it = by_name.find(section.name);
    Section none;
    none.name = section.name;
    one(section, it == by_name.end() ? none : *it->second);
    if (it != by_name.end()) by_name.erase(it);
  }
  for (const Section& section : b) {
    const auto it = by_name.find(section.name);
    if (it == by_name.end() || it->second != &section) continue;
    Section none;
    one(none, section);
  }
  return out;
}

void DiffObserver::Begin(Program& program) { last_ = PrintProgram(program); }

void DiffObserver::After(const StageEvent& event) {
  if (!event.changed) return;
  std::string now = PrintProgram(event.program);
  DiffCounts counts;
  const std::string diff = ProgramDiff(last_, now, filter_, counts);
  last_ = std::move(now);
  if (diff.empty()) return;
  const std::string before =
      event.ordinal == 1 ? std::string("00 frontend") : fmt::format("{:02} {}", event.ordinal - 1, StageAt(event.ordinal - 1).name);
  const std::string text = fmt::format("--- {}\n+++ {:02} {}: {}\n{}", before, event.ordinal, event.stage.name,
                                       counts.Text(), diff);
  std::fputs((::isatty(::fileno(stream_)) != 0 ? Coloured(text) : text).c_str(), stream_);
}

}  // namespace t2t
