// The runner with a chain of small passes: order, toggles, blame, honesty.
#include "pipeline/runner.h"

#include <string>
#include <tuple>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/support/status.h"
#include "ir/text/reader.h"

namespace t2t {
namespace {

constexpr std::string_view kProgram = R"(import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        y: pl.Tensor[[64], pl.FP32] = pl.tensor.exp(x)
        return y
)";

Program Read(std::string_view text) {
  Diagnostics d;
  std::optional<Program> p = ReadProgram(text, d);
  EXPECT_TRUE(p.has_value()) << RenderDiagnostics(d.all(), "test", text);
  return p ? *std::move(p) : Program();
}

class Idle final : public Pass {
 public:
  absl::StatusOr<Change> Run(PassContext&) override { return Change::kNone; }
};
class Boaster final : public Pass {
 public:
  absl::StatusOr<Change> Run(PassContext&) override { return Change::kChanged; }
};
class Renamer final : public Pass {
 public:
  absl::StatusOr<Change> Run(PassContext& c) override { return Rename(c, Change::kChanged); }
  static Change Rename(PassContext& c, Change said) {
    Function f = c.program[FuncId(0)];
    f.name = c.program.Str("renamed");
    c.program.SetFunction(FuncId(0), f);
    return said;
  }
};
class Sneak final : public Pass {
 public:
  absl::StatusOr<Change> Run(PassContext& c) override { return Renamer::Rename(c, Change::kNone); }
};
class Broken final : public Pass {
 public:
  absl::StatusOr<Change> Run(PassContext&) override { return InternalError("lost a statement"); }
};
class Refuser final : public Pass {
 public:
  absl::StatusOr<Change> Run(PassContext& c) override {
    c.diagnostics.Error("test", Span{7, 1, 1}, "not this one");
    return Change::kNone;
  }
};
class Warner final : public Pass {
 public:
  absl::StatusOr<Change> Run(PassContext& c) override {
    c.diagnostics.Warning("test", Span{7, 1, 1}, "have a look");
    return Change::kNone;
  }
};
template <class P>
std::unique_ptr<Pass> Make() { return std::make_unique<P>(); }

Stage Row(std::string_view name, PassFactory make, bool optional) {
  Stage s;
  s.name = name;
  s.make = make;
  s.optional = optional;
  return s;
}

struct Log final : Observer {
  std::vector<std::string> lines, idle;
  std::vector<size_t> findings;
  int ran = 0;
  void Before(const StageEvent& e) override { lines.push_back("before " + std::string(e.stage.name)); }
  void After(const StageEvent& e) override {
    lines.push_back(std::string(e.ran ? "after " : "skipped ") + std::string(e.stage.name) + (e.changed ? " *" : ""));
    idle.push_back(e.idle);
    findings.push_back(e.findings.size());
  }
  void Ran(const StageEvent&) override { ++ran; }
  void Failed(const StageEvent& e, std::string_view why) override {
    lines.push_back("failed " + std::string(e.stage.name) + ": " + std::string(why));
  }
};

RunResult RunAll(const std::vector<Stage>& stages, RunPlan plan, std::vector<Observer*> observers, Diagnostics& d) {
  Program p = Read(kProgram);
  plan.last = static_cast<int>(stages.size());
  return RunChain(p, stages, plan, observers, d);
}

TEST(RunnerTest, RunsInOrderAndKeepsTheOrdinalOfADisabledPass) {
  Log log;
  Diagnostics d;
  RunPlan plan;
  plan.verify = VerifyLevel::kStrict;
  plan.disabled = {false, true, false};
  const std::vector<Stage> stages = {Row("a", &Make<Idle>, false), Row("b", &Make<Renamer>, true),
                                     Row("c", &Make<Renamer>, false)};
  EXPECT_EQ(RunAll(stages, plan, {&log}, d).verdict, Verdict::kDone);
  EXPECT_THAT(log.lines, testing::ElementsAre("before a", "after a", "before b", "skipped b", "before c", "after c *"));
}

TEST(RunnerTest, TheBisectLimitLeavesOutOptionalPassesOnly) {
  Log log;
  Diagnostics d;
  RunPlan plan;
  plan.bisect_limit = 1;
  const std::vector<Stage> stages = {Row("a", &Make<Idle>, true), Row("b", &Make<Idle>, true),
                                     Row("c", &Make<Idle>, false)};
  RunAll(stages, plan, {&log}, d);
  EXPECT_THAT(log.lines, testing::ElementsAre("before a", "after a", "before b", "skipped b", "before c", "after c"));
}

TEST(RunnerTest, InternalErrorsNameThePass) {
  Log log;
  Diagnostics d;
  const RunResult r = RunAll({Row("a", &Make<Idle>, false), Row("b", &Make<Broken>, false)}, RunPlan{}, {&log}, d);
  EXPECT_EQ(r.verdict, Verdict::kOurFault);
  EXPECT_EQ(r.stage, 2);
  EXPECT_EQ(r.failure, "pass 02 b: lost a statement");
  EXPECT_EQ(log.lines.back(), "failed b: pass 02 b: lost a statement");
}

TEST(RunnerTest, TheUsersErrorStopsTheChainWithoutBlame) {
  Diagnostics d;
  const RunResult r = RunAll({Row("a", &Make<Refuser>, false), Row("b", &Make<Broken>, false)}, RunPlan{}, {}, d);
  EXPECT_EQ(r.verdict, Verdict::kInputWrong);
  EXPECT_EQ(r.stage, 1);
  EXPECT_EQ(r.failure, "");
  EXPECT_EQ(d.errors(), 1u);
}

TEST(RunnerTest, StrictChecksWhatAPassSaysAboutChanges) {
  RunPlan strict;
  strict.verify = VerifyLevel::kStrict;
  Diagnostics d;
  EXPECT_THAT(RunAll({Row("a", &Make<Sneak>, false)}, strict, {}, d).failure, testing::HasSubstr("said it did not"));
  EXPECT_THAT(RunAll({Row("a", &Make<Boaster>, false)}, strict, {}, d).failure, testing::HasSubstr("and did not"));
  EXPECT_EQ(RunAll({Row("a", &Make<Boaster>, false)}, RunPlan{}, {}, d).verdict, Verdict::kDone);
}

// Returns the parameter instead of what is computed from it: every type still fits.
class Forgetful final : public Pass {
 public:
  absl::StatusOr<Change> Run(PassContext& c) override {
    Program& p = c.program;
    const FuncId f(0);
    p.SetStmtValues(p[p[f].body].last, p.MakeList({p.Var(p.Params(f)[0])}));
    return Change::kChanged;
  }
};

TEST(RunnerTest, StrictComparesEffectsBehindAPassThatKeepsThem) {
  RunPlan strict;
  strict.verify = VerifyLevel::kStrict;
  Stage keeps = Row("a", &Make<Forgetful>, false), promises_nothing = keeps;
  keeps.keeps_effects = true;
  Diagnostics d;
  EXPECT_THAT(RunAll({keeps}, strict, {}, d).failure, testing::HasSubstr("EffectSet: result 0 of k is computed differently"));
  EXPECT_THAT(RunAll({promises_nothing}, strict, {}, d).failure, testing::HasSubstr("changes values: function 'k'"));
  EXPECT_EQ(RunAll({keeps}, RunPlan{}, {}, d).verdict, Verdict::kDone);
}

// What the lowering does not take up: bodies written elsewhere, bound at run time, or past it.
constexpr std::string_view kLeftAlone = R"(# pypto.program: P
import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV, external_source="a.cpp")
    def external(x: pl.Tensor[[64], pl.FP32]):
        pass
    @pl.function(level=pl.Level.HOST, role=pl.Role.SubWorker)
    def bound(x: pl.Tensor[[64], pl.FP32]):
        ...
    @pl.function(type=pl.FunctionType.InCore)
    def buffers(x: pl.Tensor[[64], pl.FP32]):
        pl.func_attr({"ir_stage": "buffer"})
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(x: pl.Tensor[[64], pl.FP32]):
        pass
    @pl.function(type=pl.FunctionType.Group)
    def wrapper(x: pl.Tensor[[64], pl.FP32]):
        pass
)";

