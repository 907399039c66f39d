// Table-driven tests of operator deducers: one call, and either the type it gets or what its refusal must say.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fmt/core.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace t2t {

// `params` are the parameters of a kernel, `call` one call, `pl.` in front left out. Short forms in both: T[..], D[..],
// S[..] are Tensor, DistributedTensor and Scalar types with bare element types; `|valid=[..]`, `|stride=[..]`,
// `|layout=DN` and
// `|pad=zero` behind an element type add a view. M, N and K are dynamic symbols.
struct OpCase {
  std::string params;
  std::string call;
  std::string want;  // the type in short form, or a part of the message after "!"
};

// T[[16, 64], FP32|valid=[8, 64]|pad=zero] -> pl.Tensor[[16, 64], pl.FP32, pl.TensorView(valid_shape=...)].
std::string LongForm(std::string_view text);

// Runs every case. A refusal must name the operator besides what the case asks for. What holds is recorded as evidence
// that the operator was tested (tests/operators/evidence.h). Calls that are accepted are also executed as programs that
// state a wrong type for them (wrong_annotations.h).
void ExpectCases(const std::vector<OpCase>& cases);

// The same parameters and wish for several operators: "{}" in the call is each of `names` (separated by spaces) in
// turn.
void ExpectEach(std::string_view names, const OpCase& c);
void ExpectEach(std::string_view names, const std::vector<OpCase>& cases);

}  // namespace t2t
