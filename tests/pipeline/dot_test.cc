// Graphs: what they show, that they stay readable and linear, and that Graphviz takes them.
#include "pipeline/dot.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "fmt/format.h"
#include "gmock/gmock.h"
#include "ir/core/walk.h"
#include "pipeline/dot_text.h"
#include "pipeline/dot_writer.h"
#include "pipeline/graph_overviews.h"
#include "pipeline/graph_parts.h"
#include "tests/pipeline/chain_testing.h"

namespace t2t {
namespace {

using testing::HasSubstr;
using testing::Not;

// Every picture of every stage, in memory.
class Pictures final : public Observer {
 public:
  void Begin(Program& program) override {
    journal_.Begin(program);
    Keep(0, pictures_.DataFlow(program, "00_frontend", nullptr));
  }
  void After(const StageEvent& event) override {
    journal_.After(event);
    const StageChanges& changes = journal_.stages().back();
    Keep(event.ordinal, pictures_.DataFlow(event.program, fmt::format("{:02}", event.ordinal), &changes));
    Graph graph = CallGraphOf(event.program, &changes);
    SetHeading(graph, event.program, &changes);
    calls.push_back(DotText(graph));
  }
  void Keep(int ordinal, std::vector<DotFile> files) {
    main[ordinal] = files[0].text;
    for (DotFile& file : files) all.push_back(std::move(file));
  }

  std::map<int, std::string> main;
  std::vector<DotFile> all;
  std::vector<std::string> calls;

