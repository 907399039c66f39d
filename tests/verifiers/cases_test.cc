// The rules of the verifiers, each with a program just inside it and one just outside it: tests/verifiers/PROPERTY.cases.
//
//   === RULE inside | what the case shows          RULE = a number the property declares
//   === RULE outside backend=Ascend950 | ...       also type=AIV (of the kernel), program (whole functions, not a body)
//   <statements of a kernel k(x: In, o: Out, n: Scalar[INDEX]), all tensors [16, 64] FP32; `$` stands for that type>
//   --> RULE: message                              every finding, in order; `--> warning RULE: message`
//
// A file may begin with lines `of PROPERTY: RULE RULE ...`: the cases of these rules in that other file hold here as well.
//
// An inside case has no findings, an outside case at least one of its rule. T2T_UPDATE=1 in the environment rewrites the
// expected lines; read them before you commit them.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "fmt/core.h"
#include "gtest/gtest.h"
#include "ir/text/reader.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr std::string_view kTensor = "pl.Tensor[[16, 64], pl.FP32]";

struct Case {
  std::string header;   // behind "=== "
  std::string body;
  std::vector<std::string> expected;
  int rule = 0;
  bool inside = false;
  bool borrowed = false;  // from the file of another property
  int line = 0;
};

std::filesystem::path Folder() { return std::filesystem::path(T2T_SOURCE_DIR) / "tests" / "verifiers"; }

std::vector<Case> ReadCases(const std::filesystem::path& path);

// The cases that a line `of PROPERTY: RULE RULE ...` names.
std::vector<Case> Borrowed(const std::string& line) {
  const size_t colon = line.find(':');
  std::istringstream words(line.substr(std::min(colon, line.size() - 1) + 1));
  std::set<int> rules;
  for (int rule = 0; words >> rule;) rules.insert(rule);
  std::vector<Case> cases;
  for (Case& c : ReadCases(Folder() / fmt::format("{}.cases", line.substr(3, colon - 3)))) {
    if (rules.contains(c.rule)) cases.push_back(std::move(c));
  }
  EXPECT_FALSE(cases.empty()) << line;
  for (Case& c : cases) c.borrowed = true;
  return cases;
}

std::vector<Case> ReadCases(const std::filesystem::path& path) {
  std::vector<Case> cases;
  std::ifstream in(path);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.starts_with("of ") && std::all_of(cases.begin(), cases.end(), [](const Case& c) { return c.borrowed; })) {
      for (Case& c : Borrowed(line)) cases.push_back(std::move(c));
    } else if (line.starts_with("=== ")) {
      Case c;
      c.header = line.substr(4);
      c.line = number;
      std::istringstream words(c.header);
      std::string side;
      words >> c.rule >> side;
      EXPECT_TRUE(side == "inside" || side == "outside") << path << ":" << number;
      c.inside = side == "inside";
      cases.push_back(c);
    } else if (cases.empty() || cases.back().borrowed) {
      EXPECT_TRUE(line.empty() || line.starts_with("#")) << path << ":" << number;
    } else if (line.starts_with("--> ")) {
      cases.back().expected.push_back(line);
    } else if (!line.empty()) {
      cases.back().body += line + "\n";
    }
  }
  return cases;
}

std::string Option(const Case& c, std::string_view name) {
  std::istringstream words(c.header.substr(0, c.header.find('|')));
  for (std::string word; words >> word;) {
    if (word == name) return "yes";
    if (word.starts_with(std::string(name) + "=")) return word.substr(name.size() + 1);
  }
  return {};
}

std::string ProgramText(const Case& c) {
  std::string text = "# pypto.program: T\nimport pypto.language as pl\n@pl.program\nclass T:\n";
  const bool whole = !Option(c, "program").empty();
  if (!whole) {
    const std::string type = Option(c, "type");
    text += fmt::format(
        "    @pl.function(type=pl.FunctionType.{})\n"
        "    def k(x: $, o: pl.Out[$], n: pl.Scalar[pl.INDEX]) -> $:\n", type.empty() ? "InCore" : type);
  }
  std::istringstream lines(c.body);
  for (std::string line; std::getline(lines, line);) text += fmt::format("{}{}\n", whole ? "    " : "        ", line);
  std::string out;
  for (char letter : text) {
    if (letter == '$') {
      out += kTensor;
    } else {
      out += letter;
    }
  }
  return out;
}

