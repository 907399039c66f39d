// What findings call the values of a hand-written text.
#include "ir/text/author_names.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace t2t {
namespace {

// `message` as it is shown of `text`.
std::string Shown(std::string message, std::string_view text) {
  Diagnostic d;
  d.message = message;
  d.help = std::move(message);
  const std::vector<Diagnostic> shown = WithNamesAsWritten({d}, text);
  EXPECT_EQ(shown[0].message, shown[0].help);
  return shown[0].message;
}

TEST(AuthorNames, VersionsOfTheFrontEndAreNamesOfTheText) {
  constexpr std::string_view kText = "def k(acc, q__row, t__tmp_v3):\n    acc = acc + t\n";
  EXPECT_EQ(Shown("acc__rv_v2 is acc__iter_v1, then acc__ssa_v10.", kText), "acc is acc, then acc.");
  EXPECT_EQ(Shown("q__row and t__tmp_v3 are written so", kText), "q__row and t__tmp_v3 are written so");
  EXPECT_EQ(Shown("q__row_ssa_v1, t__tmp_v4 and other__ssa_v0", kText), "q__row_ssa_v1, t__tmp_v4 and other__ssa_v0")
      << "what the text does not name has no other name";
}

TEST(AuthorNames, APrintedTextHasItsOwn) {
  constexpr std::string_view kText = "# pypto.program: P\nacc = acc__ssa_v0\n";
  EXPECT_EQ(Shown("acc__rv_v2", kText), "acc__rv_v2");
}

}  // namespace
}  // namespace t2t
