// Arguments for running a function on its own: random numbers with special values among them, extents for every symbol.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ir/eval/machine.h"

namespace t2t::eval {

// What kind of numbers an input gets.
enum class Flavour : uint8_t {
  kTame,      // small integers and halves: sums and products are exact, integers can serve as indices
  kRandom,    // floats of ordinary size, integers of the whole range below 2^15
  kSpecial,   // one in four is 0, 1, -1, an infinity, NaN, a denormal, or the end of the integer range
};

// A small generator of our own, so that a seed means the same on every platform.
class Rng {
 public:
  explicit Rng(uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 0x1234567u) {}
  uint64_t Next();
  int64_t Below(int64_t n) { return n <= 0 ? 0 : static_cast<int64_t>(Next() % static_cast<uint64_t>(n)); }
  double Unit() { return static_cast<double>(Next() >> 11) * 0x1p-53; }
  bool OneIn(int64_t n) { return Below(n) == 0; }

 private:
  uint64_t state_;
};

void FillRandom(Nd& nd, Flavour flavour, Rng& rng);
// 0, 1, 2, ... in row-major order.
void FillRange(Nd& nd);

struct InputPlan {
  Flavour flavour = Flavour::kTame;
  uint64_t seed = 0;
  std::map<std::string, int64_t, std::less<>> dims;     // by symbol name; others get `extent`
  int64_t extent = 1;
  std::map<std::string, int64_t, std::less<>> scalars;  // integer scalar parameters by name; others are `extent`
                                                        // where a parameter's type names them, random and small elsewhere
};

// Values for the names in extents that no argument tells, as MakeInputs sets them.
void SetSymbols(Machine& machine, FuncId function, const InputPlan& plan);

// One argument per parameter: tensors in GM and tiles on chip filled as planned (outside their valid region and for Out
// parameters poisoned), scalars, opaque contexts. Errors: an extent that is negative, too large, or named by something unknown.
absl::StatusOr<std::vector<RtValue>> MakeInputs(Machine& machine, FuncId function, const InputPlan& plan);

// Deep copy: buffers are duplicated, parameters that shared one still do.
std::vector<RtValue> CopyInputs(const std::vector<RtValue>& args);

}  // namespace t2t::eval