std::vector<std::string> Findings(const Verifier& verifier, const Case& c) {
  Diagnostics read;
  auto program = ReadProgram(ProgramText(c), read);
  if (!program) {
    ADD_FAILURE() << verifier.property << " line " << c.line << " is not readable: "
                  << RenderDiagnostics(read.all(), "case", ProgramText(c));
    return {};
  }
  const std::string chip = Option(c, "backend");
  std::vector<FuncId> all;
  for (uint32_t i = 0; i < program->num_functions(); ++i) all.push_back(FuncId(i));
  Diagnostics found;
  VerifyContext context(*program, verifier, all, found, chip);
  verifier.run(context);
  std::vector<std::string> lines;
  for (const Diagnostic& d : found.all()) {
    EXPECT_EQ(d.kind, verifier.property);
    EXPECT_TRUE(d.span.known()) << d.message;
    EXPECT_NE(verifier.FindRule(d.rule), nullptr) << d.rule;
    lines.push_back(fmt::format("--> {}{}: {}", d.severity == Severity::kWarning ? "warning " : "", d.rule, d.message));
  }
  return lines;
}

void Update(const std::filesystem::path& path, const std::vector<Case>& cases) {
  std::string head;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line) && !line.starts_with("=== ");) {
    if (line.starts_with("of ")) head += line + "\n";
  }
  std::ofstream out(path);
  out << head << (head.empty() ? "" : "\n");
  for (const Case& c : cases) {
    if (c.borrowed) continue;
    out << "=== " << c.header << "\n" << c.body;
    for (const std::string& line : c.expected) out << line << "\n";
    out << "\n";
  }
}

class CasesTest : public testing::TestWithParam<const Verifier*> {};

TEST_P(CasesTest, FindsExactlyWhatIsWrong) {
  const Verifier& verifier = *GetParam();
  const auto path = Folder() / fmt::format("{}.cases", verifier.property);
  std::vector<Case> cases = ReadCases(path);
  for (Case& c : cases) {
    SCOPED_TRACE(fmt::format("{}:{}", path.string(), c.line));
    const std::vector<std::string> found = Findings(verifier, c);
    if (std::getenv("T2T_UPDATE") != nullptr) c.expected = found;
    EXPECT_EQ(found, c.expected);
    const bool fires = std::any_of(found.begin(), found.end(), [&](const std::string& line) {
      return line.find(fmt::format(" {}: ", c.rule)) < 15;
    });
    EXPECT_EQ(fires, !c.inside) << fmt::format("{}", found.empty() ? "nothing found" : found[0]);
    if (c.inside) {
      EXPECT_TRUE(found.empty());
    }
  }
  if (std::getenv("T2T_UPDATE") != nullptr) Update(path, cases);
}

std::vector<const Verifier*> Pointers() {
  std::vector<const Verifier*> all;
  for (const Verifier& verifier : AllVerifiers()) all.push_back(&verifier);
  return all;
}
INSTANTIATE_TEST_SUITE_P(All, CasesTest, testing::ValuesIn(Pointers()),
                         [](const auto& test) { return std::string(test.param->property); });

// Rules that the text form cannot break or that need a program built by hand; built_by_hand_test.cc has them.
const std::set<std::string> kByHand = {
    "NormalizedStmtStructure.1", "NoRedundantBlocks.1", "SSAForm.4",     "SSAForm.7",          "PipelineLoopValid.1",
    "TypeChecked.107",           "TypeChecked.110",     "CallArity.1", "CallArity.2", "TileTypeCoherence.1",
    "OutTypeClosed.1",
};

TEST(Cases, EveryRuleHasAProgramOnEachSide) {
  for (const Verifier& verifier : AllVerifiers()) {
    std::set<int> inside, outside;
    for (const Case& c : ReadCases(Folder() / fmt::format("{}.cases", verifier.property))) {
      EXPECT_NE(verifier.FindRule(c.rule), nullptr) << verifier.property << "." << c.rule;
      (c.inside ? inside : outside).insert(c.rule);
    }
    for (const Rule& rule : verifier.rules) {
      const std::string name = fmt::format("{}.{}", verifier.property, rule.id);
      if (kByHand.contains(name)) continue;
      EXPECT_TRUE(inside.contains(rule.id)) << name << " has no program just inside it";
      EXPECT_TRUE(outside.contains(rule.id)) << name << " has no program just outside it";
    }
  }
}

TEST(Cases, EveryFileBelongsToAProperty) {
  for (const auto& entry : std::filesystem::directory_iterator(Folder())) {
    if (entry.path().extension() != ".cases") continue;
    EXPECT_NE(FindVerifier(entry.path().stem().string()), nullptr) << entry.path();
  }
}

TEST(AllVerifiers, AreDescribedAndNamedOnce) {
  for (const Verifier& a : AllVerifiers()) {
    EXPECT_FALSE(a.summary.empty()) << a.property;
    EXPECT_FALSE(a.source.empty()) << a.property;
    EXPECT_FALSE(a.rules.empty()) << a.property;
    EXPECT_EQ(FindVerifier(a.property), &a);
    std::set<int> ids;
    for (const Rule& rule : a.rules) EXPECT_TRUE(ids.insert(rule.id).second) << a.property << "." << rule.id;
  }
  EXPECT_EQ(FindVerifier("Nonesuch"), nullptr);
}

}  // namespace
}  // namespace t2t
