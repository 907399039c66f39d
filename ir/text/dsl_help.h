// What to say of a call whose arguments are not those of its operator.
#pragma once

#include <string>

#include "ir/text/dsl_ops.h"

namespace t2t {

// "its arguments are lhs, rhs"; "" when there are none.
std::string ArgumentsText(const DslSignature& signature);

}  // namespace t2t
