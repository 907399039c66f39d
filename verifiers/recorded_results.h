// Results of a kernel side by side with the record of what they are (ir/analysis/return_record.h), for the verifiers that
// compare the two.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "ir/analysis/return_record.h"
#include "ir/core/program.h"

namespace t2t {

class ResultsOnRecord {
 public:
  ResultsOnRecord(Program& program, FuncId kernel);

  // Without a record that can be read there is nothing to compare.
  bool recorded() const { return words_.has_value(); }
  const std::vector<ReturnWord>& words() const { return *words_; }
  const std::vector<ExprId>& results() const { return results_; }
  // Words and results that go together; less than one of them where their numbers differ.
  size_t size() const { return std::min(words_->size(), results_.size()); }

  // Which added output `storage` is: an allocation says so itself. Parameters are outputs by their place, the last ones in
  // front of the trailing communication contexts.
  std::optional<uint64_t> OutputOf(ValueId storage) const;

 private:
  const Program& p_;
  FuncId kernel_;
  std::optional<std::vector<ReturnWord>> words_;
  std::vector<ExprId> results_;
  uint64_t first_output_ = 0, end_outputs_ = 0;  // as parameters
};

// The tagged allocation's number; none for everything else.
std::optional<uint64_t> OutputNumber(const Program& program, ValueId value);

// The value that `write` (an operator call) updates and hands on; invalid when it does not.
ValueId WrittenBack(const Program& program, ExprId write);

// What the loop hands on in the next round where `result` is one of its results; invalid when it is none, or nobody yields.
struct CarriedResult {
  ValueId carry;
  ExprId init, yielded;
};
std::optional<CarriedResult> CarriedIn(const Program& program, ValueId result);

}  // namespace t2t
