// What a function does, as numbers that two stages of it share: the content of every result and of every parameter's buffer
// when it returns, and the trace of signals it sends. A pass that keeps the meaning of a program keeps these numbers
// (verifiers 9.4, EffectSet), so a store that got lost, a load that moved over a write, a swapped operand change them.
//
// Contents are hashed symbolically: parameters are unknowns, operators are functions. What only moves data is seen through:
// casts, loads and stores of whole tensors, moves between memory spaces; storage that nobody has written counts as no operand
// (scratch). One walk, linear in the function.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/core/program.h"
#include "ir/support/diagnostics.h"

namespace t2t {

struct Effects {
  std::vector<uint64_t> results;  // by return position
  std::vector<uint64_t> params;   // by parameter: content at the end
  uint64_t trace = 0;             // communication, synchronisation, calls, early exits, in order
  uint64_t trace_names = 0;       // the same without operands

  friend bool operator==(const Effects&, const Effects&) = default;
};

enum class EffectNames : uint8_t {
  kExact,    // operators and kwargs as they are
  kFamily,   // tensor.add and tile.add are one function, kwargs are left out: across the conversion to tiles
};

Effects EffectsOf(const Program& program, FuncId function, EffectNames names);

struct EffectDifference {
  FuncId function;
  std::string text;      // one line
  bool certain = false;  // no rewrite of the lowering's makes this right: another direction or number of results, a lost signal
};

// Compares function by function, in order; parameters and functions added by `after` do not count.
std::vector<EffectDifference> EffectDifferences(const Program& before, const Program& after, EffectNames names);

}  // namespace t2t
