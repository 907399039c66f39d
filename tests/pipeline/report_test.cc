// The report: one file, the same bytes every time, whatever the program holds.
#include "pipeline/report.h"

#include "gmock/gmock.h"
#include "tests/pipeline/chain_testing.h"

namespace t2t {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string ReportOf(const std::string& text, std::string_view timing = "") {
  ReportObserver report({"in.py", "--backend=none"}, {});
  Observer* observers[] = {&report};
  Diagnostics diagnostics;
  EXPECT_TRUE(RunObserved(text, observers, diagnostics).has_value());
  return report.Html(RenderDiagnostics(diagnostics.all(), "in.py", text), timing);
}

TEST(Report, ShowsWhatEachPassDid) {
  const std::string page = ReportOf(ReadSource("examples/softmax.py"));
  EXPECT_THAT(page, HasSubstr("<title>Softmax - t2t report</title>"));
  EXPECT_THAT(page, HasSubstr("href=\"#pass13\" class=\"changed\""));
  EXPECT_THAT(page, HasSubstr("href=\"#pass02\" class=\"same\""));
  EXPECT_THAT(page, HasSubstr("id=\"pass10\""));
  EXPECT_THAT(page, HasSubstr("<span class=\"l a\">"));
  EXPECT_THAT(page, HasSubstr("t2t-pipeline in.py --backend=none"));
}

std::string WithoutPictures(std::string page) {
  for (size_t begin = page.find("<svg"); begin != std::string::npos; begin = page.find("<svg", begin)) {
    const size_t end = page.find("</svg>", begin);
    page.erase(begin, end == std::string::npos ? end : end + 6 - begin);
  }
  return page;
}

TEST(Report, NeedsNothingElse) {
  const std::string page = ReportOf(ReadSource("examples/split_k.py"));
  for (const char* reference : {"src=", "href=\"http", "url(", "@import", "<link"}) {
    EXPECT_THAT(page, Not(HasSubstr(reference)));
  }
  EXPECT_THAT(page, Not(HasSubstr("id=\"node")));  // identifiers of inlined graphs would repeat
}

TEST(Report, IsTheSameEveryTimeAndHasTimesOnlyWhenAsked) {
  const std::string text = ReadSource("examples/softmax.py");
  // Graphviz itself does not lay one graph out alike every time, so the pictures are left out of the comparison.
  EXPECT_EQ(WithoutPictures(ReportOf(text)), WithoutPictures(ReportOf(text)));
  EXPECT_THAT(ReportOf(text, "13 convert-ops 1 ms"), HasSubstr("13 convert-ops 1 ms"));
}

TEST(Report, MarksWhatDiffersInsideALine) {
  const std::string html = DiffHtml("@@ -1,1 +1,1 @@\n-x = a(1) <b>\n+x = a(2) <b>\n same\n");
  EXPECT_EQ(html,
            "<pre class=\"diff\"><span class=\"l h\"> @@ -1,1 +1,1 @@</span>"
            "<span class=\"chg\"><span class=\"l d\">-x = a(<mark>1</mark>) &lt;b&gt;</span>"
            "<span class=\"l a\">+x = a(<mark>2</mark>) &lt;b&gt;</span></span><span class=\"l c\"> same</span></pre>");
  // A difference inside a character is one of the whole character.
  EXPECT_THAT(DiffHtml("@@ -1,1 +1,1 @@\n-x = \u00e9 + 1\n+x = \u00e8 + 1\n"), HasSubstr("<mark>\u00e9</mark>"));
}

// Every run of removed and added lines is one group, which two columns can be made of; what is unchanged is in none.
TEST(Report, GroupsWhatTheColumnsShowSideBySide) {
  EXPECT_EQ(DiffHtml("-a\n-b\n+c\n same\n+d\n"),
            "<pre class=\"diff\"><span class=\"chg\"><span class=\"l d\">-a</span><span class=\"l d\">-b</span>"
            "<span class=\"l a\">+c</span></span><span class=\"l c\"> same</span>"
            "<span class=\"chg\"><span class=\"l a\">+d</span></span></pre>");
  const std::string page = ReportOf(ReadSource("examples/softmax.py"));
  EXPECT_THAT(page, HasSubstr("<kbd>s</kbd> before and after side by side"));
  EXPECT_THAT(page, HasSubstr(".side .diff .chg { display: grid;"));
}

TEST(Report, PicturesLoseWhatOnlyAFileOfTheirOwnNeeds) {
  EXPECT_EQ(InlineSvg("<?xml version=\"1.0\"?>\n<!DOCTYPE svg>\n<svg width=\"1\"><g id=\"g1\" class=\"c\"><title>t</title>"
                      "<!-- x --><a xlink:href=\"f.svg\"><text>y</text></a></g></svg>"),
            "<svg width=\"1\"><g class=\"c\"><text>y</text></g></svg>");
  EXPECT_EQ(InlineSvg("no picture"), "");
}

}  // namespace
}  // namespace t2t
