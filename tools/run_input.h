// What `t2t-run --input=NAME=VALUE` puts into a parameter.
#pragma once

#include <string>

#include "ir/eval/inputs.h"

namespace t2t {

// Fills `arg`, whose type and extents are known, as `how` says: a word for random or counted elements, const:V, or the name
// of an .npy file; a scalar takes a number. "" or why it cannot be used.
std::string FillInput(eval::RtValue& arg, const std::string& how, eval::Rng& rng);

}  // namespace t2t
