// Every kind of diagnostic stands in the list, and every one in the list can be had, or is excused by name.
#include "ir/support/diagnostic_kinds.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "fmt/format.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/text/reader.h"
#include "pipeline/runner.h"

namespace t2t {
namespace {

constexpr std::string_view kHead =
    "# pypto.program: T\nimport pypto.language as pl\n@pl.program\nclass T:\n"
    "    @pl.function(type=pl.FunctionType.InCore)\n"
    "    def k(x: pl.Tensor[[16, 64], pl.FP32], o: pl.Out[pl.Tensor[[16, 64], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> "
    "pl.Tensor[[16, 64], pl.FP32]:\n";

// What the chain says about a kernel with this body.
std::vector<Diagnostic> Say(const std::string& text) {
  Diagnostics diagnostics;
  std::optional<Program> program = ReadProgram(text, diagnostics);
  if (program) {
    RunPlan plan;
    plan.last = NumStages();
    RunChain(*program, Stages(), plan, {}, diagnostics);
  }
  return diagnostics.all();
}
std::string Kernel(const std::string& body) {
  std::string text(kHead);
  std::istringstream lines(body);
  for (std::string line; std::getline(lines, line);) text += "        " + line + "\n";
  return text;
}

// A program for each kind.
std::map<std::string, std::string> Programs() {
  const std::string t = "pl.Tensor[[16, 64], pl.FP32]";
  return {
      {"syntax", Kernel("y = (x\nreturn x")},
      {"name", Kernel("y: " + t + " = pl.tensor.exp(nobody)\nreturn y")},
      {"type", Kernel("for i in pl.range(x):\n    y: " + t + " = pl.tensor.exp(x)\nreturn x")},
      {"call", Kernel("y: " + t + " = pl.tensor.add(x)\nreturn y")},
      {"unknown-operator", Kernel("y: " + t + " = pl.tensor.exq(x)\nreturn y")},
      {"unknown-keyword", Kernel("y: " + t + " = pl.tensor.exp(x, speed=3)\nreturn y")},
      {"contradicting-level",
       "# pypto.program: T\nimport pypto.language as pl\n@pl.program\nclass T:\n"
       "    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.HOST)\n"
       "    def k(x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:\n        return x\n"},
      {"language", Kernel("with pl.at(level=pl.Level.CORE_GROUP):\n    y: " + t + " = pl.tensor.exp(x)\nreturn x")},
      {"kernel-entry", Kernel("if n > 0:\n    return x\nreturn o")},
      {"return-storage",
       "# pypto.program: T\nimport pypto.language as pl\n@pl.program\nclass T:\n"
       "    @pl.function(type=pl.FunctionType.InCore)\n"
       "    def k(x: pl.Tensor[[16, 64], pl.FP32], n: pl.Scalar[pl.INDEX]):\n"
       "        m: pl.Scalar[pl.INDEX] = n + 1\n"
       "        y: pl.Tensor[[m, 64], pl.FP32] = pl.tensor.full([m, 64], dtype=pl.FP32, value=0.0)\n"
       "        return y\n"},
      {"conversion", Kernel("y: " + t + " = pl.tensor.exp(x)\n"
                            "v: " + t + " = pl.test.tensor_op_no_conv(y)\nreturn x")},
      {"cache-policy", Kernel("pl.func_attr({\"cache_policy\": [(9, 1)]})\ny: " + t + " = pl.tensor.exp(x)\nreturn y")},
      {"store-types",
       "# pypto.program: T\nimport pypto.language as pl\n@pl.program\nclass T:\n"
       "    @pl.function(type=pl.FunctionType.InCore)\n"
       "    def k(x: pl.Tensor[[16, 64], pl.FP32]) -> pl.Tensor[[16, 64], pl.FP16]:\n"
       "        y: pl.Tensor[[16, 64], pl.FP32] = pl.tensor.neg(x)\n"
       "        return y\n"},
      {"mixed-store-channels", Kernel("z: " + t + " = pl.tensor.assemble(o, x, [0, 0])\n"
                                      "w: " + t + " = pl.tensor.write(z, [0, 0], 1.0)\nreturn w")},
  };
}

// Kinds without a program here: their tests are with the passes that raise them.
const std::set<std::string> kExcused = {"call-outputs", "wrapper-outputs", "marks"};

TEST(DiagnosticKinds, EachCanBeHad) {
  const std::map<std::string, std::string> programs = Programs();
  for (const DiagnosticKind& kind : DiagnosticKinds()) {
    const std::string name(kind.name);
    EXPECT_FALSE(kind.what.empty());
    if (kExcused.contains(name)) continue;
    ASSERT_TRUE(programs.contains(name)) << name << " has neither a program nor an excuse";
    const std::vector<Diagnostic> said = Say(programs.at(name));
    EXPECT_TRUE(std::any_of(said.begin(), said.end(), [&](const Diagnostic& d) { return d.kind == name; }))
        << name << " is not raised; this is:\n" << RenderDiagnostics(said, name + ".py", programs.at(name));
    for (const Diagnostic& d : said) {
      EXPECT_FALSE(d.message.empty());
      EXPECT_TRUE(d.span.known()) << d.message;
    }
  }
}

// One mistake, one message: what was refused gives rise to no further complaints.
TEST(DiagnosticKinds, OneMistakeIsOneError) {
  for (const char* kind : {"name", "call", "unknown-operator", "unknown-keyword"}) {
    const std::string text = Programs().at(kind);
    const std::string more = std::regex_replace(text, std::regex("return y"),
                                                "a: pl.Tensor[[16, 64], pl.FP32] = pl.tensor.neg(y)\n"
                                                "        b: pl.Tensor[[16, 64], pl.FP32] = pl.tensor.add(a, y)\n"
                                                "        return b");
    ASSERT_NE(more, text);
    std::vector<Diagnostic> errors;
    for (const Diagnostic& d : Say(more)) {
      if (d.severity == Severity::kError) errors.push_back(d);
    }
    EXPECT_EQ(errors.size(), 1u) << RenderDiagnostics(errors, "more.py", more);
  }
}

TEST(DiagnosticKinds, SourcesUseListedKindsOnly) {
  std::set<std::string> known;
  for (const DiagnosticKind& kind : DiagnosticKinds()) EXPECT_TRUE(known.insert(std::string(kind.name)).second);
  // `kind = "x"`, `diagnostics.Error("x", ...)`, and a parser error that ends in a kind: `..., "x");`
  const std::regex assigned("(?:d\\.kind = |kKind = |diagnostics_?\\.(?:Error|Warning)\\()\"([a-z-]+)\"");
  const std::regex parser("Error\\([^;]*, \"([a-z]+(?:-[a-z]+)*)\"\\);");
  size_t seen = 0;
  for (std::string_view folder : {"ir/text", "passes", "pipeline"}) {
    const auto root = std::filesystem::path(T2T_SOURCE_DIR) / folder;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      if (entry.path().extension() != ".cc" && entry.path().extension() != ".h") continue;
      std::ifstream in(entry.path());
      std::stringstream buffer;
      buffer << in.rdbuf();
      const std::string text = buffer.str();
      for (const std::regex* pattern : {&assigned, folder == "ir/text" ? &parser : &assigned}) {
        for (std::sregex_iterator it(text.begin(), text.end(), *pattern), end; it != end; ++it) {
          ++seen;
          EXPECT_TRUE(known.contains((*it)[1])) << (*it)[1] << " in " << entry.path();
        }
      }
    }
  }
  EXPECT_GE(seen, 15u);  // the patterns still find something
}

}  // namespace
}  // namespace t2t
