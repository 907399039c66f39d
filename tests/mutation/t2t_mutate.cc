// t2t-mutate: how much do the verifiers notice? Lowers programs stage by stage, breaks the output of every stage in many small
// ways (mutants.cc), and runs what `--verify=strict` runs behind that stage: the properties in force, the language, and the
// comparison of effects with the stage before. Reports the mutants that nothing notices.
//
//   t2t-mutate [--seed=N] [--sites=N] [--bar=PERCENT] [--survivors] [--stages=A-B] [--effects-only]
//              [--values | --values-only] FILE...
//
// --values also runs what the rest lets through and compares with the input, as --check-values does; --values-only does
// nothing else. --effects-only breaks nothing and lists where the effects of the real stages cannot be compared.
// --sites: places per kind and stage (0 = all). Exit status: 0 the bar is met, 1 it is not, 2 usage.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "fmt/format.h"
#include "ir/text/reader.h"
#include "mutation/mutants.h"
#include "pipeline/check_values.h"
#include "pipeline/kept_effects.h"
#include "pipeline/languages.h"
#include "pipeline/properties.h"
#include "pipeline/runner.h"
#include "verifiers/verifier.h"

namespace t2t::mutation {
namespace {

// SplitMix64: the same numbers everywhere.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t Next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  size_t Below(size_t n) { return static_cast<size_t>(Next() % n); }

 private:
  uint64_t state_;
};

struct Options {
  uint64_t seed = 1;
  size_t sites = 3;
  double bar = 0;
  bool survivors = false;
  bool mutants = true;
  bool verify = true, effects = true, run = false;
  int first = 1, last = 0;
  std::vector<std::string> files;
};

struct Score {
  size_t caught = 0, by_values = 0, equal = 0, survived = 0;  // by_values: of the caught ones
};

// Everything that is said about a program behind stage `ordinal`.
std::vector<std::string> Findings(Program& p, int ordinal) {
  std::vector<FuncId> all;
  for (uint32_t i = 0; i < p.num_functions(); ++i) all.push_back(FuncId(i));
  const std::vector<bool> ran(static_cast<size_t>(NumStages()), true);
  Diagnostics found;
  for (std::string_view property : PropertiesInForce(Stages(), ordinal, ran, /*strict=*/true)) {
    const Verifier* verifier = FindVerifier(property);
    if (verifier->kind == VerifierKind::kAdvice) continue;
    VerifyContext context(p, *verifier, all, found);
    verifier->run(context);
  }
  CheckLanguage(p, StageAt(ordinal).after, all, found);
  std::vector<std::string> out;
  for (const Diagnostic& d : found.all()) out.push_back(fmt::format("{}.{} {} {}", d.kind, d.rule, d.function, d.message));
  return out;
}

class Run {
 public:
  explicit Run(const Options& options) : options_(options), random_(options.seed) {}

  bool File(const std::string& path) {
    std::ifstream in(path);
    std::stringstream text;
    text << in.rdbuf();
    Diagnostics diagnostics;
    std::optional<Program> program = ReadProgram(text.str(), diagnostics);
    if (!in) {
      fmt::print(stderr, "t2t-mutate: {} cannot be read\n", path);
      return false;
    }
    if (!program) return true;  // refused, like a program that a pass refuses below
    file_ = path;
    ValueCheckOptions limits;
    limits.max_work = 2'000'000;  // a loop that a mutant made longer ends soon
    limits.max_steps = 100'000;
    ValueChecker values(limits);
    if (options_.run) values.Begin(*program);
    values_ = &values;
    RunPlan plan;
    plan.verify = VerifyLevel::kNone;
    for (int k = 1; k <= options_.last; ++k) {
      Program before = *program;
      plan.first = plan.last = k;
      if (RunChain(*program, Stages(), plan, {}, diagnostics).verdict != Verdict::kDone) return true;  // refused: nothing to break
      if (k >= options_.first) Stage(before, *program, k);
    }
    return true;
  }

  int Report() {
    fmt::print("{:<18} {:>8} {:>8} {:>8} {:>8} {:>8}  {}\n", "kind", "caught", "by run", "survive", "equal", "score", "what a wrong pass would have done");
    Score total;
    for (size_t i = 0; i < Kinds().size(); ++i) {
      const Score& s = by_kind_[static_cast<uint32_t>(i)];
      fmt::print("{:<18} {:>8} {:>8} {:>8} {:>8} {:>7.1f}%  {}\n", Kinds()[i].name, s.caught, s.by_values, s.survived, s.equal, Percent(s), Kinds()[i].what);
      total.caught += s.caught;
      total.by_values += s.by_values;
      total.survived += s.survived;
      total.equal += s.equal;
    }
    fmt::print("{:<18} {:>8} {:>8} {:>8} {:>8} {:>7.1f}%\n\nby stage\n", "all", total.caught, total.by_values, total.survived, total.equal, Percent(total));
    for (const auto& [k, s] : by_stage_) {
      fmt::print("  {:02} {:<26} {:>7} {:>7} {:>7.1f}%{}\n", k, StageAt(k).name, s.caught, s.survived, Percent(s),
                 suspected_[k] > 0 ? fmt::format("  ({} of {} programs run, as their effects differ)", suspected_[k], programs_[k]) : "");
    }
    if (options_.survivors) {
      fmt::print("\nsurvivors\n");
      for (const std::string& line : survivors_) fmt::print("  {}\n", line);
    }
    const bool met = total.caught > 0 && Percent(total) >= options_.bar;
    fmt::print("\n{:.2f} % of {} mutants that mean something else are noticed; the bar is {} %\n", Percent(total),
               total.caught + total.survived, options_.bar);
    return met ? 0 : 1;
  }

