// Integer expressions as base + sum of scaled values: addresses, to be told apart.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "ir/core/program.h"

namespace t2t {

struct Affine {
  // Stands for the index of the SPMD block that runs, whatever value of the program holds it.
  static constexpr ValueId kBlock = {};

  bool known = true;  // false: nothing else here means anything
  int64_t base = 0;
  std::vector<std::pair<ValueId, int64_t>> terms;  // each value once

  // += scale * other; unknown on overflow.
  void Add(const Affine& other, int64_t scale);
  void AddTerm(ValueId value, int64_t scale);
  // Removes the term of `value` and returns its factor, 0 when there is none.
  int64_t Take(ValueId value);
  bool IsConstant() const { return known && terms.empty(); }
  friend bool operator==(const Affine&, const Affine&) = default;
};

// Scalars are followed to what they are computed from; what is no sum of scaled values is a value itself. Unknown for large
// expressions.
Affine AffineOf(const Program& program, ExprId expr);

}  // namespace t2t
