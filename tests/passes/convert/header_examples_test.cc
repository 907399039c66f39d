// The examples in the header comments of the families are programs: the first becomes the second.
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "convert_one.h"
#include "fmt/core.h"
#include "gtest/gtest.h"
#include "ir/support/status.h"
#include "ir/text/printer.h"
#include "ir/text/reader.h"

namespace t2t {
namespace {

struct Example {
  std::string before, after;
};

// The comment lines below `//   before:` and `//   after:`, as the functions of a program each.
std::optional<Example> ReadExample(const std::filesystem::path& file) {
  constexpr std::string_view kHead =
      "# pypto.program: Example\nimport pypto.language as pl\nimport pypto.language.distributed as pld\n@pl.program\nclass Example:\n";
  std::ifstream in(file);
  Example example{std::string(kHead), std::string(kHead)};
  std::string* part = nullptr;
  for (std::string line; std::getline(in, line);) {
    if (line == "//   before:") {
      part = &example.before;
    } else if (line == "//   after:") {
      part = &example.after;
    } else if (!line.starts_with("//")) {
      break;
    } else if (part != nullptr && line.size() > 5) {
      *part += fmt::format("{}\n", line.substr(3));
    }
  }
  if (part != &example.after) return std::nullopt;
  return example;
}

bool RegistersConversions(const std::filesystem::path& file) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("void Register")) return true;
  }
  return false;
}

std::optional<Program> Read(const std::string& text) {
  Diagnostics diagnostics;
  std::optional<Program> program = ReadProgram(text, diagnostics);
  EXPECT_TRUE(program.has_value()) << RenderDiagnostics(diagnostics.all(), "example", text);
  return program;
}

TEST(HeaderExamples, FirstBecomesSecond) {
  std::set<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(T2T_SOURCE_DIR "/passes/convert")) {
    if (entry.path().extension() == ".cc") files.insert(entry.path());
  }
  size_t examples = 0;
  for (const std::filesystem::path& file : files) {
    SCOPED_TRACE(file.filename().string());
    const std::optional<Example> example = ReadExample(file);
    EXPECT_TRUE(example || !RegistersConversions(file)) << "a family has no example in its header comment";
    if (!example) continue;
    ++examples;
    std::optional<Program> before = Read(example->before);
    const std::optional<Program> after = Read(example->after);
    if (!before || !after) continue;
    std::vector<std::string> operators;
    const absl::Status converted = ConvertProgram(*before, operators);
    EXPECT_TRUE(converted.ok()) << MessageOf(converted);
    EXPECT_EQ(PrintProgram(*before), PrintProgram(*after));
  }
  EXPECT_GT(examples, 0u);
}

}  // namespace
}  // namespace t2t
