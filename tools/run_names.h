// Names that people give to t2t-run: functions, parameters, symbols of extents. A name that is not there is answered with
// the nearest one that is.
#pragma once

#include <string>
#include <string_view>

#include "ir/core/program.h"

namespace t2t {

// The function of this name, or the only one when "main" is asked for; invalid when there is none.
FuncId FindRunnable(const Program& program, std::string_view name);
// What to say then.
std::string UnknownFunction(const Program& program, std::string_view name);

// The parameter that is called so, or that a hand-written text called so: the front end makes `x__ssa_v0` of an `x`.
// The name itself when there is none.
std::string ParamName(const Program& program, FuncId function, const std::string& name);
// "" or what is wrong with a name that should be a parameter's.
std::string UnknownParameter(const Program& program, FuncId function, const std::string& name);
// "" or what is wrong with a name that should be an extent's or an integer scalar parameter's.
std::string UnknownExtent(const Program& program, FuncId function, const std::string& name);

}  // namespace t2t