 private:
  static double Percent(const Score& s) {
    const size_t all = s.caught + s.survived;
    return all == 0 ? 100.0 : 100.0 * static_cast<double>(s.caught) / static_cast<double>(all);
  }

  void Stage(Program& before, const Program& after, int k) {
    Program base = after;
    const std::vector<std::string> known_list = Findings(base, k);
    const absl::flat_hash_set<std::string> known(known_list.begin(), known_list.end());
    ++programs_[k];
    const std::vector<EffectDifference> suspicions = EffectDifferences(before, after, EffectNamesAcross(Stages(), k));
    if (!suspicions.empty()) ++suspected_[k];
    if (!options_.mutants) {
      for (const EffectDifference& d : suspicions) {
        survivors_.push_back(fmt::format("{} behind {:02} {}: {}", file_, k, StageAt(k).name, d.text));
      }
      by_stage_[k];
      return;
    }
    RunPlan whole;
    whole.last = NumStages();
    KeptEffects effects(before, Stages(), k, SuspicionLimits(whole));
    if (const std::string lost = effects.Lost(base); !lost.empty()) {
      fmt::print(stderr, "t2t-mutate: {} behind {:02} {}: {}\n", file_, k, StageAt(k).name, lost);
    }
    for (uint32_t kind = 0; kind < Kinds().size(); ++kind) {
      std::vector<Mutant> places;
      Kinds()[kind].find(after, kind, places);
      size_t wanted = options_.sites == 0 ? places.size() : std::min(options_.sites, places.size());
      for (size_t i = 0; i < wanted; ++i) {
        std::swap(places[i], places[i + random_.Below(places.size() - i)]);
        One(effects, after, k, places[i], known);
      }
    }
  }

  void One(KeptEffects& effects, const Program& after, int k, const Mutant& mutant,
           const absl::flat_hash_set<std::string>& known) {
    Program broken = after;
    if (!Kinds()[mutant.kind].apply(broken, mutant)) return;
    if (!EqualBecause(after, mutant).empty()) {
      ++by_kind_[mutant.kind].equal;
      return;
    }
    bool caught = false;
    if (options_.verify) {
      const std::vector<std::string> found = Findings(broken, k);
      caught = std::any_of(found.begin(), found.end(), [&](const std::string& f) { return !known.contains(f); });
      // Structure first: the comparison of effects reads programs that are well formed.
      if (!caught && options_.effects) caught = !effects.Lost(broken).empty();
    }
    const bool by_values = !caught && options_.run && !values_->Compare(broken, mutant.func).empty();
    caught = caught || by_values;
    for (Score* score : {&by_kind_[mutant.kind], &by_stage_[k]}) {
      ++(caught ? score->caught : score->survived);
      if (by_values) ++score->by_values;
    }
    if (!caught) survivors_.push_back(fmt::format("{} behind {:02} {}: {}", file_, k, StageAt(k).name, Describe(after, mutant)));
  }

  const Options& options_;
  Random random_;
  std::string file_;
  std::map<uint32_t, Score> by_kind_;
  std::map<int, Score> by_stage_;
  std::map<int, size_t> suspected_, programs_;
  std::vector<std::string> survivors_;
  ValueChecker* values_ = nullptr;
};

int Main(const std::vector<std::string>& args) {
  Options o;
  o.last = NumStages();
  for (const std::string& arg : args) {
    const size_t equals = arg.find('=');
    const std::string name = arg.substr(0, equals), value = equals == std::string::npos ? "" : arg.substr(equals + 1);
    if (name == "--seed") o.seed = std::strtoull(value.c_str(), nullptr, 10);
    else if (name == "--sites") o.sites = std::strtoull(value.c_str(), nullptr, 10);
    else if (name == "--bar") o.bar = std::strtod(value.c_str(), nullptr);
    else if (name == "--survivors") o.survivors = true;
    else if (name == "--values") o.run = true;
    else if (name == "--verifiers-only") o.effects = false;
    else if (name == "--values-only") o.run = true, o.verify = false;
    else if (name == "--effects-only") o.mutants = false, o.survivors = true;
    else if (name == "--stages") {
      o.first = std::atoi(value.c_str());
      const size_t dash = value.find('-');
      o.last = dash == std::string::npos ? o.first : std::atoi(value.c_str() + dash + 1);
    } else if (arg.starts_with("-")) {
      fmt::print(stderr, "t2t-mutate: unknown option '{}'\n", arg);
      return 2;
    } else {
      o.files.push_back(arg);
    }
  }
  if (o.files.empty() || o.first < 1 || o.last > NumStages()) {
    fmt::print(stderr, "usage: t2t-mutate [--seed=N] [--sites=N] [--bar=PERCENT] [--survivors] [--stages=A-B] [--verifiers-only] [--values] FILE...\n");
    return 2;
  }
  Run run(o);
  for (const std::string& file : o.files) {
    if (!run.File(file)) return 2;
  }
  return run.Report();
}

}  // namespace
}  // namespace t2t::mutation

int main(int argc, char** argv) { return t2t::mutation::Main(std::vector<std::string>(argv + 1, argv + argc)); }
