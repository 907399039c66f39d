#include "pipeline/runner.h"

#include <optional>
#include <utility>

#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/core/structural_equal.h"
#include "ir/support/place.h"
#include "ir/support/status.h"
#include "ir/text/printer.h"
#include "ir/text/reader.h"
#include "passes/facts.h"
#include "pipeline/kept_effects.h"
#include "pipeline/kept_functions.h"
#include "pipeline/marks.h"
#include "pipeline/properties.h"
#include "pipeline/verification.h"

namespace t2t {
namespace {

class Chain {
 public:
  Chain(Program& program, absl::Span<const Stage> stages, const RunPlan& plan, absl::Span<Observer* const> observers,
        Diagnostics& diagnostics)
      : p_(program), stages_(stages), plan_(plan), observers_(observers), diagnostics_(diagnostics),
        verification_(stages, plan.verify_only, plan.backend, plan.verify == VerifyLevel::kStrict),
        ran_(RowsTakenAsRun(stages, plan.first - 1)) {}

  RunResult Run() {
    if (WrongMarks()) return {Verdict::kInputWrong, 0, {}};
    if (plan_.verify != VerifyLevel::kNone) {
      verification_.Input(p_, plan_.first - 1, diagnostics_);
      kept_.Remember(p_);
      if (diagnostics_.HasErrors()) return {Verdict::kInputWrong, 0, {}};
      if (plan_.verify == VerifyLevel::kStrict) {
        // The printer's or the reader's fault, but found before any pass had a chance to be blamed for it.
        if (std::string difference = RoundTripDifference(p_); !difference.empty()) {
          return {Verdict::kOurFault, 0, "the input does not survive printing and reading: " + difference};
        }
      }
    }
    for (Observer* o : observers_) o->Begin(p_);
    for (int ordinal = plan_.first; ordinal <= plan_.last; ++ordinal) {
      if (RunResult result = Step(ordinal); result.verdict != Verdict::kDone) return result;
    }
    p_.SetMaker(0);
    for (Observer* o : observers_) o->End(p_);
    return {};
  }

 private:
  Fuel FuelOf(int ordinal) const {
    const auto i = static_cast<size_t>(ordinal - 1);
    std::vector<bool> spared;
    if (!DisabledIn(plan_, ordinal).empty()) {
      for (uint32_t f = 0; f < p_.num_functions(); ++f) spared.push_back(plan_.disabled_in[i].Wants(p_, FuncId(f)));
    }
    return Fuel(i < plan_.fuel.size() ? plan_.fuel[i] : -1, std::move(spared));
  }

  // What stands behind some pass, but not behind the last, carries the marks of the first. Without them the passes would
  // lower nothing and the verifiers would blame one of them.
  bool WrongMarks() {
    const int behind = plan_.first - 1;
    if (behind < 1 || behind >= static_cast<int>(stages_.size())) return false;
    for (uint32_t i = 0; i < p_.num_functions(); ++i) {
      const Function& f = p_[FuncId(i)];
      if (!IsLoweredKernel(p_, FuncId(i)) || p_.FindAttr(f.attrs, facts::kKernel) != nullptr) continue;
      diagnostics_.Error("kernel-entry", f.span,
                         fmt::format("kernel {} does not bear the mark {} that select-kernels gives, so the program does not "
                                     "stand behind pass {:02} {}", p_[f.name], facts::kKernel, behind,
                                     stages_[static_cast<size_t>(behind - 1)].name),
                         "go on from a dump of that pass, or start with the first one");
      return true;
    }
    CheckMarks(p_, diagnostics_);
    return diagnostics_.HasErrors();
  }

  RunResult Step(int ordinal) {
    const Stage& stage = stages_[static_cast<size_t>(ordinal - 1)];
    StageEvent event{ordinal, stage, p_};
    event.idle = WhySkipped(plan_, ordinal, stage);
    event.ran = event.idle.empty();
    ran_[static_cast<size_t>(ordinal - 1)] = event.ran;
    const bool strict = plan_.verify == VerifyLevel::kStrict;
    const uint64_t before = strict && event.ran ? Fingerprint(p_) : 0;
    std::optional<Program> kept;
    if (strict && event.ran) kept = p_;
    for (Observer* o : observers_) o->Before(event);

    findings_begin_ = diagnostics_.all().size();
    if (event.ran) {
      p_.SetMaker(static_cast<uint8_t>(ordinal));
      const size_t errors = diagnostics_.errors();
      PassContext context{p_, diagnostics_, plan_.backend, FuelOf(ordinal)};
      const absl::StatusOr<Change> change = stage.make()->Run(context);
      if (diagnostics_.errors() > errors) return Fail(event, Verdict::kInputWrong, "");
      if (!change.ok()) {
        if (absl::IsInvalidArgument(change.status())) {
          diagnostics_.Error(stage.name, PlaceOf(change.status()), std::string(MessageOf(change.status())));
          return Fail(event, Verdict::kInputWrong, "");
        }
        if (absl::IsFailedPrecondition(change.status()) && plan_.first > 1) {
          diagnostics_.Error("marks", PlaceOf(change.status()), std::string(MessageOf(change.status())),
                             "go on from the dump as the pass left it");
          return Fail(event, Verdict::kInputWrong, "");
        }
        return Fail(event, Verdict::kOurFault, std::string(MessageOf(change.status())));
      }
      event.changed = *change == Change::kChanged;
      event.changes = context.fuel.taken();
      // A pass that was held back keeps no promise of the whole program.
      const bool held_back = context.fuel.refused() || !DisabledIn(plan_, ordinal).empty();
      if (held_back) ran_[static_cast<size_t>(ordinal - 1)] = false;
      if (!event.changed) event.idle = context.fuel.refused() ? "out of fuel" : "nothing to do";
    }
    for (auto o = observers_.rbegin(); o != observers_.rend(); ++o) (*o)->Ran(event);
    if (std::string why = Check(event, before); !why.empty()) return Fail(event, Verdict::kOurFault, why);
    if (kept && event.changed) {
      KeptEffects effects(*kept, stages_, ordinal, SuspicionLimits(plan_));
      if (std::string why = effects.Lost(p_); !why.empty()) return Fail(event, Verdict::kOurFault, why);
    }
    for (Observer* o : observers_) {
      if (std::string why = o->Judge(event); !why.empty()) return Fail(event, Verdict::kOurFault, why);
    }
    event.findings = Findings();
    for (auto o = observers_.rbegin(); o != observers_.rend(); ++o) (*o)->After(event);
    return {};
  }

