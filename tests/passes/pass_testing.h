// One pass, or a stretch of the chain, on a program written as text: functions only, the header is added here.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/core/structural_equal.h"
#include "ir/support/status.h"
#include "ir/text/printer.h"
#include "ir/text/reader.h"
#include "pipeline/runner.h"

namespace t2t {

inline std::string ProgramText(std::string_view functions) {
  return "# pypto.program: T\nimport pypto.language as pl\nimport pypto.language.distributed as pld\n@pl.program\nclass Example:\n" +
         std::string(functions);
}

inline std::optional<Program> ReadFunctions(std::string_view functions) {
  const std::string text = ProgramText(functions);
  Diagnostics diagnostics;
  std::optional<Program> program = ReadProgram(text, diagnostics);
  EXPECT_TRUE(program.has_value()) << RenderDiagnostics(diagnostics.all(), "example", text);
  return program;
}

struct PassRun {
  Change change = Change::kNone;
  std::string text;                     // of the program after the pass
  std::vector<Diagnostic> diagnostics;  // what the user is told
};

inline PassRun RunOn(Pass& pass, Program& program) {
  Diagnostics diagnostics;
  PassContext context{program, diagnostics};
  const absl::StatusOr<Change> change = pass.Run(context);
  EXPECT_TRUE(change.ok()) << MessageOf(change.status());
  return {change.value_or(Change::kNone), PrintProgram(program), diagnostics.all()};
}

template <class P>
PassRun RunPass(std::string_view functions) {
  std::optional<Program> program = ReadFunctions(functions);
  if (!program) return {};
  P pass;
  return RunOn(pass, *program);
}

// The pass turns `before` into `after` and says that it changed something.
template <class P>
void ExpectBecomes(std::string_view before, std::string_view after) {
  std::optional<Program> program = ReadFunctions(before);
  const std::optional<Program> expected = ReadFunctions(after);
  if (!program || !expected) return;
  P pass;
  const PassRun run = RunOn(pass, *program);
  EXPECT_TRUE(run.diagnostics.empty()) << RenderDiagnostics(run.diagnostics, "example", "");
  EXPECT_EQ(run.change, Change::kChanged);
  const std::optional<std::string> difference = FirstDifference(*program, *expected);
  EXPECT_FALSE(difference.has_value()) << *difference << "\n" << run.text;
}

template <class P>
void ExpectUntouched(std::string_view functions) {
  std::optional<Program> program = ReadFunctions(functions);
  const std::optional<Program> expected = ReadFunctions(functions);
  if (!program || !expected) return;
  P pass;
  const PassRun run = RunOn(pass, *program);
  EXPECT_TRUE(run.diagnostics.empty()) << RenderDiagnostics(run.diagnostics, "example", "");
  EXPECT_EQ(run.change, Change::kNone);
  EXPECT_EQ(run.text, PrintProgram(*expected));
}

template <class P>
void ExpectRefusedWith(std::string_view functions, std::string_view fragment) {
  const PassRun run = RunPass<P>(functions);
  ASSERT_EQ(run.diagnostics.size(), 1u);
  EXPECT_THAT(run.diagnostics[0].message, testing::HasSubstr(std::string(fragment)));
  EXPECT_NE(run.diagnostics[0].help, "");
}

// ---- the chain ----

// Programs that the chain ran over. Every pass is verified; what is printed must read back equal.
// The whole chain as a user gets it, for tests of what is said and where.
inline Verdict RunWholeChain(Program& program, Diagnostics& diagnostics) {
  RunPlan plan;
  plan.last = NumStages();
  return RunChain(program, Stages(), plan, {}, diagnostics).verdict;
}

struct ChainResult {
  Verdict verdict = Verdict::kDone;
  std::string text;     // behind the last pass
  std::string errors;   // what the user is told, one message a line
  std::string warnings;
};

// Passes `first` to `last` by name; "" = from the beginning, to the end.
inline ChainResult RunPasses(std::string_view functions, std::string_view first, std::string_view last,
                             std::initializer_list<std::string_view> without = {},
                             Backend backend = Backend::kNone) {
  std::optional<Program> program = ReadFunctions(functions);
  if (!program) return {Verdict::kInputWrong, "", "", ""};
  RunPlan plan;
  plan.first = first.empty() ? 1 : FindStage(first);
  plan.last = last.empty() ? NumStages() : FindStage(last);
  plan.verify = VerifyLevel::kStrict;
  plan.backend = backend;
  plan.disabled.resize(static_cast<size_t>(NumStages()), false);
  for (std::string_view pass : without) plan.disabled[static_cast<size_t>(FindStage(pass) - 1)] = true;
  Diagnostics diagnostics;
  const RunResult run = RunChain(*program, Stages(), plan, {}, diagnostics);
  EXPECT_NE(run.verdict, Verdict::kOurFault) << run.failure << PrintProgram(*program);
  ChainResult result{run.verdict, PrintProgram(*program), "", ""};
  for (const Diagnostic& d : diagnostics.all()) {
    (d.severity == Severity::kError ? result.errors : result.warnings) += d.message + "\n";
  }
  return result;
}

inline ChainResult Lower(std::string_view functions, std::initializer_list<std::string_view> without = {},
                         Backend backend = Backend::kNone) {
  return RunPasses(functions, "", "", without, backend);
}

// ---- reading results ----

// `line` without the type annotation behind the name that it defines, and without the mark of compiler-made Mat loads.
inline std::string WithoutTypes(std::string line) {
  constexpr std::string_view kMark = ", attrs={\"__compiler_tensor_to_tile_mat_bridge\": True}";
  if (const size_t mark = line.find(kMark); mark != std::string::npos) line.erase(mark, kMark.size());
  const size_t start = line.find_first_not_of(' ');
  const size_t colon = line.find(": ");
  if (start == std::string::npos || colon == std::string::npos) return line;
  for (size_t i = start; i < colon; ++i) {
    if (!isalnum(static_cast<unsigned char>(line[i])) && line[i] != '_') return line;
  }
  int depth = 0;
  for (size_t i = colon + 2; i + 2 < line.size(); ++i) {
    if (line[i] == '[' || line[i] == '(') ++depth;
    if (line[i] == ']' || line[i] == ')') --depth;
    if (depth == 0 && line.compare(i, 3, " = ") == 0) return line.substr(0, colon) + line.substr(i);
  }
  return line;
}

// The statements of one function, a line each, indented by their nesting, types left out.
inline std::string Body(std::string_view text, std::string_view function) {
  std::string result;
  bool inside = false;
  size_t at = 0;
  while (at < text.size()) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (line.starts_with("    def ")) {
      inside = line.substr(8).starts_with(std::string(function) + "(");
    } else if (line.starts_with("    @")) {
      inside = false;
    } else if (inside && line.starts_with("        ")) {
      result += WithoutTypes(std::string(line.substr(8))) + "\n";
    }
  }
  return result;
}

