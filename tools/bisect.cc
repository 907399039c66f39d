#include "tools/bisect.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>

#include "fmt/format.h"
#include "ir/text/printer.h"
#include "pipeline/program_diff.h"
#include "pipeline/provenance.h"
#include "pipeline/runner.h"
#include "tools/flags.h"
#include "tools/judge.h"
#include "tools/judged.h"

namespace t2t {
namespace {

using V = Flag::Value;
// Those that t2t-pipeline has too are understood as there.
constexpr Flag kFlags[] = {
    {"search", "stages", V::kNone, "", "let CMD judge the program behind each pass, not the lowered one"},
    {"chain", "backend", V::kRequired, "none|Ascend910B|Ascend950", "chip to lower for"},
    {"chain", "load-pass", V::kRequired, "LIB", "add the passes of this shared library to the chain"},
    {"chain", "start-after", V::kRequired, "PASS", "the input is a dump of this pass"},
    {"chain", "stop-after", V::kRequired, "PASS", "run up to and including this pass"},
    {"chain", "disable", V::kRequired, "PASS[@GLOB],...", "leave out optional passes, or keep them from these functions"},
    {"chain", "only", V::kRequired, "PASS,...", "leave out every optional pass but these"},
    {"chain", "verify", V::kRequired, "none|ends|each|strict", "when to check (default each); a failing check is bad"},
    {"help", "help", V::kNone, "", "this text"},
    {"help", "help-docs", V::kRequired, "man", "this text as manual page"},
};
constexpr std::string_view kHead =
    "usage: t2t-bisect [options] IN -- CMD [ARG...]\n\n"
    "Finds the pass that makes the result of lowering IN bad, and the change within it, and shows what that change does.\n"
    "CMD gets the name of a lowered program in place of {} or as its last argument; its exit status is 0 for good, 1 to\n"
    "125 for bad, and a signal is bad. Its output goes to stderr.\n"
    "Exit status: 0 found, 1 nothing to find, 2 usage or CMD cannot be run.\n";

constexpr JudgedTool kTool = {"t2t-bisect", "find the pass, and the change within it, that makes a lowered program bad", kHead,
                              kFlags};
constexpr int kExitFound = JudgedTool::kDone, kExitNothing = 1, kExitTrouble = JudgedTool::kTrouble;

int Nothing(std::string_view message) {
  fmt::print(stderr, "t2t-bisect: {}\n", message);
  return kExitNothing;
}

// How many changes a pass made.
class ChangeCounter final : public Observer {
 public:
  explicit ChangeCounter(int ordinal) : ordinal_(ordinal) {}
  void After(const StageEvent& event) override {
    if (event.ordinal == ordinal_) changes_ = event.changes;
  }
  int64_t changes() const { return changes_; }

 private:
  int ordinal_;
  int64_t changes_ = 0;
};

enum class Answer : uint8_t { kGood, kBad, kRefused, kTrouble };

// A series of ever fuller runs, first to last; somewhere good turns into bad.
struct Series {
  std::vector<int64_t> points;
  std::function<RunPlan(int64_t)> plan;
  std::function<std::string(int64_t)> label;  // as a flag of t2t-pipeline
};
struct Turn {
  int64_t good = 0, bad = 0;
};

class Hunt {
 public:
  Hunt(Program program, RunPlan plan, Judge& judge) : program_(std::move(program)), plan_(std::move(plan)), judge_(judge) {}

  int Run(bool stages) {
    const Series series = stages ? Stages() : Limits();
    const std::optional<Turn> turn = Find(series);
    if (!turn) return code_;
    const int pass = static_cast<int>(turn->bad);
    fmt::print("first bad: pass {:02} {} ({} is good, {} is bad)\n", pass, StageAt(pass).name, series.label(turn->good),
               series.label(turn->bad));
    RunPlan good = series.plan(turn->good), bad = series.plan(turn->bad);
    if (const std::optional<Turn> change = FindChange(series, pass, bad)) {
      good = WithFuel(bad, pass, change->good);
      bad = WithFuel(bad, pass, change->bad);
    } else if (code_ == kExitTrouble) {
      return code_;
    }
    return Show(pass, std::move(good), std::move(bad));
  }

 private:
  Series Limits() {
    Series s;
    s.points.push_back(0);
    for (int i = plan_.first; i <= plan_.last; ++i) {
      if (StageAt(i).optional && WhySkipped(plan_, i, StageAt(i)).empty()) s.points.push_back(i);
    }
    s.plan = [this](int64_t limit) {
      RunPlan plan = plan_;
      plan.bisect_limit = static_cast<int>(limit);
      return plan;
    };
    s.label = [](int64_t limit) { return fmt::format("--bisect-limit={}", limit); };
    return s;
  }
  Series Stages() {
    Series s;
    for (int i = plan_.first - 1; i <= plan_.last; ++i) s.points.push_back(i);
    s.plan = [this](int64_t last) {
      RunPlan plan = plan_;
      plan.last = static_cast<int>(last);
      return plan;
    };
    s.label = [this](int64_t last) {
      return last < plan_.first ? std::string("--passes=none") : fmt::format("--stop-after={}", StageAt(static_cast<int>(last)).name);
    };
    return s;
  }
  static RunPlan WithFuel(RunPlan plan, int pass, int64_t limit) {
    plan.fuel.resize(static_cast<size_t>(NumStages()), -1);
    plan.fuel[static_cast<size_t>(pass - 1)] = limit;
    return plan;
  }

