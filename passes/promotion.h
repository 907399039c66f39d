// Local allocations that must become the caller's (lowering e): created at the top level of a kernel, required as a GM
// operand by an explicit GM memory operator, and returned as a whole.
#pragma once

#include <vector>

#include "ir/core/program.h"

namespace t2t {

class Promotions {
 public:
  // Looks at all kernels at once; linear in the program.
  explicit Promotions(const Program& program);

  // The allocation whose whole buffer `value` names, when it is one to promote if returned; invalid otherwise.
  ValueId PromotableRoot(ValueId value) const;

 private:
  void Kernel(FuncId kernel);
  void Name(ValueId value, ExprId source);
  ValueId RootOf(ExprId expr) const;

  const Program& p_;
  std::vector<ValueId> root_;      // by value: the create it names whole
  std::vector<bool> gm_operand_;   // by create: used where only a GM value is accepted
};

// Does operand `i` of this operator accept nothing but a GM value after conversion?
bool IsGmMemoryOperand(const Program& program, const Call& call, size_t i);

}  // namespace t2t
