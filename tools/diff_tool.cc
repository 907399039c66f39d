#include "tools/diff_tool.h"

#include <cstdio>
#include <optional>

#include "fmt/format.h"
#include "ir/core/structural_equal.h"
#include "ir/text/printer.h"
#include "ir/text/reader.h"
#include "pipeline/program_diff.h"
#include "tools/files.h"
#include "tools/flags.h"
#include "tools/man_page.h"

namespace t2t {
namespace {

using V = Flag::Value;
constexpr Flag kFlags[] = {
    {"compare", "text", V::kNone, "", "compare the printed form, names included, and show every difference"},
    {"compare", "funcs", V::kRequired, "GLOB,...", "with --text: only functions of these names"},
    {"compare", "quiet", V::kNone, "", "say nothing; the exit status tells"},
    {"help", "help", V::kNone, "", "this text"},
    {"help", "help-docs", V::kRequired, "man", "this text as manual page"},
};
constexpr std::string_view kHead =
    "usage: t2t-diff [options] A.py B.py\n\n"
    "Compares two programs up to the names of values, comments and places, and explains the first difference.\n"
    "Exit status: 0 equal, 1 different, 2 usage or a program that cannot be read.\n";

constexpr int kEqual = 0, kDifferent = 1, kTrouble = 2;

int Trouble(std::string_view message) {
  fmt::print(stderr, "t2t-diff: {}\n", message);
  return kTrouble;
}

std::optional<Program> Read(const std::string& path) {
  std::string text;
  if (const std::string error = ReadFile(path, text); !error.empty()) {
    Trouble(error);
    return std::nullopt;
  }
  Diagnostics diagnostics;
  std::optional<Program> program = ReadProgram(text, diagnostics);
  if (!program) fmt::print(stderr, "{}", RenderDiagnostics(diagnostics.all(), path, text));
  return program;
}

}  // namespace

int RunDiffTool(const std::vector<std::string>& args) {
  const CommandLine line = ParseCommandLine(kFlags, 2, args);
  if (!line.error.empty()) return Trouble(line.error);
  if (const std::optional<std::string> text = AnswerHelp("compare two programs up to the names of values", kHead, kFlags, line)) {
    return WriteToStdout(*text).empty() ? kEqual : kTrouble;
  }
  if (line.inputs.size() != 2) return Trouble("two programs are needed; --help shows the options");
  if (line.Has("funcs") && !line.Has("text")) return Trouble("--funcs has no effect without --text");
  if (line.inputs[0] == "-" && line.inputs[1] == "-") return Trouble("only one of the programs can come from stdin");

  std::optional<Program> a = Read(line.inputs[0]), b = Read(line.inputs[1]);
  if (!a || !b) return kTrouble;
  std::string difference;
  if (line.Has("text")) {
    FunctionFilter filter;
    for (const std::string& patterns : line.All("funcs")) filter.Add(patterns);
    const std::string in_a = filter.Unmatched(*a);
    if (!in_a.empty() && !filter.Unmatched(*b).empty()) return Trouble("--funcs: " + in_a);
    DiffCounts counts;
    difference = ProgramDiff(PrintProgram(*a), PrintProgram(*b), filter, counts);
    if (!difference.empty()) {
      difference = fmt::format("--- {}\n+++ {}: {}\n{}", line.inputs[0], line.inputs[1], counts.Text(), difference);
    }
  } else if (const std::optional<std::string> first = FirstDifference(*a, *b)) {
    difference = fmt::format("{} and {} differ: {}\n", line.inputs[0], line.inputs[1], *first);
  }
  if (difference.empty()) return kEqual;
  if (!line.Has("quiet")) {
    if (const std::string error = WriteToStdout(difference); !error.empty()) return Trouble(error);
  }
  return kDifferent;
}

}  // namespace t2t
