#include "tools/toggles.h"

#include <algorithm>
#include <optional>

#include "fmt/format.h"
#include "ir/text/reader.h"
#include "pipeline/selector.h"

namespace t2t {
namespace {

std::string CannotBeLeftOut(const Stage& stage, int ordinal) {
  return fmt::format("--disable: pass {:02} {} changes the language or decides what is lowered, so it cannot be left out",
                     ordinal, stage.name);
}

// PASS@GLOB of --disable: the pass runs, but leaves these functions alone.
std::string KeepFromFunctions(std::string_view word, RunPlan& plan) {
  const size_t at = word.find('@');
  const std::string_view pass = word.substr(0, at), functions = word.substr(at + 1);
  const int ordinal = FindStage(pass);
  if (ordinal == 0) return "--disable: " + UnknownStage(pass);
  const Stage& stage = StageAt(ordinal);
  if (!stage.optional) return CannotBeLeftOut(stage, ordinal);
  if (functions.empty()) return fmt::format("--disable={}: expected PASS@FUNCTION", word);
  if (stage.unit.empty()) {
    return fmt::format("--disable={}: pass {:02} {} does all of its work or none; leave it out without @", word, ordinal, stage.name);
  }
  plan.disabled_in.resize(static_cast<size_t>(NumStages()));
  plan.disabled_in[static_cast<size_t>(ordinal - 1)].Add(functions);
  return {};
}

}  // namespace

std::string ChooseToggles(const CommandLine& line, RunPlan& plan) {
  plan.disabled.assign(static_cast<size_t>(NumStages()), false);
  const bool only = line.Has("only");
  if (!only && !line.Has("disable")) return {};
  const std::string_view flag = only ? "only" : "disable";
  std::string error;
  std::vector<int> named;
  for (const std::string& list : line.All(flag)) {
    for (const std::string& word : SplitCommas(list)) {
      if (!only && word.find('@') != std::string::npos) {
        if (error = KeepFromFunctions(word, plan); !error.empty()) return error;
        continue;
      }
      for (int ordinal : ParseStageList(word, error)) named.push_back(ordinal);
      if (!error.empty()) return fmt::format("--{}: {}", flag, error);
    }
  }
  for (int ordinal : named) {
    // A mandatory pass that is one of the only ones runs anyway.
    if (!StageAt(ordinal).optional && !only) return CannotBeLeftOut(StageAt(ordinal), ordinal);
  }
  for (int ordinal = 1; ordinal <= NumStages(); ++ordinal) {
    const bool is_named = std::find(named.begin(), named.end(), ordinal) != named.end();
    plan.disabled[static_cast<size_t>(ordinal - 1)] = StageAt(ordinal).optional && is_named != only;
  }
  return {};
}

bool LeavesOut(const RunPlan& plan) {
  return !plan.disabled_in.empty() || std::find(plan.disabled.begin(), plan.disabled.end(), true) != plan.disabled.end();
}

bool AcceptedByAll(std::string_view text, const RunPlan& plan) {
  Diagnostics diagnostics;
  std::optional<Program> program = ReadProgram(text, diagnostics);
  if (!program) return false;
  RunPlan whole;
  whole.first = plan.first;
  whole.last = plan.last;
  whole.backend = plan.backend;
  whole.verify = plan.verify;
  return RunChain(*program, Stages(), whole, {}, diagnostics).verdict == Verdict::kDone;
}

std::string UnknownFunctions(const RunPlan& plan, const Program& program) {
  for (const FunctionFilter& functions : plan.disabled_in) {
    if (std::string error = functions.Unmatched(program); !error.empty()) return "--disable: " + error;
  }
  return {};
}

}  // namespace t2t
