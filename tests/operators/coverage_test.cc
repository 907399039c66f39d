// Every operator of the registry has a test of its deducer, a test of its conversion, and a row in docs/operators.md.
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include "fmt/core.h"
#include "gtest/gtest.h"
#include "ir/eval/op_context.h"
#include "ir/ops/registry.h"
#include "passes/convert/registry.h"
#include "tools/operators_page.h"

namespace t2t {
namespace {

std::set<std::string> Lines(const std::string& file) {
  std::set<std::string> lines;
  std::ifstream in(file);
  EXPECT_TRUE(in) << file << " is missing: the tests that write it did not all run";
  for (std::string line; std::getline(in, line);) lines.insert(line);
  return lines;
}

// What tests/operators/without_conversion.txt lists: operators, and families as `prefix.*`.
struct WithoutConversion {
  std::set<std::string> ops, families;

  bool Family(std::string_view op) const {
    for (const std::string& family : families) {
      if (op.starts_with(std::string_view(family).substr(0, family.size() - 1))) return true;
    }
    return false;
  }
};
WithoutConversion ReadWithoutConversion() {
  WithoutConversion list;
  for (const std::string& line : Lines(T2T_SOURCE_DIR "/tests/operators/without_conversion.txt")) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::string name = line.substr(0, line.find(' '));
    EXPECT_LT(name.size(), line.size()) << name << " is listed without a reason";
    (name.ends_with(".*") ? list.families : list.ops).insert(name);
  }
  return list;
}

std::string Join(const std::set<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += "\n  " + name;
  return out;
}

TEST(OperatorCoverage, EveryDeducerIsTested) {
  const std::set<std::string> shown = Lines(T2T_EVIDENCE "/ir_ops.txt");
  std::set<std::string> untyped, unrefused;
  for (const OpDef& op : Ops().all()) {
    if (!shown.contains(op.name + " typed")) untyped.insert(op.name);
    if (!shown.contains(op.name + " refused")) unrefused.insert(op.name);
  }
  EXPECT_TRUE(untyped.empty()) << "no test states the result type of:" << Join(untyped);
  EXPECT_TRUE(unrefused.empty()) << "no test states what is refused by:" << Join(unrefused);
}

// What can be executed was, while its result was said to be smaller, larger, of other axes, of another element type.
TEST(OperatorCoverage, EveryOperatorWasRunUnderWrongAnnotations) {
  const std::set<std::string> shown = Lines(T2T_EVIDENCE "/ir_ops.txt");
  std::set<std::string> left_out;
  for (uint32_t i = 0; i < Ops().size(); ++i) {
    const std::string& name = Ops()[OpId(i)].name;
    if (eval::Evaluators()[OpId(i)].run != nullptr && !shown.contains(name + " misannotated")) left_out.insert(name);
  }
  EXPECT_TRUE(left_out.empty()) << "no typed case could be run with a wrong result type for:" << Join(left_out);
}

TEST(OperatorCoverage, EveryConversionIsTestedOrMissingForAReason) {
  const std::set<std::string> shown = Lines(T2T_EVIDENCE "/passes_convert.txt");
  const WithoutConversion list = ReadWithoutConversion();
  std::set<std::string> undecided, untested, listed;
  for (uint32_t i = 0; i < Ops().size(); ++i) {
    const std::string& name = Ops()[OpId(i)].name;
    const bool converts = Conversions().Find(OpId(i)) != nullptr;
    if (list.ops.contains(name)) listed.insert(name);
    if (converts && list.ops.contains(name)) undecided.insert(name + " (it converts, yet is listed)");
    if (!converts && !list.ops.contains(name) && !list.Family(name)) undecided.insert(name);
    if (converts && !shown.contains(name + " converted")) untested.insert(name);
  }
  EXPECT_TRUE(undecided.empty()) << "neither converted nor in tests/operators/without_conversion.txt:"
                                 << Join(undecided);
  EXPECT_TRUE(untested.empty()) << "no test states what becomes of:" << Join(untested);
  EXPECT_EQ(listed.size(), list.ops.size()) << "tests/operators/without_conversion.txt names an unknown operator";
}

TEST(OperatorCoverage, EveryOperatorIsInTheTable) {
  std::ifstream in(T2T_SOURCE_DIR "/docs/operators.md");
  std::stringstream page;
  page << in.rdbuf();
  EXPECT_EQ(page.str(), OperatorsPage()) << "write it again: t2t-pipeline --list-ops=docs";
  for (const OpDef& op : Ops().all()) {
    EXPECT_NE(page.str().find("\n| " + op.name + " | "), std::string::npos) << op.name << " has no row";
  }
}

}  // namespace
}  // namespace t2t
