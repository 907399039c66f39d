#include "ir/analysis/strong_components.h"

#include <algorithm>

#include "gtest/gtest.h"

namespace t2t {
namespace {

std::vector<std::vector<uint32_t>> Components(uint32_t nodes, std::vector<std::pair<uint32_t, uint32_t>> edges) {
  std::sort(edges.begin(), edges.end());
  std::vector<std::vector<uint32_t>> result;
  ForEachComponent(GraphOf(nodes, edges), [&](absl::Span<const uint32_t> members) {
    result.emplace_back(members.begin(), members.end());
    std::sort(result.back().begin(), result.back().end());
  });
  return result;
}

using Lists = std::vector<std::vector<uint32_t>>;

TEST(StrongComponents, WhatIsPointedAtComesFirst) {
  EXPECT_EQ(Components(4, {{0, 1}, {1, 2}, {3, 2}}), (Lists{{2}, {1}, {0}, {3}}));
}

TEST(StrongComponents, ACycleIsOneComponent) {
  EXPECT_EQ(Components(5, {{0, 1}, {1, 2}, {2, 1}, {2, 3}, {4, 4}}), (Lists{{3}, {1, 2}, {0}, {4}}));
}

TEST(StrongComponents, TwoCyclesThatMeetAreOne) {
  EXPECT_EQ(Components(4, {{0, 1}, {1, 0}, {1, 2}, {2, 3}, {3, 1}}), (Lists{{0, 1, 2, 3}}));
}

TEST(StrongComponents, NothingAtAll) { EXPECT_EQ(Components(0, {}), Lists{}); }

TEST(StrongComponents, AMillionNodesInARowNeedNoStack) {
  std::vector<std::pair<uint32_t, uint32_t>> edges;
  for (uint32_t i = 0; i + 1 < 1'000'000; ++i) edges.emplace_back(i, i + 1);
  EXPECT_EQ(Components(1'000'000, edges).size(), 1'000'000u);
}

}  // namespace
}  // namespace t2t