// Writes what a function declares anew; the function is a parameter of the test, a pass has none.
struct Meddling {
  static inline std::string_view name;
  static inline void (*with)(Function&) = nullptr;
};
class Meddler final : public Pass {
 public:
  absl::StatusOr<Change> Run(PassContext& c) override {
    const FuncId id = c.program.FindFunction(c.program.Str(Meddling::name));
    Function f = c.program[id];
    Meddling::with(f);
    c.program.SetFunction(id, f);
    return Change::kChanged;
  }
};

TEST(RunnerTest, WhatTheLoweringLeavesAloneIsKept) {
  const auto failure = [](std::string_view name, void (*with)(Function&), RunPlan plan = {}) {
    Meddling::name = name;
    Meddling::with = with;
    Program p = Read(kLeftAlone);
    plan.last = 2;
    const std::vector<Stage> stages = {Row("idle", &Make<Idle>, false), Row("meddle", &Make<Meddler>, false)};
    Diagnostics d;
    const std::string why = RunChain(p, stages, plan, {}, d).failure;
    return why.substr(0, why.find("\n", why.find("FunctionKept")));
  };
  const auto role = [](Function& f) { f.role = Role::kOrchestrator; };
  const auto as_it_was = [](Function&) {};
  const auto type = [](Function& f) { f.type = FunctionType::kAIC; };
  for (const std::string name : {"external", "bound", "buffers"}) {
    EXPECT_EQ(failure(name, role),
              "pass 02 meddle: left a program that does not verify:\n  FunctionKept: function " + name +
                  ", which the lowering leaves alone, is not as it was read");
    EXPECT_EQ(failure(name, as_it_was), "");
  }
  EXPECT_EQ(failure("kernel", type),
            "pass 02 meddle: left a program that does not verify:\n  FunctionKept: kernel kernel was of type InCore and is of "
            "type AIC now");
  EXPECT_EQ(failure("wrapper", type).find("FunctionKept"), std::string::npos);
  RunPlan one_property;
  one_property.verify_only = {"SSAForm"};
  EXPECT_EQ(failure("kernel", type, one_property), "");
}