 private:
  Journal journal_;
  DotPictures pictures_{{}};
};

Pictures Draw(const std::string& text) {
  Pictures pictures;
  Observer* observers[] = {&pictures};
  Diagnostics diagnostics;
  EXPECT_TRUE(RunObserved(text, observers, diagnostics).has_value());
  return pictures;
}

bool HasGraphviz() { return std::system("dot -V >/dev/null 2>&1") == 0; }

// A kernel of n statements in one row.
std::string Long(int n) {
  std::string body = "    @pl.function(type=pl.FunctionType.InCore)\n"
                     "    def long(x: pl.Tensor[[16, 64], pl.FP32]) -> pl.Tensor[[16, 64], pl.FP32]:\n";
  std::string last = "x";
  for (int i = 0; i < n; ++i) {
    body += fmt::format("        v{}: pl.Tensor[[16, 64], pl.FP32] = pl.tensor.exp({})\n", i, last);
    last = fmt::format("v{}", i);
  }
  return InProgram(body + fmt::format("        return {}\n", last));
}

TEST(Dot, MarksWhatAPassDid) {
  const Pictures pictures = Draw(ReadSource("examples/split_k.py"));
  const std::string& loads = pictures.main.at(12);
  EXPECT_THAT(loads, HasSubstr("12 lower-producers"));
  EXPECT_THAT(loads, HasSubstr("<B>+ ak__tile</B>"));
  EXPECT_THAT(loads, HasSubstr("<S>tensor.slice</S>"));  // what stood there
  EXPECT_THAT(loads, HasSubstr("valid [40, 64]"));
  const std::string& plan = pictures.main.at(8);
  EXPECT_THAT(plan, HasSubstr("wants rows in 16s"));
  EXPECT_THAT(plan, HasSubstr("~ ak"));
  // The casts that resolve-casts removes are ghosts, not nodes like others.
  EXPECT_THAT(pictures.main.at(14), HasSubstr("DASHED"));
  EXPECT_THAT(pictures.main.at(2), HasSubstr("unchanged"));
  EXPECT_THAT(pictures.main.at(2), Not(HasSubstr("by this pass")));
}

TEST(Dot, ShowsLoopsAsBoxesWithTheirCarries) {
  const std::string end = Draw(ReadSource("examples/split_k.py")).main.at(21);
  EXPECT_THAT(end, HasSubstr("for k in 0, 256, 64"));
  EXPECT_THAT(end, HasSubstr("carried"));
  EXPECT_THAT(end, HasSubstr("next round"));
  EXPECT_THAT(end, HasSubstr(">Acc<"));       // legend
  EXPECT_THAT(end, Not(HasSubstr(">Bias<")));  // only what occurs
  EXPECT_THAT(end, HasSubstr("offsets [0, k]"));  // scalars inside the node
}

TEST(Dot, OrdersAccessesThatNoValueLinks) {
  const std::string end = Draw(ReadSource("examples/read_after_write.py")).main.at(21);
  EXPECT_THAT(end, HasSubstr("label=\" x (over)\""));  // the write behind the first load
  EXPECT_THAT(end, HasSubstr("label=\" x\""));         // the second load behind the write
}

TEST(Dot, CallGraphShowsDirectionsAndWhenTheyChange) {
  const Pictures pictures = Draw(ReadSource("examples/softmax.py"));
  EXPECT_THAT(pictures.calls.at(16), HasSubstr("+ Out ret0__out"));  // pass 17
  EXPECT_THAT(pictures.calls.at(16), HasSubstr("label=\" call\""));
  EXPECT_THAT(pictures.calls.at(15), Not(HasSubstr("Out ret0__out")));
}

TEST(Dot, BigFunctionsComeInPartsThatShowEveryStatementOnce) {
  const Pictures pictures = Draw(Long(700));
  std::string first;
  size_t parts = 0;
  std::map<std::string, int> shown;
  for (const DotFile& file : pictures.all) {
    if (!file.name.starts_with("00_frontend")) continue;
    if (file.name == "00_frontend") first = file.text;
    if (file.name != "00_frontend") ++parts;
    EXPECT_LT(file.text.size(), 120'000u) << file.name;
    for (size_t at = 0; (at = file.text.find("<B>v", at)) != std::string::npos; ++at) {
      ++shown[file.text.substr(at, file.text.find("</B>", at) - at)];
    }
  }
  EXPECT_GE(parts, 700 / kStatementsPerGraph);
  EXPECT_EQ(shown.size(), 700u);
  for (const auto& [name, count] : shown) EXPECT_EQ(count, 1) << name;
  EXPECT_THAT(first, HasSubstr("statements"));
  EXPECT_THAT(first, HasSubstr("URL=\"00_frontend.long.1.svg\""));
}

TEST(Dot, SizeGrowsWithTheProgramOnly) {
  const auto size = [](int n) {
    size_t bytes = 0;
    for (const DotFile& file : Draw(Long(n)).all) bytes += file.text.size();
    return static_cast<double>(bytes);
  };
  const double one = size(1000), two = size(2000);
  EXPECT_LT(two / one, 2.3);
  EXPECT_GT(two / one, 1.7);
}

TEST(Dot, TwoRunsGiveTheSameBytes) {
  const std::string text = ReadSource("examples/softmax.py");
  const Pictures a = Draw(text), b = Draw(text);
  ASSERT_EQ(a.all.size(), b.all.size());
  for (size_t i = 0; i < a.all.size(); ++i) EXPECT_EQ(a.all[i].text, b.all[i].text) << a.all[i].name;
}

TEST(DotText, EscapesWhateverAnInputHolds) {
  EXPECT_EQ(HtmlText("a<b>&\"c\""), "a&lt;b&gt;&amp;&quot;c&quot;");
  EXPECT_EQ(HtmlText("x | {y}"), "x | {y}");  // record syntax means nothing here
  EXPECT_EQ(HtmlText("gr\u00f6\u00dfe \u5f20"), "gr\u00f6\u00dfe \u5f20");
  EXPECT_EQ(HtmlText("\xff\xc0\x80"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(HtmlText(std::string_view("a\0b", 3)), "a\uFFFDb");
  EXPECT_EQ(HtmlText("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD");  // half a surrogate pair
  EXPECT_EQ(HtmlText(""), "&#160;");
  EXPECT_EQ(DotQuoted("say \"\\n\"\n"), "\"say \\\"\\\\n\\\" \"");
  EXPECT_EQ(FileWord("../a b"), "___a_b");
}

TEST(DotText, KindsAreNamedOrCorrected) {
  DotOptions options;
  EXPECT_EQ(ParseDotKinds("calls,stages", options), "");
  EXPECT_TRUE(options.calls && options.stages && !options.dataflow);
  EXPECT_THAT(ParseDotKinds("dataflw", options), HasSubstr("did you mean 'dataflow'?"));
  EXPECT_NE(ParseDotKinds("", options), "");
}

// The graph of a program whose strings hold markup, record syntax, quotes and unicode.
std::string WithOddText() {
  Diagnostics diagnostics;
  const std::optional<Program> program = ReadProgram(
      InProgram("    @pl.function\n"
                "    def main(self, x: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:\n"
                "        with pl.at(level=pl.Level.CORE_GROUP, name_hint=\"\\\"<b>\\\" & | {\u00e9 \u5f20} \\\\ -->\"):\n"
                "            y: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(x)\n"
                "        return y\n"),
      diagnostics);
  if (!program) return {};
  return DotPictures({}).DataFlow(*program, "odd", nullptr)[0].text;
}

TEST(Dot, StringsOfTheInputStayText) {
  EXPECT_THAT(WithOddText(), HasSubstr("in-core scope &quot;&lt;b&gt;&quot; &amp; | {\u00e9 \u5f20} \\ --&gt;"));
}

TEST(Dot, GraphvizTakesEveryStageOfEveryExample) {
  if (!HasGraphviz()) GTEST_SKIP() << "graphviz is not installed";
  const std::filesystem::path dir = std::filesystem::path(testing::TempDir()) / "t2t_dot_test";
  std::filesystem::create_directories(dir);
  std::vector<std::string> programs = {Long(300)};
  for (const auto& entry : std::filesystem::directory_iterator(std::string(T2T_SOURCE_DIR) + "/examples")) {
    if (entry.path().extension() == ".py") programs.push_back(ReadSource("examples/" + entry.path().filename().string()));
  }
  ASSERT_GE(programs.size(), 5u);
  std::vector<std::string> streams;  // dot reads one graph behind the other
  for (const std::string& program : programs) {
    const Pictures pictures = Draw(program);
    std::string& stream = streams.emplace_back();
    ASSERT_GE(pictures.all.size(), Stages().size());
    for (const DotFile& file : pictures.all) stream += file.text;
    for (const std::string& calls : pictures.calls) stream += calls;
  }
  streams.push_back(WithOddText());
  const std::string all = (dir / "all.dot").string(), errors = (dir / "errors").string();
  for (const std::string& stream : streams) {
    std::ofstream(all) << stream;
    const int code = std::system(fmt::format("dot -Tsvg {} >/dev/null 2>{}", all, errors).c_str());
    std::ifstream in(errors);
    const std::string said((std::istreambuf_iterator<char>(in)), {});
    EXPECT_EQ(code, 0) << said;
    EXPECT_EQ(said.find("rror"), std::string::npos) << said;  // a bad label need not change the exit code
  }
  std::filesystem::remove_all(dir);
}

// The picture in the README is the one t2t draws. To renew both files:
//   T2T_UPDATE=1 build/dev/tests/pipeline_test --gtest_filter=Dot.ReadmeShows*
TEST(Dot, ReadmeShowsWhatIsDrawn) {
  const std::string dot = Draw(ReadSource("examples/split_k.py")).main.at(12);
  const std::string base = std::string(T2T_SOURCE_DIR) + "/docs/split_k";
  if (std::getenv("T2T_UPDATE") != nullptr) {
    std::ofstream(base + ".dot") << dot;
    ASSERT_EQ(std::system(fmt::format("dot -Tsvg -o {0}.svg {0}.dot", base).c_str()), 0);
  }
  EXPECT_EQ(dot, ReadSource("docs/split_k.dot"));
  const std::string svg = ReadSource("docs/split_k.svg");
  for (size_t at = 0; (at = dot.find("<B>", at)) != std::string::npos; at += 3) {
    std::string name = dot.substr(at + 3, dot.find("</B>", at) - at - 3);
    for (size_t dash = 0; (dash = name.find('-', dash)) != std::string::npos;) name.replace(dash, 1, "&#45;");
    EXPECT_NE(svg.find(">" + name + "<"), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace t2t
