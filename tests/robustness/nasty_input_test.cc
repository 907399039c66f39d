// Bad input of the kinds that break compilers, made here. Whatever it is: no crash, no hang, memory bounded in the size of the
// input, and the user is told what is wrong; what is readable after all goes through the whole chain.
#include <sys/resource.h>

#include <chrono>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "fmt/format.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/text/printer.h"
#include "ir/text/reader.h"
#include "pipeline/runner.h"

namespace t2t {
namespace {

using testing::HasSubstr;

struct Outcome {
  bool readable = false;
  Verdict verdict = Verdict::kInputWrong;
  std::string failure;  // of ours
  std::string text;     // what the user sees
};

Outcome Feed(std::string_view text) {
  Outcome out;
  Diagnostics diagnostics;
  std::optional<Program> program = ReadProgram(text, diagnostics);
  out.readable = program.has_value();
  if (program) {
    RunPlan plan;
    plan.last = NumStages();
    const RunResult result = RunChain(*program, Stages(), plan, {}, diagnostics);
    out.verdict = result.verdict;
    out.failure = result.failure;
    if (result.verdict == Verdict::kDone) PrintProgram(*program);
  }
  out.text = RenderDiagnostics(diagnostics.all(), "nasty.py", text);
  if (!out.readable) {
    EXPECT_TRUE(diagnostics.HasErrors()) << "refused without a reason";
  }
  EXPECT_LT(out.text.size(), size_t{1} << 20) << "the answer is out of proportion";
  return out;
}

std::string Kernel(std::string_view body, std::string_view params = "x: pl.Tensor[[16, 64], pl.FP32]",
                   std::string_view result = "pl.Tensor[[16, 64], pl.FP32]") {
  std::string text = fmt::format(
      "# pypto.program: T\nimport pypto.language as pl\n@pl.program\nclass T:\n    @pl.function(type=pl.FunctionType.InCore)\n"
      "    def k({}) -> {}:\n", params, result);
  std::istringstream lines{std::string(body)};
  for (std::string line; std::getline(lines, line);) text += "        " + line + "\n";
  return text;
}

std::string Sample() {
  std::ifstream in(std::string(T2T_SOURCE_DIR) + "/examples/softmax.py");
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string Times(std::string_view piece, size_t n) {
  std::string out;
  out.reserve(piece.size() * n);
  for (size_t i = 0; i < n; ++i) out += piece;
  return out;
}

long PeakKiB() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

constexpr size_t kDeep = 100000;

TEST(NastyInput, TheSampleItselfIsFine) {
  const Outcome out = Feed(Sample());
  EXPECT_TRUE(out.readable) << out.text;
  EXPECT_EQ(out.verdict, Verdict::kDone) << out.failure;
}

TEST(NastyInput, NestingOfExpressions) {
  const struct {
    std::string_view open, middle, close;
  } kNests[] = {{"(", "n", ")"}, {"[", "n", "]"}, {"-", "n", ""}, {"not ", "n", ""}, {"n + (", "n", ")"},
                {"min(n, ", "n", ")"}, {"pl.tensor.exp(", "x", ")"}, {"(n, ", "n", ")"}, {"n ** ", "n", ""},
                {"n[", "0", "]"}, {"~", "n", ""}, {"{\"a\": ", "n", "}"}, {"n if n else ", "n", ""}};
  for (const auto& nest : kNests) {
    const std::string value = Times(nest.open, kDeep) + std::string(nest.middle) + Times(nest.close, kDeep);
    const Outcome out = Feed(Kernel("m: pl.Scalar[pl.INDEX] = " + value + "\nreturn x",
                                    "x: pl.Tensor[[16, 64], pl.FP32], n: pl.Scalar[pl.INDEX]"));
    EXPECT_FALSE(out.readable) << nest.open;
    EXPECT_NE(out.verdict, Verdict::kOurFault) << out.failure;
  }
}

TEST(NastyInput, LongChainsOfOperators) {
  for (std::string_view link : {" + n", " * 2", " and n > 0", " < n", ".a", "[0]"}) {
    const Outcome out = Feed(Kernel("m: pl.Scalar[pl.INDEX] = n" + Times(link, kDeep) + "\nreturn x",
                                    "x: pl.Tensor[[16, 64], pl.FP32], n: pl.Scalar[pl.INDEX]"));
    EXPECT_NE(out.verdict, Verdict::kOurFault) << out.failure;
  }
}

TEST(NastyInput, NestingOfTypes) {
  const std::string type = Times("pl.Tuple[", kDeep) + "pl.Scalar[pl.INDEX]" + Times("]", kDeep);
  EXPECT_FALSE(Feed(Kernel("return x", "x: " + type)).readable);
  EXPECT_FALSE(Feed(Kernel("return x", "x: " + Times("pl.Tuple[", kDeep))).readable);
}

TEST(NastyInput, NestingOfStatements) {
  for (std::string_view head : {"for i in pl.range(4):", "if n > 0:", "with pl.manual_scope():"}) {
    std::string body;
    constexpr int kLevels = 2000;
    for (int i = 0; i < kLevels; ++i) body += fmt::format("{}{}\n", std::string(static_cast<size_t>(i), ' '), head);
    body += fmt::format("{}y: pl.Tensor[[16, 64], pl.FP32] = pl.tensor.exp(x)\nreturn x", std::string(kLevels, ' '));
    const Outcome out = Feed(Kernel(body, "x: pl.Tensor[[16, 64], pl.FP32], n: pl.Scalar[pl.INDEX]"));
    EXPECT_NE(out.verdict, Verdict::kOurFault) << head << out.failure;
  }
}

TEST(NastyInput, LongLines) {
  const size_t kSize = 100 << 20;
  const long before = PeakKiB();
  for (std::string_view start : {"# ", "x", "'", "\"\"\"", "9", " ", "\t", "\\\n"}) {
    const std::string text = std::string(start) + std::string(kSize, start == "9" ? '9' : start == " " ? ' ' : 'x');
    EXPECT_FALSE(Feed(text).readable) << start;
    EXPECT_FALSE(Feed(Kernel("m: pl.Scalar[pl.INDEX] = " + text).substr(0, kSize)).readable) << start;
  }
  // Two texts at a time, and a small multiple for what is made of them.
  EXPECT_LT(PeakKiB() - before, static_cast<long>(kSize / 1024 * 8));
}

TEST(NastyInput, LongLists) {
  for (std::string_view item : {"1, ", "n, ", "((", "x ", "\"\", "}) {
    EXPECT_NE(Feed(Kernel("m: pl.Scalar[pl.INDEX] = [" + Times(item, 1000000) + "]\nreturn x",
                          "x: pl.Tensor[[16, 64], pl.FP32], n: pl.Scalar[pl.INDEX]"))
                  .verdict,
              Verdict::kOurFault);
  }
}

TEST(NastyInput, CutOffAtEveryByte) {
  const std::string sample = Sample();
  for (size_t i = 0; i < sample.size(); ++i) {
    const Outcome out = Feed(std::string_view(sample).substr(0, i));
    EXPECT_NE(out.verdict, Verdict::kOurFault) << i << out.failure;
  }
}

TEST(NastyInput, OneByteReplacedEverywhere) {
  for (const char byte : {'\0', '\xff', '\xc3', '(', '\n', '\t', '0'}) {
    std::string sample = Sample();
    for (size_t i = 0; i < sample.size(); i += 3) {
      const char old = std::exchange(sample[i], byte);
      const Outcome out = Feed(sample);
      EXPECT_NE(out.verdict, Verdict::kOurFault) << i << " " << int{byte} << out.failure;
      sample[i] = old;
    }
  }
}

TEST(NastyInput, HugeIntegers) {
  for (std::string_view number : {"9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551616",
                                  "0x7fffffffffffffffffffffff", "1e400", "-1", "4611686018427387904", "1_000_000"}) {
    for (std::string_view shape : {"{}", "{}, {}", "16, {}", "{}, 64"}) {
      std::string extents;
      for (size_t i = 0; i < shape.size(); ++i) {
        if (shape.substr(i, 2) == "{}") {
          extents += number;
          ++i;
        } else {
          extents += shape[i];
        }
      }
      const std::string tensor = fmt::format("pl.Tensor[[{}], pl.FP32]", extents);
      const Outcome out = Feed(Kernel(fmt::format("y: {0} = pl.tensor.exp(x)\nz: {0} = pl.tensor.add(y, x)\nreturn z", tensor),
                                      "x: " + tensor, tensor));
      EXPECT_NE(out.verdict, Verdict::kOurFault) << tensor << out.failure;
    }
    for (std::string_view use : {"pl.tensor.slice(x, [8, 64], [{0}, 0])", "pl.tensor.slice(x, [{0}, 64], [0, 0])",
                                 "pl.tensor.reshape(x, [{0}, 2])", "pl.tensor.transpose(x, {0}, 1)",
                                 "pl.tensor.full([{0}, {0}], dtype=pl.FP32, value={0})", "pl.tensor.read(x, [{0}, {0}])",
                                 "pl.tensor.row_max(x, {0})", "pl.tensor.create([{0}], dtype=pl.FP32)"}) {
      const Outcome out = Feed(Kernel(fmt::format("y = {}\nreturn x", fmt::format(fmt::runtime(use), number))));
      EXPECT_NE(out.verdict, Verdict::kOurFault) << use << out.failure;
    }
  }
}

// Boxing rounds extents up to whole blocks; there is no room above the largest integer.
TEST(NastyInput, HugeProducts) {
  for (std::string_view m : {"9223372036854775807", "9223372036854775800", "4611686018427387905", "0", "1"}) {
    for (std::string_view n : {"16", "17", "9223372036854775807"}) {
      const std::string a = fmt::format("pl.Tensor[[{}, 16], pl.FP16]", m), b = fmt::format("pl.Tensor[[16, {}], pl.FP16]", n),
                        c = fmt::format("pl.Tensor[[{}, {}], pl.FP16]", m, n);
      const Outcome out = Feed(Kernel(fmt::format("y: {} = pl.tensor.matmul(a, b)\nreturn y", c),
                                      fmt::format("a: {}, b: {}", a, b), c));
      EXPECT_NE(out.verdict, Verdict::kOurFault) << c << out.failure;
    }
  }
}

std::string Functions(int n, std::string_view type, int step) {
  std::string text = "# pypto.program: T\nimport pypto.language as pl\n@pl.program\nclass T:\n";
  for (int i = 0; i < n; ++i) {
    text += fmt::format(
        "    @pl.function(type=pl.FunctionType.{})\n"
        "    def f{}(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:\n"
        "        y: pl.Tensor[[16], pl.FP32] = self.f{}(x)\n        return y\n", type, i, (i + step) % n);
  }
  return text;
}

TEST(NastyInput, CyclesOfCalls) {
  for (std::string_view type : {"Orchestration", "Group", "Spmd", "InCore", "AIV", "Opaque", "Inline", "Graph"}) {
    for (int n : {1, 2, 7}) {
      const Outcome out = Feed(Functions(n, type, 1));
      EXPECT_NE(out.verdict, Verdict::kOurFault) << type << " " << n << out.failure;
    }
  }
}

TEST(NastyInput, LongChainsOfCalls) {
  for (std::string_view type : {"Group", "InCore"}) {
    std::string text = Functions(3000, type, 1);
    const size_t last = text.rfind("self.f0(x)");
    ASSERT_NE(last, std::string::npos);
    text.replace(last, 10, "x");
    const Outcome out = Feed(text);
    EXPECT_NE(out.verdict, Verdict::kOurFault) << out.failure;
  }
}

TEST(NastyInput, ThousandsOfParameters) {
  std::string params, sum = "s0: pl.Tensor[[16], pl.FP32] = pl.tensor.exp(p0)\n";
  constexpr int kCount = 5000;
  for (int i = 0; i < kCount; ++i) params += fmt::format("{}p{}: pl.Tensor[[16], pl.FP32]", i == 0 ? "" : ", ", i);
  for (int i = 1; i < kCount; ++i) {
    sum += fmt::format("s{}: pl.Tensor[[16], pl.FP32] = pl.tensor.add(s{}, p{})\n", i, i - 1, i);
  }
  const Outcome out = Feed(Kernel(sum + fmt::format("return s{}", kCount - 1), params, "pl.Tensor[[16], pl.FP32]"));
  EXPECT_TRUE(out.readable) << out.text;
  EXPECT_EQ(out.verdict, Verdict::kDone) << out.failure << out.text;
}

TEST(NastyInput, InvalidUtf8IsQuotedSafely) {
  const Outcome out = Feed("import pypto.language as pl\n\xff\xfe\x80 = \xe2\x28\xa1\n");
  EXPECT_FALSE(out.readable);
  EXPECT_THAT(out.text, HasSubstr("nasty.py:2:"));
}

TEST(NastyInput, EmptyAndBlank) {
  for (std::string_view text : {"", "\n", "\xef\xbb\xbf", " ", "\r\n\r\n", "\f", "#", "\\", "\\\n"}) {
    EXPECT_FALSE(Feed(text).readable);
  }
}

}  // namespace
}  // namespace t2t
