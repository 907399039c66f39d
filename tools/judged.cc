#include "tools/judged.h"

#include <algorithm>
#include <cstdio>
#include <optional>

#include "fmt/format.h"
#include "ir/text/reader.h"
#include "tools/files.h"
#include "tools/load_pass.h"
#include "tools/man_page.h"
#include "tools/toggles.h"

namespace t2t {
namespace {

// "" or what is wrong.
std::string Prepare(std::vector<std::string> command, Judged& judged) {
  const CommandLine& line = judged.line;
  if (line.inputs.empty()) return "no input; --help shows the options";
  if (command.empty()) return "no command: name it behind --";
  if (std::string error = LoadPasses(line.All("load-pass")); !error.empty()) return error;
  if (std::string error = Understand(line, judged.options); !error.empty()) return error;
  if (std::string error = ReadFile(line.input(), judged.text); !error.empty()) return error;
  Diagnostics diagnostics;
  std::optional<Program> program = ReadProgram(judged.text, diagnostics);
  if (!program) {
    fmt::print(stderr, "{}", RenderDiagnostics(diagnostics.all(), line.input(), judged.text));
    return fmt::format("{} cannot be read", line.input());
  }
  if (std::string error = UnknownFunctions(judged.options.plan, *program); !error.empty()) return error;
  judged.program = *std::move(program);
  judged.judge = std::make_unique<Judge>(std::move(command));
  return judged.judge->error();
}

}  // namespace

int JudgedTool::Trouble(std::string_view message) const {
  fmt::print(stderr, "{}: {}\n", name, message);
  return kTrouble;
}

std::unique_ptr<Judged> PrepareJudged(const JudgedTool& tool, const std::vector<std::string>& args, int& code) {
  const auto dashes = std::find(args.begin(), args.end(), "--");
  auto judged = std::make_unique<Judged>();
  judged->line = ParseCommandLine(tool.flags, 1, {args.begin(), dashes});
  std::string error = judged->line.error;
  if (error.empty()) {
    if (const std::optional<std::string> text = AnswerHelp(tool.brief, tool.head, tool.flags, judged->line)) {
      code = WriteToStdout(*text).empty() ? JudgedTool::kDone : JudgedTool::kTrouble;
      return nullptr;
    }
    error = Prepare({dashes == args.end() ? dashes : dashes + 1, args.end()}, *judged);
  }
  if (error.empty()) return judged;
  code = tool.Trouble(error);
  return nullptr;
}

}  // namespace t2t
