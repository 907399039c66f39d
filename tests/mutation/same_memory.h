// Which values name one memory. Private to mutation.
#pragma once

#include "ir/core/program.h"

namespace t2t::mutation {

// Certainly one and the same: through aliases, private casts, operators that write an operand in place and hand it on, and
// loops that carry one buffer round by round. Views of part of a value are not followed; distinct parameters are distinct.
bool SameMemory(const Program& program, ValueId a, ValueId b);

// The operand that a statement writes in place; invalid when it writes none.
ExprId TargetOf(const Program& program, StmtId stmt);

}  // namespace t2t::mutation
