// The folders are the architecture: no include goes up, and a pass stays small.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace t2t {
namespace {

namespace fs = std::filesystem;

// From the bottom: a file may include its own folder and those in front of it.
const std::vector<std::string> kLayers = {"ir/support", "ir/core",   "ir/symbolic",    "ir/ops", "ir/analysis", "ir/eval", "ir/text",
                                          "verifiers",  "passes",  "pipeline",       "tools"};

int LayerOf(const std::string& path) {
  int layer = -1;
  size_t longest = 0;
  for (size_t i = 0; i < kLayers.size(); ++i) {
    if (path.starts_with(kLayers[i] + "/") && kLayers[i].size() > longest) {
      layer = static_cast<int>(i);
      longest = kLayers[i].size();
    }
  }
  return layer;
}

template <class F>
void ForEachSource(F&& f) {
  const fs::path root(T2T_SOURCE_DIR);
  for (const char* top : {"ir", "verifiers", "passes", "pipeline", "tools"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      const std::string extension = entry.path().extension().string();
      if (extension == ".h" || extension == ".cc") f(entry.path(), fs::relative(entry.path(), root).string());
    }
  }
}

TEST(Architecture, NoIncludeGoesUp) {
  int seen = 0;
  ForEachSource([&](const fs::path& path, const std::string& name) {
    std::ifstream in(path);
    std::string line;
    while (std::getline(in, line)) {
      if (!line.starts_with("#include \"")) continue;
      const std::string target = line.substr(10, line.find('"', 10) - 10);
      const int from = LayerOf(name), to = LayerOf(target);
      ++seen;
      if (to < 0) continue;
      EXPECT_LE(to, from) << name << " includes " << target;
      // Verifiers and passes do not know each other; both stand on ir.
      if (name.starts_with("passes/") && target.starts_with("verifiers/")) {
        ADD_FAILURE() << name << " includes " << target;
      }
    }
  });
  EXPECT_GT(seen, 100);
}

// Two types of one name in two headers are one type to the linker, with the destructor of either.
TEST(Architecture, NoTwoHeadersDefineOneType) {
  std::map<std::string, std::string> defined;  // "namespace::Type" -> header
  const std::regex type("^(?:struct|class|enum class) (\\w+)(?: final)? ?(?::[^:].*)?\\{.*");
  ForEachSource([&](const fs::path& path, const std::string& name) {
    if (path.extension() != ".h") return;
    std::ifstream in(path);
    std::string line, space;
    std::smatch match;
    while (std::getline(in, line)) {
      if (line.starts_with("namespace ")) space = line;
      if (!std::regex_match(line, match, type)) continue;
      const auto [it, fresh] = defined.emplace(space + match[1].str(), name);
      EXPECT_TRUE(fresh) << match[1] << " is defined in " << it->second << " and in " << name;
    }
  });
  EXPECT_GT(defined.size(), 100u);
}

TEST(Architecture, PassesStayUnderThreeHundredLines) {
  ForEachSource([&](const fs::path& path, const std::string& name) {
    if (!name.starts_with("passes/")) return;
    std::ifstream in(path);
    const auto lines = std::count(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>(), '\n');
    EXPECT_LT(lines, 300) << name;
  });
}

}  // namespace
}  // namespace t2t