// The line `def function(...)`, without "def " and what follows the parameters' closing parenthesis.
inline std::string Signature(std::string_view text, std::string_view function) {
  const size_t at = text.find("    def " + std::string(function) + "(");
  if (at == std::string_view::npos) return "";
  return std::string(text.substr(at + 8, text.find('\n', at) - at - 8));
}

// The type annotation of the first definition of `name`; "" when there is none.
inline std::string Annotation(std::string_view text, std::string_view name) {
  const size_t at = text.find(" " + std::string(name) + ": ");
  if (at == std::string_view::npos) {
    ADD_FAILURE() << "nothing is called " << name << " in\n" << text;
    return "";
  }
  const size_t start = at + name.size() + 3;
  return std::string(text.substr(start, text.find(" = ", start) - start));
}

inline size_t Count(std::string_view text, std::string_view what) {
  size_t n = 0;
  for (size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

inline std::string WithoutLeadingNewline(std::string_view text) {
  return std::string(text.starts_with("\n") ? text.substr(1) : text);
}

// The whole chain makes exactly these statements of `function`.
inline void ExpectFunction(std::string_view function, std::string_view functions, std::string_view statements) {
  const ChainResult run = Lower(functions);
  EXPECT_EQ(run.verdict, Verdict::kDone) << run.errors;
  EXPECT_EQ(Body(run.text, function), WithoutLeadingNewline(statements)) << run.text;
}
inline void ExpectKernel(std::string_view functions, std::string_view statements) {
  ExpectFunction("k", functions, statements);
}

// Behind this pass the kernel `k` has exactly these statements; its function attributes are left out.
inline void ExpectBehind(std::string_view pass, std::string_view functions, std::string_view statements) {
  const ChainResult run = RunPasses(functions, "", pass);
  EXPECT_EQ(run.verdict, Verdict::kDone) << run.errors;
  std::string body = Body(run.text, "k");
  if (body.starts_with("pl.func_attr(")) body.erase(0, body.find('\n') + 1);
  EXPECT_EQ(body, WithoutLeadingNewline(statements)) << run.text;
}

// The reader or the chain refuses the program and says this.
inline void ExpectRefused(std::string_view functions, std::string_view fragment) {
  Diagnostics reading;
  if (!ReadProgram(ProgramText(functions), reading)) {
    std::string said;
    for (const Diagnostic& d : reading.all()) said += d.message + "\n";
    EXPECT_THAT(said, testing::HasSubstr(std::string(fragment)));
    return;
  }
  const ChainResult run = Lower(functions);
  EXPECT_EQ(run.verdict, Verdict::kInputWrong) << run.text;
  EXPECT_THAT(run.errors, testing::HasSubstr(std::string(fragment)));
}

}  // namespace t2t
