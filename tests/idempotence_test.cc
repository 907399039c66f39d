// Running the chain on what it made changes nothing.
#include <iostream>
#include <string>

#include "gtest/gtest.h"
#include "ir/core/structural_equal.h"
#include "ir/text/printer.h"
#include "tests/whole_programs.h"

namespace t2t {
namespace {

TEST(Idempotence, TheChainLeavesItsOwnOutputAlone) {
  int lowered = 0;
  for (const WholeProgram& source : WholePrograms()) {
    SCOPED_TRACE(source.name);
    Diagnostics diagnostics;
    const std::optional<Program> program = ReadProgram(source.text, diagnostics);
    if (!program) continue;
    const ChainRun once = RunWhole(*program, source.backend);
    if (once.result.verdict != Verdict::kDone) continue;
    const std::string text = PrintProgram(*once.program);
    const std::optional<Program> again = ReadProgram(text, diagnostics);
    ASSERT_TRUE(again) << text;
    const ChainRun twice = RunWhole(*again, source.backend);
    std::string why = twice.result.failure;
    for (const Diagnostic& d : twice.findings) {
      if (d.severity == Severity::kError) why += d.kind + ": " + d.message + "\n";
    }
    EXPECT_EQ(twice.result.verdict, Verdict::kDone) << why;
    if (twice.result.verdict != Verdict::kDone) continue;
    EXPECT_EQ(FirstDifference(*twice.program, *again).value_or(""), "");
    EXPECT_EQ(PrintProgram(*twice.program), text);
    ++lowered;
  }
  EXPECT_GT(lowered, 3);
}

}  // namespace
}  // namespace t2t
