#include "ir/support/diagnostics.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace t2t {
namespace {

using testing::HasSubstr;

TEST(RenderDiagnostics, ShowsPlaceExcerptCaretAndHelp) {
  Diagnostics d;
  d.Error("type", {2, 5, 3}, "no such thing", "use another");
  EXPECT_EQ(RenderDiagnostics(d.all(), "k.py", "first\nabc def ghi\n"),
            "k.py:2:5: error: no such thing [type]\n"
            "    2 | abc def ghi\n"
            "      |     ^~~\n"
            "help: use another\n");
}

TEST(RenderDiagnostics, SortsByPlaceAndDropsRepetitions) {
  Diagnostics d;
  d.Error("b", {3, 1, 0}, "later");
  d.Warning("a", {1, 2, 0}, "earlier");
  d.Error("b", {3, 1, 0}, "later");
  EXPECT_EQ(RenderDiagnostics(d.all(), "f", ""), "f:1:2: warning: earlier [a]\nf:3:1: error: later [b]\n");
}

TEST(RenderDiagnostics, KeepsFindingsThatDifferInOneField) {
  Diagnostics d;
  d.Error("b", {3, 1, 0}, "x");
  d.Error("c", {3, 1, 0}, "x");
  EXPECT_EQ(RenderDiagnostics(d.all(), "f", ""), "f:3:1: error: x [b]\nf:3:1: error: x [c]\n");
}

TEST(RenderDiagnostics, WhatIsAnErrorIsNotWarnedAboutAsWell) {
  Diagnostics d;
  d.Warning("a", {3, 1, 4}, "suspicious");
  d.Warning("a", {3, 1, 9}, "of another part of the line");
  d.Warning("a", {}, "of the whole");
  d.Error("b", {3, 1, 4}, "wrong");
  d.Error("b", {}, "wrong");
  EXPECT_EQ(RenderDiagnostics(d.all(), "f", ""),
            "f: warning: of the whole [a]\nf: error: wrong [b]\nf:3:1: warning: of another part of the line [a]\n"
            "f:3:1: error: wrong [b]\n");
}

TEST(RenderDiagnostics, WithoutAPlaceThereIsNoExcerpt) {
  Diagnostics d;
  d.Error("k", {}, "whole program");
  EXPECT_EQ(RenderDiagnostics(d.all(), "f", "text\n"), "f: error: whole program [k]\n");
}

TEST(RenderDiagnostics, NamesFunctionAndRule) {
  Diagnostics d;
  d.Add({Severity::kError, "SSAForm", {}, "two definitions", "", "kern", 3});
  EXPECT_EQ(RenderDiagnostics(d.all(), "f", ""), "f: error: two definitions (in function 'kern') [SSAForm.3]\n");
}

TEST(RenderDiagnostics, CutsLongLinesAroundTheCaret) {
  const std::string line = std::string(5000, 'a') + "BAD" + std::string(5000, 'b');
  Diagnostics d;
  d.Error("k", {1, 5001, 3}, "here");
  const std::string text = RenderDiagnostics(d.all(), "f", line);
  EXPECT_LT(text.size(), 600u);
  EXPECT_THAT(text, HasSubstr("aBADb"));
  const size_t bad = text.find("BAD"), caret = text.find("^~~");
  const auto column = [&](size_t at) { return at - text.rfind('\n', at); };
  EXPECT_EQ(column(bad), column(caret));
}

TEST(RenderDiagnostics, SurvivesPlacesOutsideTheText) {
  Diagnostics d;
  d.Error("k", {99, 1, 4}, "line");
  d.Error("k", {1, 900, 4}, "column");
  EXPECT_EQ(RenderDiagnostics(d.all(), "f", "ab\n"), "f:1:900: error: column [k]\nf:99:1: error: line [k]\n");
}

TEST(RenderDiagnostics, HidesControlCharacters) {
  Diagnostics d;
  d.Error("k", {1, 3, 1}, "m");
  EXPECT_THAT(RenderDiagnostics(d.all(), "f", std::string_view("a\0\x1b[", 4)), HasSubstr("1 | a??["));
}

}  // namespace
}  // namespace t2t
