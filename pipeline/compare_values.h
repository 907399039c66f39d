// What two runs of a function leave, element by element.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/eval/machine.h"

namespace t2t {

// What a run leaves: values in a fixed order with a name each.
struct Item {
  std::string name;
  eval::RtValue value;
};

// Adds a result or parameter, tuples taken apart. Task ids and opaque values are left out.
void Flatten(std::string name, const eval::RtValue& value, std::vector<Item>& out);

struct Difference {
  size_t item = 0;
  eval::Dims at;       // position in it
  std::string text;    // "result [0, 3] is 2, was 1.5"
};

struct ComparedElements {
  int64_t equal = 0;
  int64_t undefined = 0;  // held no number before and were not compared
};

// The first element that differs: same bits are asked for, NaN equals NaN, zeros differ by their sign. `machine` made `after`
// and knows why its elements hold no number.
std::optional<Difference> CompareItems(const std::vector<Item>& before, const std::vector<Item>& after,
                                       const eval::Machine& machine, ComparedElements& counts);

// The statement that stored that element, in a run that tracked writers; "" when there is none to name.
std::string WriterText(const eval::Machine& machine, const std::vector<Item>& items, const Difference& difference);

}  // namespace t2t
