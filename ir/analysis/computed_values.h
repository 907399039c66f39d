// Which tensor-like values of a kernel hold data of their own, and which are handles of GM memory (lowering j.5).
//
// A value computed by an operator is data. Writes hand on what they write to, aliases what they name; a loop or branch
// result is data when anything that flows into it is. Everything else stays a handle. A handle that flows into a value
// that is data is read at that moment: the seed of a loop before the loop, a yielded value at the yield.
#pragma once

#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "ir/core/program.h"

namespace t2t {

class ComputedValues {
 public:
  // Analyses `kernels` at once: one bit per value of the program, time linear in the statements. `computes` tells the
  // operators whose tensor results are data; writes and casts are known.
  ComputedValues(const Program& program, absl::Span<const FuncId> kernels, absl::FunctionRef<bool(OpId)> computes);

  bool Has(ValueId value) const { return value && value.index() < computed_.size() && computed_[value.index()]; }
  // Of an operand: a read of such a value. Anything that is not a variable is not.
  bool Has(const Program& p, ExprId operand) const {
    return operand && p[operand].kind == ExprKind::kVar && Has(p[operand].var());
  }

 private:
  std::vector<bool> computed_;
};

// The expression a tuple projection selects, through tuple aliases and nested literals; invalid when unresolved.
ExprId ResolveProjection(const Program& program, ExprId expr);

// Is `expr` a projection of an operator for which `computes` holds (its elements are data)?
bool ProjectsComputed(const Program& program, ExprId expr, absl::FunctionRef<bool(OpId)> computes);

}  // namespace t2t
