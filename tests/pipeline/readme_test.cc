// What the README promises to exist does.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "gtest/gtest.h"
#include "pipeline/stage_table.h"

namespace t2t {
namespace {

std::string Read(const std::string& name) {
  std::ifstream in(std::string(T2T_SOURCE_DIR) + "/" + name);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(Readme, NamesFilesThatExist) {
  const std::string readme = Read("README.md");
  ASSERT_FALSE(readme.empty());
  for (const char* file : {"examples/softmax.py", "examples/split_k.py", "tools/run", "tools/test", "docs/decisions.md",
                           "docs/performance.md", "docs/split_k.svg", "pipeline/stage_table.cc", "LICENSE"}) {
    EXPECT_NE(readme.find(file), std::string::npos) << file;
    EXPECT_TRUE(std::filesystem::exists(std::string(T2T_SOURCE_DIR) + "/" + file)) << file;
  }
}

TEST(Readme, NamesPassesThatExist) {
  const std::string readme = Read("README.md");
  for (const char* pass : {"share-loads", "convert-ops", "lower-producers", "box-cube-m", "finish"}) {
    EXPECT_NE(readme.find(pass), std::string::npos) << pass;
    bool found = false;
    for (const Stage& stage : Stages()) found |= stage.name == pass;
    EXPECT_TRUE(found) << pass;
  }
  EXPECT_NE(readme.find("21 small passes"), std::string::npos);
  EXPECT_EQ(Stages().size(), 21u);
}

}  // namespace
}  // namespace t2t