  // The change within the pass, when it makes more than one.
  std::optional<Turn> FindChange(const Series& outer, int pass, const RunPlan& bad) {
    code_ = kExitFound;
    const Stage& stage = StageAt(pass);
    if (stage.unit.empty()) return std::nullopt;
    ChangeCounter counter(pass);
    Observer* observers[] = {&counter};
    Diagnostics ignored;
    t2t::Program copy = program_;
    RunPlan to_pass = bad;
    to_pass.last = pass;
    RunChain(copy, t2t::Stages(), to_pass, observers, ignored);
    if (counter.changes() <= 1) return std::nullopt;
    Series s;
    for (int64_t i = 0; i <= counter.changes(); ++i) s.points.push_back(i);
    s.plan = [&](int64_t limit) { return WithFuel(bad, pass, limit); };
    s.label = [&](int64_t limit) { return fmt::format("--fuel={}:{}", stage.name, limit); };
    std::optional<Turn> turn = Find(s);
    if (turn) {
      fmt::print("the change: {} {} of {} ({} {} is good, {} is bad)\n", stage.unit, turn->bad, counter.changes(),
                 outer.label(pass), s.label(turn->good), s.label(turn->bad));
    }
    return turn;
  }

  // Both ends are judged first; then the good and the bad point that stand next to each other, refused ones aside.
  std::optional<Turn> Find(const Series& s) {
    size_t low = 0, high = s.points.size() - 1;
    switch (Ask(s, high)) {
      case Answer::kGood: return Give(Nothing(fmt::format("nothing to find: {} is good", s.label(s.points[high]))));
      case Answer::kRefused: return Give(Nothing(fmt::format("nothing to find: with {} the input is refused", s.label(s.points[high]))));
      case Answer::kTrouble: return Give(kExitTrouble);
      case Answer::kBad: break;
    }
    Answer answer = Answer::kRefused;
    while (low < high && (answer = Ask(s, low)) == Answer::kRefused) ++low;
    if (answer == Answer::kTrouble) return Give(kExitTrouble);
    if (low == high || answer == Answer::kBad) {
      return Give(Nothing(fmt::format("{} is bad already: a mandatory pass or the input is to blame; --stages judges the "
                                      "programs behind the passes", s.label(s.points[low]))));
    }
    while (high - low > 1) {
      // The middle, or where that is refused the nearest point that is not.
      std::optional<size_t> middle;
      for (size_t distance = 0; distance < high - low && !middle; ++distance) {
        for (const size_t at : {low + (high - low) / 2 + distance, low + (high - low) / 2 - distance}) {
          if (at <= low || at >= high || middle) continue;
          answer = Ask(s, at);
          if (answer == Answer::kTrouble) return Give(kExitTrouble);
          if (answer != Answer::kRefused) middle = at;
        }
      }
      if (!middle) {
        fmt::print(stderr, "t2t-bisect: the input is refused with everything between {} and {}\n", s.label(s.points[low]),
                   s.label(s.points[high]));
        break;
      }
      (answer == Answer::kGood ? low : high) = *middle;
    }
    return Turn{s.points[low], s.points[high]};
  }
  std::optional<Turn> Give(int code) {
    code_ = code;
    return std::nullopt;
  }

  Answer Ask(const Series& s, size_t at) {
    const std::string label = s.label(s.points[at]);
    Diagnostics diagnostics;
    t2t::Program program = program_;
    const RunResult result = RunChain(program, t2t::Stages(), s.plan(s.points[at]), {}, diagnostics);
    Answer answer = Answer::kRefused;
    std::string why;
    if (result.verdict == Verdict::kOurFault) {
      answer = Answer::kBad;
      why = result.failure.substr(0, result.failure.find('\n'));
    } else if (result.verdict == Verdict::kInputWrong) {
      why = diagnostics.all().empty() ? std::string() : diagnostics.all().back().message;
    } else {
      const std::optional<bool> good = judge_.Good(PrintProgram(program) + "\n", why);
      answer = !good ? Answer::kTrouble : *good ? Answer::kGood : Answer::kBad;
    }
    constexpr std::string_view kWords[] = {"good", "bad", "refused", "no answer"};
    fmt::print(stderr, "t2t-bisect: {}: {}{}\n", label, kWords[static_cast<size_t>(answer)],
               why.empty() ? std::string() : fmt::format(" ({})", why));
    return answer;
  }

  // What the pass does when it is bad and does not do when the result is good.
  int Show(int pass, RunPlan good, RunPlan bad) {
    const auto behind = [&](RunPlan plan) {
      plan.last = std::min(pass, plan.last);
      plan.verify = VerifyLevel::kNone;
      Diagnostics ignored;
      t2t::Program program = program_;
      RunChain(program, t2t::Stages(), plan, {}, ignored);
      return PrintProgram(program);
    };
    DiffCounts counts;
    const std::string diff = ProgramDiff(behind(std::move(good)), behind(std::move(bad)), FunctionFilter(), counts);
    fmt::print("--- good\n+++ bad, behind {:02} {}: {}\n{}", pass, StageAt(pass).name, counts.Text(), diff);
    return std::fflush(stdout) == 0 ? kExitFound : kTool.Trouble("cannot write to stdout");
  }

  const Program program_;
  const RunPlan plan_;
  Judge& judge_;
  int code_ = kExitFound;
};

}  // namespace

int RunBisect(const std::vector<std::string>& args) {
  int code = 0;
  const std::unique_ptr<Judged> judged = PrepareJudged(kTool, args, code);
  if (judged == nullptr) return code;
  code = Hunt(std::move(judged->program), judged->options.plan, *judged->judge).Run(judged->line.Has("stages"));
  return judged->judge->error().empty() ? code : kTool.Trouble(judged->judge->error());
}

}  // namespace t2t
