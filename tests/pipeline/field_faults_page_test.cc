// docs/field-faults.md promises a test for every fault, docs/checks.md one for every question: each that they name is there.
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>

#include "gtest/gtest.h"

namespace t2t {
namespace {

namespace fs = std::filesystem;

// "Suite." and "Suite.Name" of every test; the names of all files, with and without the folder.
std::set<std::string> WhatThereIs() {
  std::set<std::string> all;
  const std::regex test(R"(TEST(?:_[PF])?\(\s*(\w+),\s*(\w+)\))");
  const fs::path root = fs::path(T2T_SOURCE_DIR) / "tests";
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    all.insert(entry.path().filename().string());
    all.insert(fs::relative(entry.path(), root).string());
    if (entry.path().extension() != ".cc") continue;
    std::ifstream in(entry.path());
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    for (std::sregex_iterator it(text.begin(), text.end(), test), end; it != end; ++it) {
      all.insert((*it)[1].str() + ".");
      all.insert((*it)[1].str() + "." + (*it)[2].str());
    }
  }
  return all;
}

// Is there one that begins like `name`, up to the '*' that ends it?
bool IsThere(const std::set<std::string>& all, std::string name) {
  if (!name.ends_with('*')) return all.contains(name);
  name.pop_back();
  const auto it = all.lower_bound(name);
  return it != all.end() && it->starts_with(name);
}

// Looks for the tests that the last column of the rows of a page names, and counts them. A row begins with `first`.
int NamedInRows(const std::string& name_of_page, const std::string& first) {
  const std::set<std::string> all = WhatThereIs();
  std::ifstream page(fs::path(T2T_SOURCE_DIR) / "docs" / name_of_page);
  const std::regex row("^\\| " + first + " \\|.*\\| (.*) \\|$"), quoted("`([^`]+)`");
  // A whole suite, a test, a further test of the same suite, a file.
  const std::regex suite(R"(\w+)"), test(R"(\w+\.\w*\*?)"), further(R"(\.\w+\*?)");
  int named = 0;
  for (std::string line; std::getline(page, line);) {
    std::smatch columns;
    if (!std::regex_match(line, columns, row)) continue;
    std::string last;
    const std::string answer = columns[1];
    for (std::sregex_iterator it(answer.begin(), answer.end(), quoted), end; it != end; ++it) {
      const std::string name = (*it)[1];
      if (std::regex_match(name, further)) {
        EXPECT_TRUE(IsThere(all, last + name)) << last << name << " in: " << line;
      } else if (std::regex_match(name, suite)) {
        EXPECT_TRUE(all.contains(name + ".")) << name << " in: " << line;
      } else if (name.ends_with(".cc") || name.ends_with(".cases") || name.ends_with(".py")) {
        EXPECT_TRUE(all.contains(name.substr(name.starts_with("tests/") ? 6 : 0))) << name << " in: " << line;
      } else if (std::regex_match(name, test)) {
        last = name.substr(0, name.find('.'));
        EXPECT_TRUE(IsThere(all, name)) << name << " in: " << line;
      } else {
        continue;  // a pass or a flag
      }
      ++named;
    }
  }
  return named;
}

// The bounds say that the patterns still find something.
TEST(FieldFaultsPage, NamesTestsThatAreThere) { EXPECT_GT(NamedInRows("field-faults.md", "[0-9, ]+"), 100); }

TEST(ChecksPage, NamesTestsThatAreThere) { EXPECT_GT(NamedInRows("checks.md", "[A-Za-z, ]+: [^|]*"), 30); }

}  // namespace
}  // namespace t2t
