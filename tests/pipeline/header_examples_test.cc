// The before/after example in the header comment of every pass is run by the pass it documents.
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

#include "gtest/gtest.h"
#include "ir/core/structural_equal.h"
#include "ir/support/diagnostics.h"
#include "ir/text/printer.h"
#include "ir/text/reader.h"
#include "pipeline/stage_table.h"

namespace t2t {
namespace {

std::string HeaderOf(std::string_view pass) {
  std::string file(pass);
  for (char& c : file) c = c == '-' ? '_' : c;
  std::ifstream in(std::string(T2T_SOURCE_DIR) + "/passes/" + file + ".h");
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// The lines behind "//   <label>:" that are indented deeper, as the body of a program.
std::string Block(const std::string& header, const std::string& label) {
  std::istringstream lines(header);
  std::string line, block;
  bool inside = false;
  while (std::getline(lines, line)) {
    if (line == "//   " + label + ":") {
      inside = true;
    } else if (inside && line.starts_with("//     ")) {
      block += "    " + line.substr(7) + "\n";
    } else if (inside) {
      break;
    }
  }
  if (block.empty()) return "";
  return "# pypto.program: Example\nimport pypto.language as pl\n@pl.program\nclass Example:\n" + block;
}

std::optional<Program> Read(const std::string& text) {
  Diagnostics diagnostics;
  std::optional<Program> program = ReadProgram(text, diagnostics);
  EXPECT_TRUE(program.has_value()) << RenderDiagnostics(diagnostics.all(), "example", text);
  return program;
}

class HeaderExample : public testing::TestWithParam<int> {};

TEST_P(HeaderExample, IsWhatThePassDoes) {
  const Stage& stage = Stages()[static_cast<size_t>(GetParam())];
  const std::string header = HeaderOf(stage.name);
  ASSERT_FALSE(header.empty()) << "no header for " << stage.name;
  const std::string before = Block(header, "before"), after = Block(header, "after");
  ASSERT_FALSE(before.empty()) << stage.name << " has no example";
  ASSERT_FALSE(after.empty()) << stage.name << " has no example";
  std::optional<Program> program = Read(before), expected = Read(after);
  ASSERT_TRUE(program && expected);
  Diagnostics diagnostics;
  PassContext context{*program, diagnostics};
  const absl::StatusOr<Change> change = stage.make()->Run(context);
  ASSERT_TRUE(change.ok()) << change.status().ToString();
  EXPECT_FALSE(diagnostics.HasErrors()) << RenderDiagnostics(diagnostics.all(), "example", before);
  const std::optional<std::string> difference = FirstDifference(*program, *expected);
  EXPECT_FALSE(difference.has_value()) << stage.name << ": " << difference.value_or("") << "\n"
                                       << PrintProgram(*program);
  EXPECT_EQ(*change == Change::kChanged, before != after);
}

INSTANTIATE_TEST_SUITE_P(Passes, HeaderExample, testing::Range(0, static_cast<int>(Stages().size())),
                         [](const testing::TestParamInfo<int>& param) {
                           std::string name(Stages()[static_cast<size_t>(param.param)].name);
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace t2t
