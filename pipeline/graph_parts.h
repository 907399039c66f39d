// Big functions in readable pieces: a picture shows some 150 statements, what does not fit is one node and a picture of
// its own. Every statement is in exactly one node of exactly one picture.
#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "ir/core/program.h"

namespace t2t {

inline constexpr uint32_t kStatementsPerGraph = 150;

// A run of neighbours in one block, with everything inside them.
struct Part {
  FuncId function;
  StmtId first, last;
  uint32_t weight = 0;   // statements, nested ones included
  std::string file;      // where it is drawn, without folder and extension
  std::string title;
};

// Statements in each statement of the program, itself included, by statement id; 0 for those it does not hold. Linear.
std::vector<uint32_t> Weights(const Program& program);

// What the picture of one part shows itself and what it leaves to others.
class PartPlan {
 public:
  // Files of the parts left out are called `prefix`.N, with N counted up in `number`.
  PartPlan(const Program& program, const std::vector<uint32_t>& weights, Part part, uint32_t limit,
           const std::string& prefix, int& number);

  const Part& part() const { return part_; }
  // The run left out that begins with `stmt`; null when the statement is shown.
  const Part* LeftOut(StmtId stmt) const;
  absl::Span<const Part> left_out() const { return parts_; }

 private:
  void Show(StmtId first, StmtId last);
  bool ShowInside(StmtId region);
  void Group(StmtId first, StmtId last, uint32_t room);
  void LeaveOut(StmtId first, StmtId last, uint32_t weight);

  const Program& p_;
  const std::vector<uint32_t>& weights_;
  const Part part_;
  const uint32_t limit_;
  const std::string& prefix_;
  int& number_;
  uint32_t budget_;
  std::vector<StmtId> regions_;   // shown, their insides still to be decided
  std::vector<Part> parts_;
  absl::flat_hash_map<StmtId, size_t> part_at_;
};

}  // namespace t2t
