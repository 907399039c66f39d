// --check-values: proves by execution that a pass keeps the values of the program.
//
// Before the chain runs, every function that can run on its own (kernels, and the host functions that call them) is executed
// on chosen inputs and what it returns and leaves in GM is kept. After every pass that changed something it is executed again
// on the same inputs. The first element that differs stops the chain with both values and the statements that wrote them.
//
// An element that held no number before (never written, outside a valid region) may hold anything afterwards; an element that
// held one must hold the same bits, NaN equal to NaN. Outputs that a pass appends to a signature are allocated here, as
// callers will; the logical results are compared, wherever they are stored.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pipeline/observer.h"
#include "pipeline/runner.h"

namespace t2t {

struct ValueCheckOptions {
  int seeds = 3;                    // inputs per function
  int64_t max_work = 30'000'000;    // elements a single run may produce before it is called too large
  int64_t max_steps = 3'000'000;    // statements of a single run
  int first_judged = 1;             // ordinal of the first pass whose output is run
  // The accumulators of finished kernels must have the pitch of their products. To be turned off where narrow-acc-carries,
  // which sees to that, is left out: no other pass is to blame.
  bool judge_pitch = true;
};

// What the passes that the plan runs can be held to.
ValueCheckOptions OptionsFor(const RunPlan& plan);

class ValueChecker final : public Observer {
 public:
  explicit ValueChecker(ValueCheckOptions options = {});
  ~ValueChecker() override;

  void Begin(Program& program) override;
  // The same for a few functions of a program that stays as it is.
  void BeginUnchanging(Program& program, absl::Span<const FuncId> functions);
  std::string Judge(const StageEvent& event) override;
  // Runs everything that calls `function`, itself included, and compares with the input; "" when the values are the same.
  std::string Compare(Program& program, FuncId function);

  struct Counts {
    int64_t functions = 0;     // with at least one run to compare
    int64_t runs = 0;          // executions compared with the input's
    int64_t elements = 0;      // compared
    int64_t undefined = 0;     // held no number before and were not compared
  };
  const Counts& counts() const { return counts_; }
  const ValueCheckOptions& options() const { return options_; }
  // Why functions were not (or not on all inputs) run: one line each, in order of the program.
  std::vector<std::string> NotRun() const;

 private:
  struct Case;
  struct Subject;
  void Record(Program& program, absl::Span<const FuncId> functions);
  std::string CompareOne(Program& program, Subject& subject);
  std::string WriterBefore(const Subject& subject, const Case& run, size_t item, absl::Span<const int64_t> at) const;

  ValueCheckOptions options_;
  Counts counts_;
  std::vector<std::unique_ptr<Subject>> subjects_;
  // As it was read: asked again who wrote an element before. Not owned when it stays as it is.
  std::shared_ptr<const Program> input_;
};

// A line per function that was not run, and how much was compared.
std::string ValueReport(const ValueChecker& checker);

}  // namespace t2t
