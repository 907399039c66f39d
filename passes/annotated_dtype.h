// An annotation that contradicts its operator. The reader of printed programs takes annotations at their word, and converted
// operators deduce their own types, so a wrong element type would vanish without a trace (text-format 7.2).
#pragma once

#include <string>

#include "ir/core/program.h"

namespace t2t {

// What is wrong with the element type of `var`, the result of `call`, which was converted to `converted`; "" when nothing is.
// Deduces only where the converted type differs: some operators change the type on their way to tiles (tensor.muls).
std::string WrongElementType(Program& program, ValueId var, const Call& call, ExprId converted);

}  // namespace t2t
