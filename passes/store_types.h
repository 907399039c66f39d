// A transfer out of Vec converts no element types, one out of Acc does. So a tile of another type than its target is
// stored as the wrong bits, and nothing further down the line says so.
#pragma once

#include "passes/pass.h"

namespace t2t {

// Warns about each such store of the kernel.
void WarnAboutStoreTypes(PassContext& context, FuncId kernel);

}  // namespace t2t