  // What the pass did wrong, "" for nothing.
  std::string Check(const StageEvent& event, uint64_t before) {
    const bool strict = plan_.verify == VerifyLevel::kStrict;
    if (strict && event.ran) {
      const bool changed = Fingerprint(p_) != before;
      if (changed && !event.changed) return "changed the program and said it did not";
      if (!changed && event.changed) return "said it changed the program and did not";
      if (!event.stage.unit.empty() && event.changed != (event.changes > 0)) {
        return fmt::format("made changes without asking for fuel, or asked and made none ({} granted)", event.changes);
      }
    }
    const bool due = plan_.verify >= VerifyLevel::kEach ||
                     (plan_.verify == VerifyLevel::kEnds && event.ordinal == plan_.last);
    if (due) {
      std::string errors;
      if (plan_.verify_only.empty()) {
        for (const std::string& line : kept_.Broken(p_)) errors += "\n  FunctionKept: " + line;
      }
      for (const Diagnostic& d : verification_.After(p_, event.ordinal, ran_)) {
        if (d.severity == Severity::kWarning) {
          diagnostics_.Add(d);
        } else {
          errors += fmt::format("\n  {}{}: {}{}{}", d.kind, d.rule != 0 ? fmt::format(".{}", d.rule) : std::string(),
                                d.function.empty() ? "" : "in function '" + d.function + "': ", d.message,
                                d.span.known() ? fmt::format(" (from line {})", d.span.line) : std::string());
        }
      }
      if (!errors.empty()) return "left a program that does not verify:" + errors;
    }
    if (strict && event.changed) {
      if (std::string difference = RoundTripDifference(p_); !difference.empty()) {
        return "left a program that does not survive printing and reading: " + difference;
      }
    }
    return {};
  }

  // Warnings and errors since the stage began.
  absl::Span<const Diagnostic> Findings() const {
    return absl::MakeConstSpan(diagnostics_.all()).subspan(findings_begin_);
  }

  RunResult Fail(StageEvent& event, Verdict verdict, const std::string& why) {
    RunResult result{verdict, event.ordinal, {}};
    if (verdict == Verdict::kOurFault) {
      const std::string& library = event.stage.library;
      result.failure = fmt::format("pass {:02} {}{}: {}", event.ordinal, event.stage.name,
                                   library.empty() ? "" : fmt::format(" (of {})", library), why);
    }
    event.findings = Findings();
    for (Observer* o : observers_) o->Failed(event, result.failure);
    return result;
  }

  Program& p_;
  absl::Span<const Stage> stages_;
  const RunPlan& plan_;
  absl::Span<Observer* const> observers_;
  Diagnostics& diagnostics_;
  Verification verification_;
  KeptFunctions kept_;
  size_t findings_begin_ = 0;
  std::vector<bool> ran_;  // by ordinal - 1
};

}  // namespace

std::string DisabledIn(const RunPlan& plan, int ordinal) {
  const auto i = static_cast<size_t>(ordinal - 1);
  return i < plan.disabled_in.size() ? plan.disabled_in[i].Text() : std::string();
}

std::string WhySkipped(const RunPlan& plan, int ordinal, const Stage& stage) {
  const auto i = static_cast<size_t>(ordinal - 1);
  if (ordinal < plan.first || ordinal > plan.last) return "outside the slice";
  if (i < plan.disabled.size() && plan.disabled[i]) return "disabled";
  if (!stage.optional || plan.bisect_limit < 0 || ordinal <= plan.bisect_limit) return {};
  return fmt::format("beyond --bisect-limit={}", plan.bisect_limit);
}

bool RunsInFull(const RunPlan& plan, int ordinal, const Stage& stage) {
  const auto i = static_cast<size_t>(ordinal - 1);
  const bool unlimited = i >= plan.fuel.size() || plan.fuel[i] < 0;
  return unlimited && WhySkipped(plan, ordinal, stage).empty() && DisabledIn(plan, ordinal).empty();
}

RunResult RunChain(Program& program, absl::Span<const Stage> stages, const RunPlan& plan,
                   absl::Span<Observer* const> observers, Diagnostics& diagnostics) {
  return Chain(program, stages, plan, observers, diagnostics).Run();
}

std::string RoundTripDifference(const Program& program) {
  const std::string text = PrintProgram(program);
  Diagnostics diagnostics;
  const std::optional<Program> again = ReadProgram(text, diagnostics);
  if (!again) {
    if (diagnostics.all().empty()) return "the printed text is refused";
    const Diagnostic& d = diagnostics.all().front();
    return fmt::format("line {} of the printed text: {}", d.span.line, d.message);
  }
  return FirstDifference(program, *again).value_or("");
}

}  // namespace t2t
