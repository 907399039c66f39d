#include "ir/analysis/return_record.h"

#include "gtest/gtest.h"

namespace t2t {
namespace {

using Kind = ReturnWord::Kind;

TEST(ReturnRecord, OneWordPerResult) {
  const auto words = ParseReturnRecord("new:0,keep,same:0,alloc:12");
  ASSERT_TRUE(words.has_value());
  ASSERT_EQ(words->size(), 4u);
  EXPECT_TRUE((*words)[0].Is(Kind::kNew));
  EXPECT_TRUE((*words)[1].Is(Kind::kKeep));
  EXPECT_TRUE((*words)[2].Is(Kind::kSame));
  EXPECT_TRUE((*words)[3].Is(Kind::kAlloc));
  EXPECT_EQ((*words)[3].output, 12u);
}

TEST(ReturnRecord, NothingReturned) { EXPECT_TRUE(ParseReturnRecord("")->empty()); }

TEST(ReturnRecord, AnythingElseIsNoRecord) {
  for (const char* text : {"new", "new:", "new:x", "new:-1", "new:1x", "old:0", "keep:0", "keep,,keep", "new:4294967296"}) {
    EXPECT_FALSE(ParseReturnRecord(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace t2t
