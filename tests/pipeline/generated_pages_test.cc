// Pages that are made from declarations say what the declarations say. T2T_UPDATE=1 in the environment rewrites them.
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "gtest/gtest.h"
#include "pipeline/languages.h"
#include "pipeline/properties.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

void Compare(const std::string& name, const std::string& page) {
  const std::string path = std::string(T2T_SOURCE_DIR) + "/docs/" + name;
  if (std::getenv("T2T_UPDATE") != nullptr) std::ofstream(path) << page;
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  EXPECT_EQ(text.str(), page) << path;
}

TEST(GeneratedPages, Verifiers) { Compare("verifiers.md", VerifiersPage(&WhereChecked)); }
TEST(GeneratedPages, Languages) { Compare("languages.md", LanguagesPage()); }

}  // namespace
}  // namespace t2t