// Renames the only function once per granted change.
class Thirsty final : public Pass {
 public:
  absl::StatusOr<Change> Run(PassContext& c) override {
    Change change = Change::kNone;
    for (int i = 0; i < 3; ++i) {
      if (!c.fuel.Take(FuncId(0))) break;
      Function f = c.program[FuncId(0)];
      f.name = c.program.Str(std::string(c.program[f.name]) + "x");
      c.program.SetFunction(FuncId(0), f);
      change = Change::kChanged;
    }
    return change;
  }
};

Stage Fuelled(PassFactory make) {
  Stage s = Row("thirsty", make, true);
  s.unit = "letter";
  return s;
}

TEST(RunnerTest, FuelGrantsTheFirstChangesOnly) {
  for (const auto& [limit, name, idle] :
       {std::tuple(int64_t{-1}, "kxxx", ""), std::tuple(int64_t{2}, "kxx", ""), std::tuple(int64_t{0}, "k", "out of fuel")}) {
    Program p = Read(kProgram);
    Diagnostics d;
    Log log;
    RunPlan plan;
    plan.last = 1;
    plan.verify = VerifyLevel::kStrict;
    plan.fuel = {limit};
    const std::vector<Stage> stages = {Fuelled(&Make<Thirsty>)};
    Observer* observers[] = {&log};
    EXPECT_EQ(RunChain(p, stages, plan, observers, d).verdict, Verdict::kDone);
    EXPECT_EQ(p[p[FuncId(0)].name], name);
    EXPECT_EQ(log.idle.back(), idle);
  }
}

TEST(RunnerTest, APassIsKeptFromFunctionsByName) {
  for (const auto& [pattern, name] : {std::pair("k", "k"), std::pair("?", "k"), std::pair("other", "kxxx")}) {
    Program p = Read(kProgram);
    Diagnostics d;
    RunPlan plan;
    plan.last = 1;
    plan.verify = VerifyLevel::kStrict;
    plan.disabled_in.resize(1);
    plan.disabled_in[0].Add(pattern);
    const std::vector<Stage> stages = {Fuelled(&Make<Thirsty>)};
    EXPECT_EQ(RunChain(p, stages, plan, {}, d).verdict, Verdict::kDone);
    EXPECT_EQ(p[p[FuncId(0)].name], name) << pattern;
  }
}

TEST(RunnerTest, StrictWantsEveryChangeOfAFuelledPassCounted) {
  RunPlan strict;
  strict.verify = VerifyLevel::kStrict;
  Diagnostics d;
  EXPECT_THAT(RunAll({Fuelled(&Make<Renamer>)}, strict, {}, d).failure, testing::HasSubstr("without asking for fuel"));
}

TEST(RunnerTest, SaysWhyAPassDidNothing) {
  Log log;
  Diagnostics d;
  RunPlan plan;
  plan.disabled = {true};
  plan.bisect_limit = 2;
  const std::vector<Stage> stages = {Row("a", &Make<Renamer>, true), Row("b", &Make<Idle>, true),
                                     Row("c", &Make<Renamer>, true)};
  RunAll(stages, plan, {&log}, d);
  EXPECT_THAT(log.idle, testing::ElementsAre("disabled", "nothing to do", "beyond --bisect-limit=2"));
}

TEST(RunnerTest, FindingsOfAStageAreItsOwn) {
  Log log;
  Diagnostics d;
  RunAll({Row("a", &Make<Warner>, false), Row("b", &Make<Idle>, false), Row("c", &Make<Warner>, false)}, RunPlan{},
         {&log}, d);
  EXPECT_THAT(log.findings, testing::ElementsAre(1u, 0u, 1u));
}

TEST(RunnerTest, VerificationComesAfterRan) {
  Log log;
  Diagnostics d;
  RunAll({Row("a", &Make<Broken>, false)}, RunPlan{}, {&log}, d);
  EXPECT_EQ(log.ran, 0);
  RunAll({Row("a", &Make<Idle>, false), Row("b", &Make<Idle>, false)}, RunPlan{}, {&log}, d);
  EXPECT_EQ(log.ran, 2);
}

}  // namespace
}  // namespace t2t
