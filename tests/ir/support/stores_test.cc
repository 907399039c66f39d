#include "ir/support/stores.h"

#include <numeric>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "ir/support/nearest.h"
#include "ir/support/strings.h"

namespace t2t {
namespace {

using TestId = Id<struct TestTag>;

TEST(Store, KeepsAddressesAcrossChunks) {
  Store<uint64_t, TestId> store;
  const TestId first = store.Add(7);
  const uint64_t* address = &store[first];
  for (uint64_t i = 0; i < 100'000; ++i) store.Add(i);
  EXPECT_EQ(address, &store[first]);
  EXPECT_EQ(store[TestId(99'999)], 99'998u);
  store.PopBack();
  EXPECT_EQ(store.size(), 100'000u);
}

TEST(Store, CopiesAreDeep) {
  Store<uint64_t, TestId> store;
  const TestId id = store.Add(1);
  Store<uint64_t, TestId> copy = store;
  copy[id] = 2;
  EXPECT_EQ(store[id], 1u);
  EXPECT_EQ(copy[id], 2u);
}

TEST(ListPool, RunsLongerThanAChunkAreOneSpan) {
  ListPool pool;
  std::vector<uint32_t> small(3, 5u), large(100'000);
  std::iota(large.begin(), large.end(), 0u);
  const List<uint32_t> a = pool.Add(absl::MakeConstSpan(small));
  const List<uint32_t> b = pool.Add(absl::MakeConstSpan(large));
  const List<uint32_t> c = pool.Add(absl::MakeConstSpan(small));
  EXPECT_EQ(pool.Get(b), absl::MakeConstSpan(large));
  EXPECT_EQ(pool.Get(a), pool.Get(c));
  const ListPool copy = pool;
  EXPECT_EQ(copy.Get(b), absl::MakeConstSpan(large));
}

TEST(ListPool, OnlyTheLastRunCanBeTakenBack) {
  ListPool pool;
  const std::vector<uint32_t> items(4, 1u);
  const List<uint32_t> a = pool.Add(absl::MakeConstSpan(items));
  const List<uint32_t> b = pool.Add(absl::MakeConstSpan(items));
  pool.TakeBack(a);
  EXPECT_EQ(pool.Add(absl::MakeConstSpan(items)).begin, b.begin + 4);
  pool.TakeBack(List<uint32_t>{b.begin + 4, 4});
  EXPECT_EQ(pool.Add(absl::MakeConstSpan(items)).begin, b.begin + 4);
}

TEST(StringTable, OneIdPerText) {
  StringTable table;
  const StrId a = table.Intern("abc");
  EXPECT_EQ(table.Intern(std::string("abc")), a);
  EXPECT_NE(table.Intern("abd"), a);
  EXPECT_FALSE(table.Find("nowhere").valid());
  EXPECT_EQ(table[StrId()], "");
  const std::string_view view = table[a];
  for (int i = 0; i < 10'000; ++i) table.Intern(std::to_string(i));
  EXPECT_EQ(view, "abc");  // still the same bytes
  const StringTable copy = table;
  EXPECT_EQ(copy[a], "abc");
  EXPECT_EQ(copy.Find("abc"), a);
}

TEST(StringTable, LongTextsCountInBytes) {
  StringTable table;
  const size_t before = table.bytes();
  table.Intern(std::string(10'000, 'x'));
  EXPECT_GE(table.bytes(), before + 10'000);
}

TEST(NearestName, WithinThreeEdits) {
  const std::vector<std::string_view> known = {"tensor.exp", "tensor.abs", "tile.exp"};
  EXPECT_EQ(NearestName("tensor.exq", known), "tensor.exp");
  EXPECT_EQ(NearestName("tenor.abs", known), "tensor.abs");
  EXPECT_EQ(NearestName("nothing.like.it", known), "");
  EXPECT_EQ(EditDistance("kitten", "sitting", 9), 3u);
  EXPECT_GT(EditDistance("aaaaaaaa", "bbbbbbbb", 3), 3u);
}

}  // namespace
}  // namespace t2t
