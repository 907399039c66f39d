#include "tools/reduce.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <set>

#include "fmt/format.h"
#include "ir/text/reader.h"
#include "pipeline/provenance.h"
#include "pipeline/runner.h"
#include "tools/cuts.h"
#include "tools/files.h"
#include "tools/flags.h"
#include "tools/judge.h"
#include "tools/judged.h"

namespace t2t {
namespace {

using V = Flag::Value;
constexpr Flag kFlags[] = {
    {"result", "o", V::kRequired, "FILE", "write the smallest program here instead of stdout"},
    {"result", "quiet", V::kNone, "", "do not say on stderr how it goes"},
    {"chain", "start-after", V::kRequired, "PASS", "the input is a dump of this pass: that decides what is well formed"},
    {"chain", "load-pass", V::kRequired, "LIB", "the chain has the passes of this shared library, too"},
    {"help", "help", V::kNone, "", "this text"},
    {"help", "help-docs", V::kRequired, "man", "this text as manual page"},
};
constexpr std::string_view kHead =
    "usage: t2t-reduce [options] IN -- CMD [ARG...]\n\n"
    "Makes IN as small as it gets while CMD ends with the status it has for IN. Functions, loops, branches, statements and\n"
    "returned values are taken away, and whatever is left is a well-formed program. CMD gets the name of a program in place\n"
    "of {} or as its last argument; what it prints goes to stderr. Comments at the top of IN, such as the flags of a\n"
    "reproducer, stay.\n"
    "Exit status: 0 done, 2 usage or CMD cannot be run.\n";

constexpr JudgedTool kTool = {"t2t-reduce", "make a program small that shows a fault", kHead, kFlags};

// The comments in front of a program, the one that makes it a printed program aside.
std::string LeadingComments(std::string_view text) {
  std::string out;
  while (text.starts_with("#") && !text.starts_with("# pypto.program:")) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    out += text.substr(0, end);
    text.remove_prefix(end);
  }
  return out;
}

class Reducer {
 public:
  Reducer(Reduced whole, std::string head, RunPlan plan, Judge& judge, bool quiet)
      : best_(std::move(whole)), head_(std::move(head)), plan_(std::move(plan)), judge_(judge), quiet_(quiet) {
    plan_.last = plan_.first - 1;  // the input alone is checked
  }

  // "" or why nothing can be reduced.
  std::string Begin(std::string_view text) {
    const std::optional<std::set<std::string>> findings = Findings(best_.Text());
    if (!findings) return "what it prints cannot be read back";
    allowed_ = *findings;
    std::string why;
    const std::optional<int> status = judge_.Status(text, why);
    if (!status) return judge_.error();
    status_ = *status;
    const std::optional<int> printed = judge_.Status(head_ + best_.Text(), why);
    if (!printed) return judge_.error();
    if (*printed != status_) {
      return fmt::format("CMD ends with {} for the file as it is and with {} for the same program as it is printed", status_, *printed);
    }
    Say("as given");
    return {};
  }

  // Until a round over all kinds of cuts finds none. False when CMD could not be run.
  bool Run() {
    for (bool smaller = true; smaller;) {
      smaller = false;
      for (const Cut::Kind kind : kCutKinds) {
        const std::optional<bool> some = Round(CutsOf(best_, kind));
        if (!some) return false;
        smaller |= *some;
      }
    }
    Say(fmt::format("{} runs of CMD", runs_));
    return true;
  }

  std::string Text() const { return head_ + best_.Text(); }

 private:
  // All cuts at once, then halves, quarters, ... of those that are left: no more than two runs per cut.
  std::optional<bool> Round(std::vector<Cut> cuts) {
    bool any = false;
    for (size_t size = cuts.size(); size > 0; size /= 2) {
      for (size_t at = 0; at < cuts.size();) {
        const size_t n = std::min(size, cuts.size() - at);
        const std::optional<bool> made = Try(absl::MakeConstSpan(cuts).subspan(at, n));
        if (!made) return std::nullopt;
        if (*made) {
          cuts.erase(cuts.begin() + static_cast<ptrdiff_t>(at), cuts.begin() + static_cast<ptrdiff_t>(at + n));
          any = true;
        } else {
          at += n;
        }
      }
    }
    return any;
  }

  std::optional<bool> Try(absl::Span<const Cut> cuts) {
    Reduced next = best_;
    if (!Apply(cuts, next) || next.functions() == 0) return false;
    const std::string text = next.Text();
    const std::optional<std::set<std::string>> findings = Findings(text);
    if (!findings || !std::includes(allowed_.begin(), allowed_.end(), findings->begin(), findings->end())) return false;
    ++runs_;
    std::string why;
    const std::optional<int> status = judge_.Status(head_ + text, why);
    if (!status) return std::nullopt;
    if (*status != status_) return false;
    best_ = std::move(next);
    Say("smaller");
    return true;
  }

  // Kinds of what is wrong with a program; nullopt when it cannot be read at all.
  std::optional<std::set<std::string>> Findings(const std::string& text) const {
    Diagnostics diagnostics;
    std::optional<Program> program = ReadProgram(text, diagnostics);
    if (!program) return std::nullopt;
    RunChain(*program, Stages(), plan_, {}, diagnostics);
    std::set<std::string> kinds;
    for (const Diagnostic& d : diagnostics.all()) kinds.insert(d.kind);
    return kinds;
  }

  void Say(std::string_view what) const {
    if (quiet_) return;
    fmt::print(stderr, "t2t-reduce: statements {}, functions {} ({})\n", best_.statements(), best_.functions(), what);
  }

  Reduced best_;
  std::string head_;
  RunPlan plan_;
  Judge& judge_;
  bool quiet_;
  std::set<std::string> allowed_;  // kinds of findings that the input has, too
  int status_ = 0;
  int64_t runs_ = 0;
};

}  // namespace

int RunReduce(const std::vector<std::string>& args) {
  int code = 0;
  const std::unique_ptr<Judged> judged = PrepareJudged(kTool, args, code);
  if (judged == nullptr) return code;
  const uint32_t functions = judged->program.num_functions();
  Reducer reducer(Reduced{std::move(judged->program), std::vector<bool>(functions, false)}, LeadingComments(judged->text),
                  judged->options.plan, *judged->judge, judged->line.Has("quiet"));
  if (std::string error = reducer.Begin(judged->text); !error.empty()) return kTool.Trouble(error);
  if (!reducer.Run()) return kTool.Trouble(judged->judge->error());
  const std::string error = judged->line.Has("o") ? WriteFileAtomically(judged->line.Get("o"), reducer.Text())
                                                  : WriteToStdout(reducer.Text());
  return error.empty() ? JudgedTool::kDone : kTool.Trouble(error);
}

}  // namespace t2t
