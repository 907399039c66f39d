// Line diffs: the shortest edit script between two texts, and the unified form of it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2t {

using Lines = std::vector<std::string_view>;
using LinePairs = std::vector<std::pair<int, int>>;  // equal lines of two texts, ascending in both

Lines SplitLines(std::string_view text);
// Myers' greedy algorithm, the shortest edit script while it is short; beyond kMaxEdits what lies between the equal ends
// counts as replaced whole, so that time stays linear in the texts.
LinePairs MatchLines(const Lines& a, const Lines& b);
inline constexpr int kMaxEdits = 1000;

// Lines of `after` against `before` with three lines of context; "" when equal.
std::string LineDiff(std::string_view before, std::string_view after);

}  // namespace t2t
