// Running the chain on what it made changes nothing, and neither does running one pass on what it made.
#include <set>
#include <string>

#include "gmock/gmock.h"
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

// Runs each pass once more on a copy of what it left. place-exit-stores may refuse: it carries the record of returns out, and
// finds it carried out. No pass may say that it changed something.
class RunAgain final : public Observer {
 public:
  RunAgain(Backend backend, std::set<std::string>& unlike) : backend_(backend), unlike_(unlike) {}

  void Ran(const StageEvent& event) override {
    if (!event.ran) return;
    Program again = event.program;
    again.SetMaker(static_cast<uint8_t>(event.ordinal));
    Diagnostics diagnostics;
    PassContext context{again, diagnostics, backend_};
    const absl::StatusOr<Change> change = event.stage.make()->Run(context);
    const bool refused = !change.ok() || diagnostics.HasErrors();
    if (refused || Fingerprint(again) != Fingerprint(event.program)) {
      unlike_.insert(std::string(event.stage.name) + (refused ? " refuses" : ""));
    } else if (*change == Change::kChanged) {
      unlike_.insert(std::string(event.stage.name) + " says it changed something");
    } else if (!event.stage.unit.empty() && context.fuel.taken() != 0) {
      unlike_.insert(std::string(event.stage.name) + " takes fuel");
    }
  }

 private:
  Backend backend_;
  std::set<std::string>& unlike_;
};

TEST(Idempotence, EveryPassLeavesItsOwnOutputAlone) {
  int finished = 0;
  for (const WholeProgram& source : WholePrograms()) {
    SCOPED_TRACE(source.name);
    Diagnostics diagnostics;
    std::optional<Program> program = ReadProgram(source.text, diagnostics);
    if (!program) continue;
    RunPlan plan;
    plan.last = NumStages();
    plan.backend = source.backend;
    plan.verify = VerifyLevel::kNone;
    std::set<std::string> unlike;
    RunAgain watch(source.backend, unlike);
    Observer* const observers[] = {&watch};
    if (RunChain(*program, Stages(), plan, observers, diagnostics).verdict == Verdict::kDone) ++finished;
    unlike.erase("place-exit-stores refuses");
    EXPECT_THAT(unlike, testing::IsEmpty());
  }
  EXPECT_GT(finished, 3);
}

}  // namespace
}  // namespace t2t
