#include "pipeline/check_values.h"

#include <algorithm>

#include "absl/container/flat_hash_set.h"
#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/eval/inputs.h"
#include "pipeline/compare_values.h"

namespace t2t {
namespace {

using eval::Dims;
using eval::Flavour;
using eval::RtValue;

struct Plan {
  Flavour flavour;
  int64_t extent;
  std::string_view words;
};
constexpr Plan kPlans[] = {
    {Flavour::kTame, 32, "small numbers"},        {Flavour::kRandom, 1, "random numbers"},
    {Flavour::kSpecial, 17, "special numbers"},   {Flavour::kTame, 33, "small numbers"},
    {Flavour::kRandom, 64, "random numbers"},     {Flavour::kSpecial, 1, "special numbers"},
};
// When the function itself refuses an input (an index outside, an extent too small), these are tried in its place.
constexpr Plan kFallbacks[] = {{Flavour::kTame, 16, "small numbers"}, {Flavour::kTame, 64, "small numbers"},
                               {Flavour::kTame, 128, "small numbers"}, {Flavour::kTame, 1, "small numbers"}};

bool Runnable(const Program& p, FuncId f) {
  const Function& fn = p[f];
  if (fn.declared_only || fn.inline_text || fn.requires_runtime_binding) return false;
  return p.FindAttr(fn.attrs, "external_source") == nullptr && p[fn.body].first.valid();
}

}  // namespace

// One function on one input.
struct ValueChecker::Case {
  eval::InputPlan plan;
  std::string words;
  std::vector<RtValue> args;            // as they were before the run; never changed
  std::vector<Item> expected;
};

struct ValueChecker::Subject {
  FuncId function;
  std::string name;
  std::vector<ValueId> params;          // of the input program
  std::vector<std::unique_ptr<Case>> cases;
  std::string why_not;
  uint64_t versions = 0;                // of everything it calls, when it was last run
};

namespace {

// A function and all it calls, directly or not.
std::vector<FuncId> CalledFrom(const Program& p, FuncId root) {
  absl::flat_hash_set<FuncId> seen = {root};
  std::vector<FuncId> called = {root};
  for (size_t i = 0; i < called.size(); ++i) {
    if (!p[called[i]].body) continue;
    ForEachStmt(p, p[called[i]].body, [&](StmtId s) {
      ForEachExpr(p, s, [&](ExprId e) {
        if (!p[e].has_call) return;
        ForEachCall(p, e, [&](ExprId c) {
          const FuncId callee = p.CallOf(c).callee;
          if (callee && seen.insert(callee).second) called.push_back(callee);
        });
      });
    });
  }
  return called;
}

// Of a function and all it calls: unchanged means nothing to run again.
uint64_t VersionsOf(const Program& p, FuncId root) {
  uint64_t sum = 0;
  for (FuncId f : CalledFrom(p, root)) sum += p[f].version + 1;
  return sum;
}

// Runs and collects. `args` are changed by the run.
absl::StatusOr<std::vector<Item>> Execute(eval::Machine& machine, FuncId function, std::vector<RtValue> args,
                                          absl::Span<const size_t> original) {
  ASSIGN_OR_RETURN(const RtValue result, machine.Run(function, args));
  std::vector<Item> items;
  Flatten("result", result, items);
  const Program& p = machine.program();
  for (size_t i : original) {
    if (args[i].kind == RtValue::Kind::kScalar) continue;
    Flatten(fmt::format("parameter {}", p[p[p.Params(function)[i]].name]), args[i], items);
  }
  return items;
}

void TrackWriters(std::vector<RtValue>& args) {
  for (RtValue& v : args) {
    if (v.nd.buffer) v.nd.buffer->writer.assign(static_cast<size_t>(v.nd.buffer->elements), 0);
  }
}

// Arguments for a signature that has gained outputs in front of its trailing contexts; `original[i]` is where parameter i
// of the input program stands now.
absl::StatusOr<std::vector<RtValue>> Extend(eval::Machine& machine, FuncId function, const std::vector<RtValue>& args,
                                            absl::Span<const ValueId> params, std::vector<size_t>* original) {
  const Program& p = machine.program();
  const absl::Span<const ValueId> now = p.Params(function);
  if (now.size() < params.size()) return UserError("the signature has lost parameters");
  size_t contexts = 0;
  while (contexts < params.size() && p.TypeOf(params[params.size() - 1 - contexts]).kind == TypeKind::kCommCtx) ++contexts;
  const size_t gained = now.size() - params.size(), front = params.size() - contexts;
  std::vector<RtValue> extended(now.size());
  original->clear();
  for (size_t i = 0; i < params.size(); ++i) {
    const size_t at = i < front ? i : i + gained;
    original->push_back(at);
    extended[at] = args[i];
  }
  for (size_t i = front; i < front + gained; ++i) {
    ASSIGN_OR_RETURN(extended[i], machine.Allocate(function, i, extended));
  }
  return extended;
}

}  // namespace

ValueCheckOptions OptionsFor(const RunPlan& plan) {
  ValueCheckOptions options;
  const int narrowing = FindStage("narrow-acc-carries");
  options.judge_pitch = RunsInFull(plan, narrowing, Stages()[static_cast<size_t>(narrowing - 1)]);
  return options;
}

ValueChecker::ValueChecker(ValueCheckOptions options) : options_(options) {}
ValueChecker::~ValueChecker() = default;

void ValueChecker::Begin(Program& program) {
  std::vector<FuncId> all;
  for (uint32_t i = 0; i < program.num_functions(); ++i) all.push_back(FuncId(i));
  input_ = std::make_shared<const Program>(program);
  Record(program, all);
}

void ValueChecker::BeginUnchanging(Program& program, absl::Span<const FuncId> functions) {
  input_ = std::shared_ptr<const Program>(std::shared_ptr<const void>(), &program);
  Record(program, functions);
}

void ValueChecker::Record(Program& program, absl::Span<const FuncId> functions) {
  for (const FuncId f : functions) {
    if (!Runnable(program, f)) continue;
    auto subject = std::make_unique<Subject>();
    subject->function = f;
    subject->name = program[program[f].name];
    const absl::Span<const ValueId> params = program.Params(f);
    subject->params.assign(params.begin(), params.end());
    subject->versions = VersionsOf(program, f);
    for (int seed = 0; seed < options_.seeds; ++seed) {
      std::vector<Plan> tries = {kPlans[static_cast<size_t>(seed) % std::size(kPlans)]};
      tries.insert(tries.end(), std::begin(kFallbacks), std::end(kFallbacks));
      for (size_t t = 0; t < tries.size(); ++t) {
        auto run = std::make_unique<Case>();
        run->plan.flavour = tries[t].flavour;
        run->plan.extent = tries[t].extent;
        run->plan.seed = static_cast<uint64_t>(seed) * 97 + t;
        run->words = fmt::format("{}, unknown extents {}, seed {}", tries[t].words, tries[t].extent, run->plan.seed);
        eval::RunOptions limits;
        limits.max_work = options_.max_work;
        limits.max_steps = options_.max_steps;
        eval::Machine machine(program, limits);
        absl::StatusOr<std::vector<RtValue>> args = eval::MakeInputs(machine, f, run->plan);
        absl::Status status = args.status();
        if (args.ok()) {
          run->args = *args;
          std::vector<size_t> original(params.size());
          for (size_t k = 0; k < original.size(); ++k) original[k] = k;
          absl::StatusOr<std::vector<Item>> items = Execute(machine, f, eval::CopyInputs(*args), original);
          status = items.status();
          if (items.ok()) {
            run->expected = *std::move(items);
            subject->cases.push_back(std::move(run));
            break;
          }
        }
        if (subject->why_not.empty()) {
          subject->why_not = fmt::format("{}{}{}", machine.failed_at() ? machine.Place(machine.failed_at()) + ": " : "",
                                         MessageOf(status), absl::IsUnimplemented(status) ? " [no semantics]" : "");
        }
        if (absl::IsUnimplemented(status) || absl::IsResourceExhausted(status)) {
          subject->why_not = fmt::format("{}", MessageOf(status));
          seed = options_.seeds;
          break;
        }
      }
    }
    if (!subject->cases.empty()) ++counts_.functions;
    subjects_.push_back(std::move(subject));
  }
}

std::string ValueChecker::Judge(const StageEvent& event) {
  if (event.ordinal < options_.first_judged) return "";
  // What passes that were not judged changed is found by the versions.
  if (!event.changed && event.ordinal > options_.first_judged) return "";
  for (const std::unique_ptr<Subject>& subject : subjects_) {
    const uint64_t versions = VersionsOf(event.program, subject->function);
    if (versions == subject->versions || subject->cases.empty()) continue;
    subject->versions = versions;
    if (std::string difference = CompareOne(event.program, *subject); !difference.empty()) return difference;
  }
  return "";
}

std::string ValueChecker::Compare(Program& program, FuncId function) {
  for (const std::unique_ptr<Subject>& subject : subjects_) {
    const std::vector<FuncId> called = CalledFrom(program, subject->function);
    if (std::find(called.begin(), called.end(), function) == called.end()) continue;
    if (std::string difference = CompareOne(program, *subject); !difference.empty()) return difference;
  }
  return "";
}

std::string ValueChecker::CompareOne(Program& program, Subject& subject) {
  for (const std::unique_ptr<Case>& run : subject.cases) {
    eval::RunOptions limits;
    limits.max_work = options_.max_work * 8;  // conversions add scratch and masks
    limits.max_steps = options_.max_steps * 8;
    limits.judge_pitch = options_.judge_pitch;
    for (const bool tracking : {false, true}) {
      limits.track_writers = tracking;
      eval::Machine machine(program, limits);
      // Poison of the inputs was logged by another machine: their reasons are told again.
      std::vector<RtValue> args = eval::CopyInputs(run->args);
      const eval::PoisonId unset = machine.poison().Add(eval::PoisonKind::kOutParameter, StmtId());
      for (RtValue& v : args) {
        if (!v.nd.buffer) continue;
        for (eval::PoisonId& id : v.nd.buffer->poison) id = id == 0 ? 0 : unset;
      }
      if (tracking) TrackWriters(args);
      eval::SetSymbols(machine, subject.function, run->plan);
      std::vector<size_t> original;
      absl::StatusOr<std::vector<RtValue>> extended = Extend(machine, subject.function, args, subject.params, &original);
      if (!extended.ok()) return fmt::format("changes values: function '{}': {}", subject.name, MessageOf(extended.status()));
      absl::StatusOr<std::vector<Item>> items = Execute(machine, subject.function, *extended, original);
      if (!items.ok()) {
        if (absl::IsResourceExhausted(items.status()) || absl::IsUnimplemented(items.status())) {
          subject.why_not = fmt::format("after a pass: {}", MessageOf(items.status()));
          break;
        }
        return fmt::format("changes values: function '{}' ({}) cannot be run any more: {}: {}", subject.name, run->words,
                           machine.Place(machine.failed_at()), MessageOf(items.status()));
      }
      if (!tracking) ++counts_.runs;
      ComparedElements counts;
      const std::optional<Difference> d = CompareItems(run->expected, *items, machine, counts);
      if (!tracking) {
        counts_.elements += counts.equal;
        counts_.undefined += counts.undefined;
      }
      if (!d) break;
      if (!tracking) continue;  // once more, to learn who wrote it
      const std::string writer = WriterText(machine, *items, *d), before = WriterBefore(subject, *run, d->item, d->at);
      return fmt::format("changes values: function '{}' ({}): {}{}{}", subject.name, run->words, d->text,
                         writer.empty() ? "" : "; written by " + writer, before.empty() ? "" : "; before by " + before);
    }
  }
  return "";
}

// The statement of the input program that wrote an element; "" when that is not known.
std::string ValueChecker::WriterBefore(const Subject& subject, const Case& run, size_t item,
                                       absl::Span<const int64_t> at) const {
  eval::RunOptions limits;
  limits.track_writers = true;
  eval::Machine machine(*input_, limits);
  eval::SetSymbols(machine, subject.function, run.plan);
  std::vector<RtValue> args = eval::CopyInputs(run.args);
  TrackWriters(args);
  std::vector<size_t> original(subject.params.size());
  for (size_t k = 0; k < original.size(); ++k) original[k] = k;
  const absl::StatusOr<std::vector<Item>> items = Execute(machine, subject.function, args, original);
  if (!items.ok()) return "";
  return WriterText(machine, *items, Difference{item, Dims(at.begin(), at.end()), {}});
}

std::vector<std::string> ValueChecker::NotRun() const {
  std::vector<std::string> lines;
  for (const std::unique_ptr<Subject>& s : subjects_) {
    if (!s->cases.empty() || s->why_not.empty()) continue;
    lines.push_back(fmt::format("function '{}' was not run: {}", s->name, s->why_not));
  }
  return lines;
}

std::string ValueReport(const ValueChecker& checker) {
  std::string text;
  for (const std::string& line : checker.NotRun()) text += line + "\n";
  if (!checker.options().judge_pitch) {
    text += "values: narrow-acc-carries did not run everywhere, so the pitch of accumulators was not judged\n";
  }
  const ValueChecker::Counts& c = checker.counts();
  text += fmt::format("values: {} functions, {} runs compared, {} elements equal, {} undefined before\n", c.functions, c.runs,
                      c.elements, c.undefined);
  return text;
}

}  // namespace t2t
